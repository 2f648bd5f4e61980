package dev.leat.engine.stream;

import dev.leat.api.Rejection;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** How much all streams together hold, on disk and in memory, against what they may. Shared by all shards. */
public final class Usage {
    private static final Duration RETRY = Duration.ofMillis(250);

    private final Limits limits;
    private final AtomicLong total = new AtomicLong();
    private final AtomicLong hot = new AtomicLong();
    private volatile boolean diskFull;

    public Usage(Limits limits) {
        this.limits = limits;
    }

    public Limits limits() {
        return limits;
    }

    public long total() {
        return total.get();
    }

    public long hot() {
        return hot.get();
    }

    public boolean isDiskFull() {
        return diskFull;
    }

    public void diskFull(boolean full) {
        diskFull = full;
    }

    /** Takes room for bytes, or says why there is none. Room that is not used must be given back. */
    public @Nullable Rejection reserve(long bytes) {
        if (diskFull) {
            return new Rejection.DiskFull();
        }
        if (hot.get() > limits.hotBytes()) {
            return new Rejection.Overloaded(RETRY);
        }
        return take(bytes) ? null : new Rejection.StorageFull(limits.totalBytes());
    }

    /** Never more than the limit even for a moment: another shard would be refused what fits. */
    private boolean take(long bytes) {
        while (true) {
            long before = total.get();
            if (bytes > limits.totalBytes() - before) {
                return false;
            }
            if (total.compareAndSet(before, before + bytes)) {
                return true;
            }
        }
    }

    public void add(long bytes) {
        total.addAndGet(bytes);
    }

    public void giveBack(long bytes) {
        total.addAndGet(-bytes);
    }

    public void hot(long change) {
        if (change != 0) {
            hot.addAndGet(change);
        }
    }
}
