package dev.leat.storage.journal;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The frames that wait for the committer: a stack that any thread pushes to and one thread takes whole. Three marks stand in
 * for an empty stack: {@code idle} says that the committer is parked, so only the push that replaces it pays for a wake-up;
 * {@code lent} says that it is parked and another thread does its work; {@code shut} says that nothing is taken any more.
 */
final class PendingFrames {
    private final Frame idle = Frame.mark();
    private final Frame lent = Frame.mark();
    private final Frame shut = Frame.mark();
    private final AtomicReference<@Nullable Frame> top = new AtomicReference<>();
    private final AtomicBoolean isLent = new AtomicBoolean();
    private volatile @Nullable Thread taker;

    /** Adds a frame; false if nothing is taken any more. */
    boolean push(Frame frame) {
        return push(frame, frame);
    }

    /** Adds frames that are linked from the newest to the oldest. While the committer's place is lent, no thread is woken. */
    boolean push(Frame oldest, Frame newest) {
        Frame seen;
        do {
            seen = top.get();
            if (seen == shut) {
                return false;
            }
            oldest.next = seen == idle || seen == lent ? null : seen;
        } while (!top.compareAndSet(seen, newest));
        if (seen == idle) {
            LockSupport.unpark(taker);
        }
        return true;
    }

    /** Takes the parked committer's place; false if it is at work. The thread that took it gives it back. */
    boolean borrow() {
        if (top.get() != idle || !isLent.compareAndSet(false, true)) {
            return false;
        }
        if (top.compareAndSet(idle, lent)) {
            return true;
        }
        isLent.set(false);
        LockSupport.unpark(taker); // it may have seen the flag, and parked with something to do
        return false;
    }

    /** Gives the committer its place back, and wakes it if frames were pushed meanwhile. */
    void giveBack() {
        isLent.set(false);
        if (!top.compareAndSet(lent, idle)) {
            LockSupport.unpark(taker);
        }
    }

    /** Takes all that waits, oldest first; parks until there is something. */
    Frame take() {
        taker = Thread.currentThread();
        while (true) {
            Frame newest = top.get();
            if (newest == null) {
                top.compareAndSet(null, idle);
            } else if (newest == idle || newest == lent || isLent.get()) {
                LockSupport.park(this);
            } else if (top.compareAndSet(newest, null)) {
                return oldestFirst(newest);
            }
        }
    }

    /** Takes what is left and nothing more from then on. */
    @Nullable
    Frame shut() {
        Frame newest = top.getAndSet(shut);
        return newest == null || newest == idle || newest == shut ? null : oldestFirst(newest);
    }

    private static Frame oldestFirst(Frame newest) {
        Frame first = newest;
        Frame rest = newest.next;
        first.next = null;
        while (rest != null) {
            Frame older = rest.next;
            rest.next = first;
            first = rest;
            rest = older;
        }
        return first;
    }
}
