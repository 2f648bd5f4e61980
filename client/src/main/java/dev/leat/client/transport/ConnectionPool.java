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
 * Connections to one server. With HTTP/2 the JDK keeps one connection and fails requests beyond its limit of concurrent streams, and
 * requests that wait, such as followers, would use all of them. So another connection is opened whenever all are full.
 */
public final class ConnectionPool {
    /** Requests at once on a connection: below the usual limit of 100, since a request that has just ended can still count. */
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

    /** Returns a pool for HTTP/1.1, in which each request has a connection. */
    public static ConnectionPool of11(Supplier<HttpClient> more) {
        return new ConnectionPool(more, Integer.MAX_VALUE, null);
    }

    /**
     * Returns a pool for HTTP/2. Until the JDK knows that a server speaks HTTP/2, it opens a connection for each request. So the first
     * request on a connection is a probe, and the others wait for its answer, whatever that is.
     *
     * @param opening the URL of the probe
     */
    public static ConnectionPool of2(Supplier<HttpClient> more, URI opening) {
        return new ConnectionPool(more, HTTP_2, opening);
    }

    /** Returns the first connection with room, so that the later ones become idle under less load. */
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

    /** One connection and the number of requests on it. */
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

        @SuppressWarnings("FutureReturnValueIgnored") // the requests that follow report the failure
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

        /** Runs a task after the probe is answered or has failed. */
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
