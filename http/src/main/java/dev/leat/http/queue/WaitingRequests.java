package dev.leat.http.queue;

import dev.leat.api.Rejection;
import dev.leat.http.exchange.Problem;
import dev.leat.http.exchange.Problems;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The requests that wait for messages or for room, of all event loops. */
final class WaitingRequests {
    /** Problem of a wait that a stop ends; it differs from the answers of an empty and of a full queue. */
    static final Problem STOPPING = Problems.from(Rejection.Unavailable.closing("the server is stopping"));

    private final Set<Wait> waits = ConcurrentHashMap.newKeySet();
    private volatile boolean draining;

    /** A request that may wait. */
    interface Wait {
        /** Ends the wait because the server stops. */
        void drain();
    }

    /** Registers a wait. Returns false if the server is stopping; the request then must not wait. */
    boolean add(Wait wait) {
        waits.add(wait);
        if (draining) {
            waits.remove(wait);
            return false;
        }
        return true;
    }

    void remove(Wait wait) {
        waits.remove(wait);
    }

    /** Ends all waits; no request waits from now on. */
    void drain() {
        draining = true;
        waits.forEach(Wait::drain);
    }
}
