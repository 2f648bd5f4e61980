package dev.leat.http.vertx;

import dev.leat.http.exchange.BodyReader;
import dev.leat.http.exchange.Loop;
import dev.leat.http.netty.ChannelRequest;
import dev.leat.http.netty.NettyLoop;
import dev.leat.http.protocol.HttpMethod;
import io.netty.channel.Channel;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.internal.buffer.BufferInternal;
import io.vertx.core.net.HostAndPort;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.net.impl.ConnectionBase;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A request that came by way of Vert.x. */
record VertxRequest(HttpServerRequest request) implements ChannelRequest {

    @Override
    public HttpMethod method() {
        return HttpMethod.of(request.method().name());
    }

    @Override
    public String path() {
        String path = request.path();
        return path == null ? "" : path;
    }

    @Override
    public @Nullable String query() {
        return request.query();
    }

    @Override
    public @Nullable String header(CharSequence name) {
        return request.headers().get(name);
    }

    @Override
    public List<String> headers(CharSequence name) {
        return request.headers().getAll(name);
    }

    @Override
    public void eachHeader(String prefix, BiConsumer<String, String> action) {
        for (Map.Entry<String, String> header : request.headers()) {
            if (header.getKey().regionMatches(true, 0, prefix, 0, prefix.length())) {
                action.accept(header.getKey(), header.getValue());
            }
        }
    }

    @Override
    public @Nullable String authority() {
        HostAndPort authority = request.authority();
        boolean clear = request.headers().getAll(HttpHeaders.HOST).size()
                <= 1; // with several it is not clear which one is meant
        return authority == null || !clear ? null : authority.toString();
    }

    @Override
    public boolean needsAuthority() {
        return request.version() != HttpVersion.HTTP_1_0;
    }

    @Override
    public @Nullable String remoteHost() {
        SocketAddress address = request.remoteAddress();
        return address == null ? null : address.hostAddress();
    }

    @Override
    public String localAddress() {
        SocketAddress address = request.localAddress();
        return address.hostAddress() + ":" + address.port();
    }

    @Override
    public Loop loop() {
        return NettyLoop.current();
    }

    @Override
    public @Nullable Channel channel() {
        return request.connection() instanceof ConnectionBase connection ? connection.channel() : null;
    }

    @Override
    public boolean endsByLength() {
        return request.version() != HttpVersion.HTTP_2;
    }

    @Override
    public void read(BodyReader reader) {
        request.handler(bytes ->
                        reader.take(((BufferInternal) bytes).getByteBuf().nioBuffer()))
                .endHandler(end -> reader.ended())
                .exceptionHandler(gone -> reader.gone());
    }

    @Override
    public void pause() {
        request.pause();
    }

    @Override
    public void resume() {
        request.resume();
    }

    @Override
    public boolean isEnded() {
        return request.isEnded();
    }
}
