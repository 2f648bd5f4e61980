package dev.leat.http.queue;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Those who wait for messages, on whichever event loop. */
final class Waiting {
    private final Set<Receiving> receivings = ConcurrentHashMap.newKeySet();
    private volatile boolean draining;

    /** Whether it may wait: not if the server stops. */
    boolean add(Receiving receiving) {
        receivings.add(receiving);
        if (draining) {
            receivings.remove(receiving);
            return false;
        }
        return true;
    }

    void remove(Receiving receiving) {
        receivings.remove(receiving);
    }

    /** Lets nobody wait any longer. */
    void drain() {
        draining = true;
        receivings.forEach(Receiving::drain);
    }
}
