package dev.leat.engine.shard;

/** Threads on which the engine may do the work that they hand to it, see {@link dev.leat.api.spi.Engine#lendThread}. */
public final class CallerRuns {
    private static final ThreadLocal<Boolean> CURRENT = new ThreadLocal<>();

    private CallerRuns() {}

    public static void lendCurrent() {
        CURRENT.set(true);
    }

    public static boolean isCurrent() {
        return CURRENT.get() != null;
    }
}
