package dev.leat.http.http1;

import dev.leat.http.exchange.ServerRequest;
import dev.leat.http.exchange.ServerResponse;
import io.netty.channel.ChannelHandler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** All connections without TLS. */
public final class Http1Server {
    private final int headBytes;
    private final boolean http2;
    private final Set<Http1Connection> connections = ConcurrentHashMap.newKeySet();
    private volatile @Nullable Receiver receiver;
    private volatile boolean stopping;

    /** Answers requests. */
    public interface Receiver {
        void receive(ServerRequest request, ServerResponse response);

        /** Answers something that is no request. */
        void refuse(ServerRequest request, ServerResponse response, RequestError flaw);
    }

    /**
     * @param headBytes how long a request line may be, and how long all the headers of a request
     * @param http2 whether clients may speak HTTP/2
     */
    public Http1Server(int headBytes, boolean http2) {
        this.headBytes = headBytes;
        this.http2 = http2;
    }

    /** Says who answers; before the first client comes. */
    public void serve(Receiver answers) {
        receiver = answers;
    }

    /**
     * Makes the handler of a connection that was accepted.
     *
     * @param other goes on with it if it is HTTP/2
     */
    public ChannelHandler connection(ChannelHandler other) {
        return new Http1Connection(this, http2 ? other : null);
    }

    int headBytes() {
        return headBytes;
    }

    private Receiver receiver() {
        Receiver answers = receiver;
        if (answers == null) {
            throw new IllegalStateException("nobody answers yet");
        }
        return answers;
    }

    void receive(ServerRequest request, ServerResponse response) {
        receiver().receive(request, response);
    }

    void refuse(ServerRequest request, ServerResponse response, RequestError flaw) {
        receiver().refuse(request, response, flaw);
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

    /** Lets what is being answered be answered, for a while, and ends all connections. Nobody must be accepted any more. */
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
