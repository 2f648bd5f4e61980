package dev.leat.cache;

import org.jspecify.annotations.Nullable;

/** A value, or that there is none, with what it counts on and its times. Times are readings of the ticker. */
final class Entry<V> implements Slot<V> {

    private final @Nullable V value;
    private final CountStamp stamp;
    private final boolean covered;
    private final long ahead;
    private final long fresh;
    private final long kept;

    /**
     * From {@code ahead} on a hit starts a refresh, from {@code fresh} on there are no more hits, and from {@code kept} on it is
     * forgotten.
     */
    record Times(long ahead, long fresh, long kept) {}

    /** @param covered whether everything in the stamp was known when the load began, so that callers that joined it could compare */
    Entry(@Nullable V value, CountStamp stamp, boolean covered, Times times) {
        this.value = value;
        this.stamp = stamp;
        this.covered = covered;
        ahead = times.ahead;
        fresh = times.fresh;
        kept = times.kept;
    }

    @Nullable
    V value() {
        return value;
    }

    boolean current() {
        return stamp.current();
    }

    boolean covered() {
        return covered;
    }

    boolean dueAt(long now) {
        return now - ahead >= 0;
    }

    boolean freshAt(long now) {
        return now - fresh < 0;
    }

    boolean keptAt(long now) {
        return now - kept < 0;
    }

    long keptFor(long now) {
        return Math.max(0, kept - now);
    }

    /** This value as if nothing had been invalidated until now, but out of date. */
    Entry<V> pardoned(long now) {
        return new Entry<>(value, stamp.renewed(), true, new Times(now, now, kept));
    }

    /** Returns this value for want of a better one: no load is tried again before the time. */
    Entry<V> until(long retry, boolean covers) {
        long stale = retry - kept < 0 ? retry : kept;
        return new Entry<>(value, stamp, covers, new Times(retry, fresh - stale < 0 ? stale : fresh, kept));
    }
}
