package dev.leat.client.transport;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The connections of HTTP/2. The JDK keeps one to a server and fails every request beyond what that lets go on at once, and
 * requests that wait, such as followers, would leave no room for the others. So there is another lane whenever all are full.
 */
public final class ConnectionPool {
    /** Servers let 100 requests go on at once on a connection, as ours does; one that has just ended may still be among them. */
    private static final int HTTP_2 = 80;

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Supplier<HttpClient> more;
    private final int limit;
    private final @Nullable URI opening;
    private final List<Lane> lanes = new ArrayList<>();

    private ConnectionPool(Supplier<HttpClient> more, int limit, @Nullable URI opening) {
        this.more = more;
        this.limit = limit;
        this.opening = opening;
    }

    /** HTTP/1.1 has a connection for each request. */
    public static ConnectionPool of11(Supplier<HttpClient> more) {
        return new ConnectionPool(more, Integer.MAX_VALUE, null);
    }

    /**
     * Until the JDK knows that a server speaks HTTP/2 it opens a connection for each request: for many at once, a storm of handshakes.
     * So one request opens a lane, and the others wait for its answer, whatever that is.
     *
     * @param opening what is asked for then
     */
    public static ConnectionPool of2(Supplier<HttpClient> more, URI opening) {
        return new ConnectionPool(more, HTTP_2, opening);
    }

    /** The first lane with room, so that the later ones are left when there is less to do. */
    synchronized Lane enter() {
        for (Lane lane : lanes) {
            if (lane.used < limit) {
                return lane.entered();
            }
        }
        Lane lane = new Lane(more.get());
        lanes.add(lane);
        return lane.entered();
    }

    /** One connection, and how much goes on there. */
    final class Lane {
        private final HttpClient http;
        private final CompletableFuture<Boolean> open = new CompletableFuture<>();
        private int used;

        private Lane(HttpClient http) {
            this.http = http;
            if (opening == null) {
                open.complete(true);
            } else {
                open(opening);
            }
        }

        @SuppressWarnings("FutureReturnValueIgnored") // whoever comes next is told what is wrong
        private void open(URI target) {
            HttpRequest request = HttpRequest.newBuilder(target)
                    .method("HEAD", HttpRequest.BodyPublishers.noBody())
                    .timeout(PATIENCE)
                    .build();
            http.sendAsync(request, head -> {
                        open.complete(true);
                        return HttpResponse.BodySubscribers.discarding();
                    })
                    .whenComplete((answer, failure) -> open.complete(false));
        }

        /** Runs something once there is a connection, or none can be had. */
        @SuppressWarnings("FutureReturnValueIgnored") // it does not fail
        void whenOpen(Runnable task) {
            open.thenRun(task);
        }

        private Lane entered() {
            used++;
            return this;
        }

        HttpClient http() {
            return http;
        }

        void leave() {
            synchronized (ConnectionPool.this) {
                used--;
            }
        }
    }
}
