package dev.leat.engine.support;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for what other threads do. */
public final class Until {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private Until() {}

    /** Waits until something holds; fails if that takes unreasonably long. */
    public static void holds(String what, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("still not: " + what);
            }
            Thread.sleep(1);
        }
    }
}
