package dev.leat.http.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.http.exchange.RequestError;
import dev.leat.http.exchange.RequestHandler;
import dev.leat.http.exchange.ServerRequest;
import dev.leat.http.exchange.ServerResponse;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What a connection holds of bytes that it has read. */
final class HeldBytesTest {
    private static final byte[] REQUEST =
            "GET / HTTP/1.1\r\nHost: leat.localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int MOST_BYTES = 1 << 20;

    /** Says yes to everything. */
    private static final class Yes implements RequestHandler {
        private int requests;

        @Override
        public void receive(ServerRequest request, ServerResponse response) {
            requests++;
            response.status(204).end(null);
        }

        @Override
        public void refuse(ServerRequest request, ServerResponse response, RequestError error) {
            throw new AssertionError(error);
        }
    }

    @Test
    void aConnectionThatAlwaysHoldsAPartDoesNotGrow() {
        UnpooledByteBufAllocator memory = new UnpooledByteBufAllocator(true);
        Yes everybody = new Yes();
        Http1Server server = new Http1Server(8 << 10, false, null);
        server.serve(everybody);
        EmbeddedChannel channel = new EmbeddedChannel();
        channel.config().setAllocator(memory);
        server.accept(channel, new ChannelInboundHandlerAdapter());
        int packet = REQUEST.length * 20 + 7; // never ends with a request
        int place = 0;

        for (int sent = 0; sent < 20 * MOST_BYTES; sent += packet) {
            byte[] bytes = new byte[packet];
            for (int i = 0; i < packet; i++) {
                bytes[i] = REQUEST[place++ % REQUEST.length];
            }
            channel.writeInbound(memory.directBuffer(packet).writeBytes(bytes));
            channel.releaseOutbound();
        }

        assertThat(everybody.requests).isEqualTo(place / REQUEST.length);
        assertThat(memory.metric().usedDirectMemory() + memory.metric().usedHeapMemory())
                .isLessThan(MOST_BYTES);
        assertThat(channel.finishAndReleaseAll()).isFalse();
    }
}
