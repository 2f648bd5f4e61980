package dev.leat.http.exchange;

import java.util.concurrent.atomic.AtomicLong;

/** How much memory all request bodies together take until their requests are answered, and may take. */
public final class BodyBudget {
    private final long limit;
    private final AtomicLong held = new AtomicLong();

    public BodyBudget(long limit) {
        this.limit = limit;
    }

    /** Takes memory; returns false if that would exceed the limit. */
    boolean take(int bytes) {
        if (held.addAndGet(bytes) <= limit) {
            return true;
        }
        held.addAndGet(-bytes);
        return false;
    }

    void giveBack(int bytes) {
        if (bytes != 0) {
            held.addAndGet(-bytes);
        }
    }

    public long held() {
        return held.get();
    }
}
