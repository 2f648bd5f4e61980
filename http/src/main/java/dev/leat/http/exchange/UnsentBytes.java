package dev.leat.http.exchange;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Memory of answers that clients have not taken yet, summed over all connections. Bytes that several answers share count once.
 * Every method may be called on any thread.
 */
public final class UnsentBytes {
    /** The smallest page that a read is cut down to. */
    private static final int LEAST_PAGE_BYTES = 64 << 10;

    /** A single page takes at most this part of what is free. */
    private static final int PAGES = 16;

    private final long limit;
    private final AtomicLong held = new AtomicLong();

    public UnsentBytes(long limit) {
        this.limit = limit;
    }

    /** Adds to the held memory; a negative number frees it. */
    public void add(long bytes) {
        held.addAndGet(bytes);
    }

    public long held() {
        return held.get();
    }

    public boolean isExceeded() {
        return held.get() > limit;
    }

    /** Returns whether the limit is exceeded by a quarter, although connections that do not read were cut. */
    public boolean isFarExceeded() {
        return held.get() > limit + limit / 4;
    }

    /**
     * Returns whether enough connections were cut: a quarter of the limit is free, so that the next write does not
     * exceed it again.
     */
    public boolean isRelieved() {
        return held.get() <= limit - limit / 4;
    }

    /** Returns how many bytes of messages to read for one answer: fewer than {@code most} when memory gets scarce. */
    public int pageBytes(int most) {
        long part = (limit - held.get()) / PAGES;
        return (int) Math.min(most, Math.max(LEAST_PAGE_BYTES, part));
    }
}
