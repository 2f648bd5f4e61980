package dev.leat.bench.queue.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.bench.run.BenchException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class AmqpTest {
    private final List<String> seen = new ArrayList<>();

    private final AmqpInput.Sink sink = new AmqpInput.Sink() {
        @Override
        public void method(int method, ByteBuffer arguments) {
            seen.add("method " + (method >> 16) + "." + (method & 0xffff) + " " + arguments.remaining());
        }

        @Override
        public void header(long bodyBytes) {
            seen.add("header " + bodyBytes);
        }

        @Override
        public void body(ByteBuffer bytes) {
            seen.add("body " + StandardCharsets.US_ASCII.decode(bytes));
        }
    };

    @Test
    void anAckIsWrittenAsTheProtocolSays() {
        ByteBuffer bytes = new AmqpOutput()
                .method(1, AmqpMethod.BASIC_ACK)
                .int64(7)
                .int8(1)
                .end()
                .bytes();

        assertThat(hex(bytes)).isEqualTo("01" + "0001" + "0000000d" + "003c0050" + "0000000000000007" + "01" + "ce");
    }

    @Test
    void aTableHasTheLengthOfWhatIsInIt() {
        ByteBuffer bytes = new AmqpOutput()
                .method(1, AmqpMethod.QUEUE_DECLARE)
                .argument("t", "xy")
                .end()
                .bytes();

        assertThat(hex(bytes))
                .isEqualTo(
                        "01" + "0001" + "00000011" + "0032000a" + "00000009" + "0174" + "53" + "000000027879" + "ce");
    }

    @Test
    void aMessageIsAMethodAHeaderAndABody() {
        AmqpInput.take(new AmqpOutput().publish(1, "q", "hello").bytes(), sink);

        assertThat(seen).containsExactly("method 60.40 6", "header 5", "body hello");
    }

    @Test
    void aMessageIsPersistent() {
        assertThat(hex(new AmqpOutput().publish(1, "q", "hello").bytes()))
                .contains("003c" + "0000" + "0000000000000005" + "1000" + "02" + "ce");
    }

    @Test
    void framesThatAreCutAnywhereAreTakenOnceTheyAreComplete() {
        byte[] all = bytes(new AmqpOutput()
                .publish(1, "q", "hello")
                .publish(1, "q", "world")
                .bytes());
        for (int cut = 0; cut <= all.length; cut++) {
            seen.clear();
            ByteBuffer buffer = ByteBuffer.allocate(all.length).put(all, 0, cut).flip();
            AmqpInput.take(buffer, sink);
            AmqpInput.take(buffer.compact().put(all, cut, all.length - cut).flip(), sink);

            assertThat(seen).as("cut at %d", cut).hasSize(6).endsWith("body world");
        }
    }

    @Test
    void aFrameThatDoesNotEndIsFoundOut() {
        byte[] all = bytes(new AmqpOutput().publish(1, "q", "hello").bytes());
        all[all.length - 1] = 0;

        assertThatThrownBy(() -> AmqpInput.take(ByteBuffer.wrap(all), sink)).isInstanceOf(BenchException.class);
    }

    @Test
    void anotherVersionIsRefused() {
        ByteBuffer bytes = AmqpOutput.protocol();

        assertThatThrownBy(() -> AmqpInput.take(bytes, sink)).hasMessage("the server does not speak AMQP 0-9-1");
    }

    private static String hex(ByteBuffer bytes) {
        return HexFormat.of().formatHex(bytes(bytes));
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }
}
