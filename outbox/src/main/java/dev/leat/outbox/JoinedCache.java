package dev.leat.outbox;

import dev.leat.outbox.invalidation.FlushReason;
import dev.leat.outbox.invalidation.InvalidationCounters;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A cache of this node with its failed flushes. A cache that could not apply an invalidation has to be flushed. While a flush that it
 * needs has not succeeded it is dirty: it may hand out values that were invalidated. A flush that failed is repeated by {@link #retry},
 * after pauses that double from 50 ms to a second.
 *
 * <p>Thread-safe. The cache itself is called without a lock, by several threads at once.
 */
final class JoinedCache {

    private static final Logger LOG = LoggerFactory.getLogger(JoinedCache.class);
    private static final long FIRST_PAUSE_MILLIS = 50;
    private static final long LONGEST_PAUSE_MILLIS = 1000;

    private final Invalidations cache;
    private final InvalidationCounters counters;

    /** How many flushes were needed so far; those up to {@code flushed} were made up for by a flush that began later and succeeded. */
    private long needed;

    private long flushed;

    /** Consecutive flushes that failed; 0 if the last one succeeded. */
    private int failures;

    private @Nullable FlushReason reason;
    private long retryAtNanos;
    private String error = "";
    private long dirtyNanos;

    JoinedCache(Invalidations cache, InvalidationCounters counters) {
        this.cache = cache;
        this.counters = counters;
    }

    /**
     * Applies an invalidation. If the cache throws, it is flushed; if that fails as well, it is dirty. While a flush is to be repeated, what
     * cannot be applied waits for that one: a cache that is broken does not slow down every commit.
     */
    void apply(Intent intent) {
        try {
            cache.apply(intent);
        } catch (RuntimeException | Error e) {
            if (need(FlushReason.FAILED)) {
                LOG.warn("{} could not apply {}, so it is flushed", name(), intent, e);
                attempt(FlushReason.FAILED);
            } else {
                retry();
            }
        }
    }

    /** Flushes the cache. If it throws, it is dirty. */
    void flush(FlushReason why) {
        need(why);
        attempt(why);
    }

    /** Notes that a flush is needed that begins from now on. Returns whether none is waiting to be repeated. */
    private synchronized boolean need(FlushReason why) {
        counters.flushed(why);
        reason = flushed == needed ? why : reason;
        needed++;
        return failures == 0;
    }

    /** Repeats a flush that failed, if its pause is over. Returns whether the cache was dirty and is not any more. */
    boolean retry() {
        FlushReason why = due();
        return why != null && attempt(why);
    }

    private synchronized @Nullable FlushReason due() {
        boolean due = failures > 0 && needed > flushed && System.nanoTime() - retryAtNanos >= 0;
        return due ? reason : null;
    }

    /** Returns whether the flush succeeded and no other one became necessary meanwhile. */
    private boolean attempt(FlushReason why) {
        long covers;
        synchronized (this) {
            covers = needed;
        }
        try {
            cache.flush(why.text());
        } catch (RuntimeException | Error e) {
            failed(e);
            return false;
        }
        return succeeded(covers);
    }

    private synchronized void failed(Throwable e) {
        counters.flushFailures.increment();
        error = e.toString();
        if (failures++ == 0) {
            dirtyNanos = System.nanoTime();
            LOG.error("{} could not be flushed and may be stale; the flush is repeated until it succeeds", name(), e);
        }
        long pause = Math.min(LONGEST_PAUSE_MILLIS, FIRST_PAUSE_MILLIS << Math.min(failures - 1, 10));
        retryAtNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(pause);
    }

    private synchronized boolean succeeded(long covers) {
        flushed = Math.max(flushed, covers);
        if (flushed < needed) {
            return false;
        }
        if (failures > 0) {
            LOG.info("{} was flushed after {} failures and is right again", name(), failures);
            failures = 0;
        }
        return true;
    }

    synchronized boolean isDirty() {
        return flushed < needed;
    }

    /** Returns how long to sleep at most before {@link #retry} is called; {@link Long#MAX_VALUE} if there is nothing to repeat. */
    synchronized long untilRetryMillis() {
        return failures == 0 || flushed >= needed
                ? Long.MAX_VALUE
                : Math.max(1, TimeUnit.NANOSECONDS.toMillis(retryAtNanos - System.nanoTime()) + 1);
    }

    /** Returns what is wrong with the cache; null if no flush has failed, or a later one succeeded. */
    synchronized @Nullable String alert() {
        if (failures == 0 || flushed >= needed) {
            return null;
        }
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - dirtyNanos);
        return name() + " may be stale for " + seconds + " s: it could not be flushed " + failures
                + " times, last with " + error;
    }

    private String name() {
        return "the cache " + cache.getClass().getName();
    }
}
