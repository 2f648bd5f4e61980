package dev.leat.http.http1;

import dev.leat.http.exchange.RequestError;
import dev.leat.http.exchange.RequestHandler;
import dev.leat.http.exchange.ServerRequest;
import dev.leat.http.exchange.ServerResponse;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.handler.ssl.SslHandler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** All connections of HTTP/1.1, with or without TLS. Gives those that turn out to be HTTP/2 to another handler. */
public final class Http1Server {
    /** How long a client may take for the TLS handshake. */
    private static final long HANDSHAKE_MILLIS = 10_000;

    private final int headBytes;
    private final boolean http2;
    private final @Nullable TlsContexts tls;
    private final Set<Http1Connection> connections = ConcurrentHashMap.newKeySet();
    private volatile @Nullable RequestHandler handler;
    private volatile boolean stopping;

    /**
     * @param headBytes how long a request line may be, and how long all the headers of a request
     * @param http2 whether clients may speak HTTP/2 without TLS; with TLS they may
     * @param certificate the context with the current certificate, asked for each connection; null for no TLS
     */
    public Http1Server(int headBytes, boolean http2, @Nullable Supplier<SSLContext> certificate) {
        this.headBytes = headBytes;
        this.http2 = http2;
        this.tls = certificate == null ? null : new TlsContexts(certificate);
    }

    public boolean isSecured() {
        return tls != null;
    }

    /** Sets the handler of all requests. Call it before the first connection is accepted. */
    public void serve(RequestHandler answers) {
        handler = answers;
    }

    /**
     * Adds the handlers of a connection that was accepted.
     *
     * @param other goes on with it if it is HTTP/2; is given all its bytes, from the preface on
     */
    public void accept(Channel channel, ChannelHandler other) {
        TlsContexts contexts = tls;
        if (contexts == null) {
            channel.pipeline().addLast(new Http1Connection(this, http2 ? other : null, false));
        } else {
            SslHandler encryption = contexts.current().newHandler(channel.alloc());
            encryption.setHandshakeTimeoutMillis(HANDSHAKE_MILLIS);
            channel.pipeline().addLast(encryption, new TlsConnection(this, other));
        }
    }

    int headBytes() {
        return headBytes;
    }

    private RequestHandler handler() {
        RequestHandler answers = handler;
        if (answers == null) {
            throw new IllegalStateException("a connection was accepted before the handler was set");
        }
        return answers;
    }

    void receive(ServerRequest request, ServerResponse response) {
        handler().receive(request, response);
    }

    void refuse(ServerRequest request, ServerResponse response, RequestError flaw) {
        handler().refuse(request, response, flaw);
    }

    void opened(Http1Connection connection) {
        connections.add(connection);
        if (stopping) {
            connection.drain();
        }
    }

    void closed(Http1Connection connection) {
        connections.remove(connection);
    }

    /** Waits a while for the answers in progress, then ends all connections. The caller has stopped accepting new ones. */
    public CompletableFuture<Void> stop(Duration patience) {
        stopping = true;
        List<CompletableFuture<Void>> ends = new ArrayList<>();
        for (Http1Connection connection : connections) {
            ends.add(end(connection));
        }
        return CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new))
                .completeOnTimeout(null, patience.toMillis(), TimeUnit.MILLISECONDS)
                .thenRun(() -> connections.forEach(Http1Connection::close));
    }

    @SuppressWarnings("FutureReturnValueIgnored") // it is never cancelled
    private static CompletableFuture<Void> end(Http1Connection connection) {
        CompletableFuture<Void> ended = new CompletableFuture<>();
        connection.channel().closeFuture().addListener(closed -> ended.complete(null));
        connection.channel().eventLoop().execute(connection::drain);
        return ended;
    }
}
