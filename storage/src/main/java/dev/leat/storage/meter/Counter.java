package dev.leat.storage.meter;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A number that only grows. One thread at a time adds to it, so that adding is a load and a store and no locked instruction;
 * any thread reads it.
 */
public final class Counter {
    private final AtomicLong value = new AtomicLong();

    public Counter() {}

    public void add(long more) {
        value.setRelease(value.getPlain() + more);
    }

    public void increment() {
        add(1);
    }

    public long value() {
        return value.getAcquire();
    }
}
