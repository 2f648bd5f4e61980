package dev.leat.client.wire;

import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The connections of HTTP/2. The JDK keeps one to a server and fails every request beyond what that lets go on at once, and
 * requests that wait, such as followers, would leave no room for the others. So there is another lane whenever all are full.
 */
public final class Lanes {
    /** Servers let 100 requests go on at once on a connection, as ours does; one that has just ended may still be among them. */
    public static final int HTTP_2 = 80;

    /** HTTP/1.1 has a connection for each request. */
    public static final int NO_END = Integer.MAX_VALUE;

    private final Supplier<HttpClient> more;
    private final int limit;
    private final List<Lane> lanes = new ArrayList<>();

    /** @param limit how many requests may go on at once in a lane */
    public Lanes(Supplier<HttpClient> more, int limit) {
        this.more = more;
        this.limit = limit;
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
        private int used;

        private Lane(HttpClient http) {
            this.http = http;
        }

        private Lane entered() {
            used++;
            return this;
        }

        HttpClient http() {
            return http;
        }

        void leave() {
            synchronized (Lanes.this) {
                used--;
            }
        }
    }
}
