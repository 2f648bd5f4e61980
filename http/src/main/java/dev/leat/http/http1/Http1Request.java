package dev.leat.http.http1;

import dev.leat.http.exchange.BodyReader;
import dev.leat.http.exchange.Loop;
import dev.leat.http.netty.ChannelRequest;
import dev.leat.http.netty.NettyLoop;
import dev.leat.http.protocol.HttpMethod;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** One request of a connection. */
final class Http1Request implements ChannelRequest {
    private static final BodyReader NOBODY = new BodyReader() {
        @Override
        public void take(ByteBuffer bytes) {}

        @Override
        public void ended() {}

        @Override
        public void gone() {}

        @Override
        public void broken() {}
    };

    private final Http1Connection connection;
    private final RequestHead head;
    private final BodyFraming framing;
    private BodyReader reader = NOBODY;
    private boolean paused;
    private boolean ended;
    private boolean left;

    Http1Request(Http1Connection connection, RequestHead head, BodyFraming framing) {
        this.connection = connection;
        this.head = head;
        this.framing = framing;
    }

    /** Hands received bytes of the body to its reader, unless reading is paused. Returns how far the body is. */
    BodyFraming.State advance(ByteBuf bytes) {
        if (paused) {
            return BodyFraming.State.COMING;
        }
        BodyFraming.State state = framing.read(bytes, reader);
        if (state == BodyFraming.State.ENDED) {
            ended = true;
            reader.ended();
        } else if (state == BodyFraming.State.BROKEN) {
            ended = true;
            reader.broken();
        }
        return state;
    }

    /** Ends the body because the connection has ended. */
    void gone() {
        if (!ended) {
            ended = true;
            left = true;
            reader.gone();
        }
    }

    @Override
    public HttpMethod method() {
        return head.method();
    }

    @Override
    public String path() {
        return head.path();
    }

    @Override
    public @Nullable String query() {
        return head.query();
    }

    @Override
    public @Nullable String header(CharSequence name) {
        return head.header(name);
    }

    @Override
    public List<String> headers(CharSequence name) {
        return head.headers(name);
    }

    @Override
    public void eachHeader(String prefix, BiConsumer<String, String> action) {
        head.eachHeader(prefix, action);
    }

    @Override
    public @Nullable String authority() {
        return connection.checkedAuthority(head.authority());
    }

    @Override
    public boolean needsAuthority() {
        return !head.isOld();
    }

    @Override
    public @Nullable String remoteHost() {
        return channel().remoteAddress() instanceof InetSocketAddress address
                ? address.getAddress().getHostAddress()
                : null;
    }

    @Override
    public String localAddress() {
        InetSocketAddress address = (InetSocketAddress) channel().localAddress();
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }

    @Override
    public Loop loop() {
        return NettyLoop.current();
    }

    @Override
    public Channel channel() {
        return connection.channel();
    }

    @Override
    public boolean endsByLength() {
        return true;
    }

    @Override
    public void read(BodyReader other) {
        reader = other;
        if (left) {
            other.gone();
        }
    }

    @Override
    public void pause() {
        paused = true;
    }

    boolean isPaused() {
        return paused;
    }

    @Override
    public void resume() {
        paused = false;
        connection.proceed();
    }

    @Override
    public boolean isEnded() {
        return ended;
    }
}
