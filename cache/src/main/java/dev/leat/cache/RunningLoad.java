package dev.leat.cache;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A load that is running, and the callers that wait for it. */
final class RunningLoad<V> implements Slot<V> {

    private final long began;
    private final CountStamp stamp;
    private final @Nullable Entry<V> previous;
    private final CompletableFuture<Entry<V>> done = new CompletableFuture<>();

    private volatile @Nullable Thread runner;

    /**
     * @param began the position of the log of invalidations
     * @param previous the value before, which is served while it is fresh, or if the loader fails
     */
    RunningLoad(long began, CountStamp stamp, @Nullable Entry<V> previous) {
        this.began = began;
        this.stamp = stamp;
        this.previous = previous;
    }

    long began() {
        return began;
    }

    CountStamp stamp() {
        return stamp;
    }

    @Nullable
    Entry<V> previous() {
        return previous;
    }

    CompletableFuture<Entry<V>> done() {
        return done;
    }

    /** The thread that is in the loader, if one is. */
    @Nullable
    Thread runner() {
        return runner;
    }

    void runBy(@Nullable Thread thread) {
        runner = thread;
    }

    /**
     * Returns whether a caller that joined at a position of the log may have the result. What the loader found out only at the
     * end could not be compared when joining.
     */
    boolean serves(Entry<V> entry, long joined) {
        return entry.covered() || joined == began || entry.current();
    }
}
