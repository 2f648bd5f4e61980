package dev.leat.bench.queue.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class RedisCommandTest {

    @Test
    void aCommandIsAListOfItsWords() {
        assertThat(text(RedisCommand.of("XADD", "q", "*"))).isEqualTo("*3\r\n$4\r\nXADD\r\n$1\r\nq\r\n$1\r\n*\r\n");
    }

    @Test
    void aCommandCanBeSentSeveralTimesInOneGo() {
        String once = text(RedisCommand.of("PING"));

        assertThat(text(RedisCommand.repeat(3, "PING"))).isEqualTo(once + once + once);
    }

    @Test
    void anAckSettlesAndRemoves() {
        String both = text(RedisCommand.of("XACK", "q", "g", "1-0", "1-1"))
                + text(RedisCommand.of("XDEL", "q", "1-0", "1-1"));

        assertThat(text(RedisCommand.ackAndDelete("q", "g", List.of("1-0", "1-1"))))
                .isEqualTo(both);
    }

    @Test
    void commandsGoTogether() {
        ByteBuffer one = RedisCommand.of("PING");
        ByteBuffer two = RedisCommand.of("XLEN", "q");

        ByteBuffer joined = RedisCommand.joined(one, two);

        assertThat(text(joined)).isEqualTo(text(one) + text(two));
    }

    private static String text(ByteBuffer bytes) {
        return StandardCharsets.ISO_8859_1.decode(bytes).toString();
    }
}
