package dev.leat.engine.shard;

import dev.leat.api.Rejection;
import dev.leat.engine.figures.Meters;
import dev.leat.storage.StorageException;
import dev.leat.storage.journal.Journal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs some of the shards on one thread: finishes what became durable, decides what is waiting, sends it to the journal,
 * and sleeps when there is nothing to do. {@link #turn} is one round of that; a test may call it without the thread.
 *
 * <p>For a caller that sends one call after the other, every thread to be woken adds latency. So while this thread sleeps, a caller
 * that {@linkplain CallerRuns lent its own} runs the round itself, as long as calls come one by one and the disk is quick.
 */
public final class ShardRunner implements Runnable {

    /** Changes larger than this end their turn, so that one commit stays short. */
    private static final int TURN_BYTES = 4 << 20;

    /** How much memory may be on its way to the disk before deciding waits for it. */
    private static final long IN_FLIGHT_BYTES = 64 << 20;

    /** How many bytes of payload may wait to be decided. */
    private static final long INBOX_BYTES = 256 << 20;

    /**
     * How long to spin for the next call before sleeping, once every call has come alone for a while: that saves the caller a
     * wake-up. With more than one such client the processor is better left to other threads.
     */
    private static final long LOOKOUT_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private static final int ALONE_FOR_A_WHILE = 32;

    /** A commit that takes longer than this is nothing to hold up a lent thread with. */
    private static final long QUICK_NANOS = TimeUnit.MICROSECONDS.toNanos(400);

    /** Nor is a call with more payload than this. */
    private static final int SMALL_BYTES = 64 << 10;

    /** After so many rounds a lent thread has other things to do: one decides and commits, the next answers. */
    private static final int LENT_ROUNDS = 4;

    private final Journal journal;
    private final int turnBytes;
    private final InstantSource clock;
    private final Meters meters;
    private final Consumer<StorageException> onFailure;
    private final Inbox<Call> inbox;
    private final Inbox<Changes> finished = new Inbox<>(Integer.MAX_VALUE, Long.MAX_VALUE);
    private final List<Shard> shards = new ArrayList<>();
    private final ArrayList<Shard> touched = new ArrayList<>();
    private final ArrayList<Journal.Append> outgoing = new ArrayList<>();
    private final Buffers buffers = new Buffers();

    /** Held by the thread that currently runs the shards: this thread while it is awake, else a lent one. Guards all fields that are not volatile. */
    private final ReentrantLock runLock = new ReentrantLock();

    private @Nullable Call waiting;
    private long inFlightBytes;
    private int inFlight;
    private int aloneInARow;
    private long sleepsUntil;
    private volatile boolean calm;
    private volatile boolean lent;
    private volatile @Nullable Thread parked;
    private volatile boolean stopping;
    private @Nullable StorageException failure;
    private @Nullable Throwable bug;

    public ShardRunner(
            Journal journal, InstantSource clock, int inboxLimit, Meters meters, Consumer<StorageException> onFailure) {
        this.journal = journal;
        this.turnBytes = Math.min(TURN_BYTES, journal.longestBody() / 4);
        this.clock = clock;
        this.meters = meters;
        this.inbox = new Inbox<>(inboxLimit, INBOX_BYTES);
        this.onFailure = onFailure;
    }

    public Shard add(int number) {
        Shard shard = new Shard(number, journal, this);
        shards.add(shard);
        return shard;
    }

    /** How many calls wait to be decided. */
    public int backlog() {
        return inbox.size();
    }

    /** Takes a call in, or refuses it if too many are waiting. */
    public void submit(Shard shard, Call call) {
        call.sendTo(shard);
        took(inbox.offer(call, call.bytes()), call);
    }

    /** Takes in a call that the engine itself must get done. */
    public void force(Shard shard, Call call) {
        call.sendTo(shard);
        took(inbox.force(call), call);
    }

    private void took(Inbox.Offer offer, Call call) {
        switch (offer) {
            case ACCEPTED -> {
                if (!workHere(call)) {
                    wake();
                }
            }
            case FULL -> call.refuse(new Rejection.Overloaded(Duration.ofMillis(100)));
            case CLOSED -> call.refuse(Rejection.Unavailable.closing("the engine is closing"));
        }
    }

    /** Does what waits on the calling thread, if that is lent and no other is at it. Returns whether nothing is left to do. */
    private boolean workHere(Call call) {
        boolean here = CallerRuns.isCurrent();
        if (lent != here) {
            lent = here;
        }
        if (!here
                || !calm
                || call.bytes() > SMALL_BYTES
                || parked == null
                || runLock.isHeldByCurrentThread()
                || !runLock.tryLock()) {
            return false;
        }
        boolean more;
        try {
            int rounds = 0;
            while (rounds < LENT_ROUNDS && turn()) {
                rounds++;
            }
            more = failure != null || due() < sleepsUntil;
        } catch (RuntimeException | Error e) {
            calm = false;
            bug = e;
            more = true;
        } finally {
            runLock.unlock();
        }
        return !more && inbox.isEmpty() && finished.isEmpty();
    }

    /** Called by the journal's committer. */
    void finished(Changes changes) {
        finished.force(changes);
        wake();
    }

    private void wake() {
        Thread sleeper = parked;
        if (sleeper != null && !runLock.isHeldByCurrentThread()) { // else the thread that holds the lock looks again
            parked = null;
            LockSupport.unpark(sleeper);
        }
    }

    /** Finishes what was taken in, then ends the thread. Calls that come later are refused. */
    public void stop() {
        stopping = true;
        wake();
    }

    @Override
    public void run() {
        runLock.lock();
        try {
            while (!done()) {
                if (!turn()) {
                    sleep();
                }
            }
        } catch (RuntimeException | Error e) {
            stopBecauseOf(new StorageException("a shard stopped because of a bug: " + e, e));
        }
        abandon(Rejection.Unavailable.closing("the engine is closing"));
        runLock.unlock();
    }

    /** Refuses the calls that wait for a later turn. */
    private void abandon(Rejection rejection) {
        shards.forEach(shard -> shard.abandon(rejection));
    }

    /** Decides nothing more. What is on its way to the disk is still answered as it turns out. */
    private void stopBecauseOf(StorageException bug) {
        fail(bug);
        outgoing.forEach(frame -> frame.commit().failed(bug));
        shards.forEach(shard -> shard.refuseCurrent(String.valueOf(bug.getMessage())));
        while (inFlight > 0) {
            if (!finish()) {
                sleep();
            }
        }
    }

    private void fail(StorageException cause) {
        if (failure == null) {
            failure = cause;
            onFailure.accept(cause);
        }
        refuseAll();
    }

    private boolean done() {
        if (failure != null) {
            return inFlight == 0;
        }
        return stopping && inFlight == 0 && waiting == null && closed();
    }

    /** Closes the inbox; what it still held is decided first. */
    private boolean closed() {
        waiting = inbox.close();
        return waiting == null;
    }

    /** Releases the lock while there is nothing to do. */
    private void sleep() {
        if (calm && !lent && lookOut()) {
            return;
        }
        boolean onlyCommits = inFlight > 0 && (stopping || waiting != null);
        sleepsUntil = onlyCommits ? Long.MAX_VALUE : due();
        calm &= !onlyCommits;
        long nanos = sleepsUntil == Long.MAX_VALUE
                ? Long.MAX_VALUE
                : TimeUnit.MILLISECONDS.toNanos(Math.max(1, sleepsUntil - clock.millis()));
        parked = Thread.currentThread();
        runLock.unlock();
        if (finished.isEmpty() && (onlyCommits || (inbox.isEmpty() && !stopping))) {
            if (nanos == Long.MAX_VALUE) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, nanos);
            }
        }
        parked = null; // first, so that no lent thread gets ahead again
        runLock.lock();
        Throwable found = bug;
        if (found != null) {
            bug = null;
            throw new IllegalStateException("on a lent thread: " + found, found);
        }
    }

    private long due() {
        long due = Long.MAX_VALUE;
        for (Shard shard : shards) {
            due = Math.min(due, shard.due());
        }
        return due;
    }

    /** Whether a call came before it was time to sleep. */
    private boolean lookOut() {
        long end = System.nanoTime() + LOOKOUT_NANOS;
        while (inbox.isEmpty() && finished.isEmpty() && !stopping) {
            if (System.nanoTime() - end >= 0) {
                aloneInARow = 0;
                calm = false;
                return false;
            }
            Thread.onSpinWait();
        }
        return true;
    }

    /** One round. Returns whether there was anything to do. */
    public boolean turn() {
        boolean busy = finish();
        if (failure != null) {
            return busy;
        }
        if (waiting == null) {
            waiting = inbox.takeAll();
        }
        long now = clock.millis(); // after that, so that no call is decided before it was made
        busy |= decideWaiting(now);
        for (Shard shard : shards) {
            shard.expire(now);
        }
        busy |= !touched.isEmpty();
        for (int i = 0; i < touched.size(); i++) {
            touched.get(i).endTurn();
        }
        touched.clear();
        if (!outgoing.isEmpty()) {
            hand();
        }
        return busy;
    }

    /**
     * Commits on this thread, unless the committer or another worker is at it and takes these frames along next. What comes
     * meanwhile makes the next group: fewer and larger ones, and no thread has to be woken for either.
     */
    private void hand() {
        boolean alone = outgoing.size() == 1 && outgoing.get(0).commit().calls() == 1;
        long start = System.nanoTime();
        journal.commit(outgoing);
        outgoing.clear();
        alone &= waiting == null && inbox.isEmpty() && System.nanoTime() - start < QUICK_NANOS;
        aloneInARow = alone ? aloneInARow + 1 : 0;
        calm = aloneInARow >= ALONE_FOR_A_WHILE;
    }

    private boolean decideWaiting(long now) {
        boolean busy = false;
        while (waiting != null && inFlightBytes < IN_FLIGHT_BYTES && outgoing.isEmpty()) {
            Call call = waiting;
            waiting = inbox.next(call);
            call.shard().decide(call, now);
            busy = true;
        }
        return busy;
    }

    private boolean finish() {
        Changes changes = finished.takeAll();
        boolean busy = changes != null;
        while (changes != null) {
            Changes following = finished.next(changes);
            inFlight--;
            inFlightBytes -= changes.out().capacity();
            StorageException cause = changes.failure();
            if (cause != null) {
                fail(cause); // before any call is refused: a repeated one must find the engine recovering
            }
            changes.shard().finish(changes);
            buffers.giveBack(changes.out());
            changes = following;
        }
        return busy;
    }

    /** Memory is ahead of the disk: no call may be answered from it any more. */
    private void refuseAll() {
        Rejection rejection = new Rejection.Unavailable("the last commit failed", Duration.ofSeconds(1));
        refuse(waiting, rejection);
        waiting = null;
        refuse(inbox.close(), rejection);
        abandon(rejection);
    }

    private void refuse(@Nullable Call first, Rejection rejection) {
        for (Call call = first; call != null; call = inbox.next(call)) {
            call.refuseNow(rejection);
        }
    }

    Meters meters() {
        return meters;
    }

    int turnBytes() {
        return turnBytes;
    }

    void touched(Shard shard) {
        touched.add(shard);
    }

    /** Takes a frame to the journal, together with the others of this round. */
    void send(Journal.Append frame, int memory) {
        outgoing.add(frame);
        inFlight++;
        inFlightBytes += memory;
    }

    Buffers buffers() {
        return buffers;
    }
}
