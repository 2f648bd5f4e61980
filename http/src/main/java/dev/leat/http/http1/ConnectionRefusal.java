package dev.leat.http.http1;

import dev.leat.http.exchange.HeaderNames;
import dev.leat.http.exchange.Problem;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Refusal of connections beyond the limit. The first bytes of a request are answered with a 503 that is made once for
 * all of them; then the sending side is closed, and what the client still sends is thrown away until it closes its
 * side, so that the answer is not lost by a reset. A few connections at a time end like this, for a second at most;
 * others are closed without an answer.
 */
public final class ConnectionRefusal {

    /** How many connections are answered at a time: files that the limit of connections does not count. */
    private static final int MOST = 16;

    private static final long LONGEST_MILLIS = 1000;
    private static final byte[] ANSWER = answer();

    private final AtomicInteger count = new AtomicInteger();

    private static byte[] answer() {
        Problem problem = Problem.of(503, "connections-exhausted", "the server has as many connections as it may");
        byte[] body = problem.member("retryAfter", 1).json(null);
        String head = "HTTP/1.1 503 Service Unavailable\r\nContent-Type: " + Problem.CONTENT_TYPE
                + "\r\nContent-Length: " + body.length + "\r\n" + HeaderNames.RETRY_AFTER
                + ": 1\r\nCache-Control: no-store\r\n" + HeaderNames.CONTENT_TYPE_OPTIONS + ": " + HeaderNames.NOSNIFF
                + "\r\n"
                + HeaderNames.CONTENT_SECURITY_POLICY + ": " + HeaderNames.SANDBOX + "\r\nConnection: close\r\n\r\n";
        return (head + new String(body, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the handler that ends this connection; null if too many are being answered already. */
    @SuppressWarnings("FutureReturnValueIgnored") // it is never cancelled
    public @Nullable ChannelHandler handler(Channel channel) {
        if (count.incrementAndGet() > MOST) {
            count.decrementAndGet();
            return null;
        }
        channel.closeFuture().addListener(closed -> count.decrementAndGet());
        return new Farewell();
    }

    /** Handler that answers once and then closes. */
    private static final class Farewell extends ChannelInboundHandlerAdapter {
        private boolean isAnswered;

        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // closing twice does no harm
        public void channelActive(ChannelHandlerContext context) {
            context.executor().schedule(() -> context.close(), LONGEST_MILLIS, TimeUnit.MILLISECONDS);
        }

        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // a client that is gone needs no answer
        public void channelRead(ChannelHandlerContext context, Object message) {
            ReferenceCountUtil.release(message);
            if (!isAnswered && context.channel() instanceof DuplexChannel duplex) {
                isAnswered = true;
                context.writeAndFlush(Unpooled.wrappedBuffer(ANSWER)).addListener(sent -> duplex.shutdownOutput());
            }
        }

        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // nothing is left to do
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            context.close();
        }
    }
}
