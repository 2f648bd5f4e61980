package dev.leat.http.queue;

import dev.leat.api.Rejection;
import dev.leat.http.exchange.Problem;
import dev.leat.http.exchange.Problems;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Those who wait for messages, or for room for theirs, on whichever event loop. */
final class Waiting {
    /** Not to be taken for an empty queue, nor for a full one. */
    static final Problem STOPPING = Problems.from(Rejection.Unavailable.closing("the server is stopping"));

    private final Set<Wait> waits = ConcurrentHashMap.newKeySet();
    private volatile boolean draining;

    /** Somebody who may wait. */
    interface Wait {
        /** The server stops. */
        void drain();
    }

    /** Whether it may wait: not if the server stops. */
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

    /** Lets nobody wait any longer. */
    void drain() {
        draining = true;
        waits.forEach(Wait::drain);
    }
}
