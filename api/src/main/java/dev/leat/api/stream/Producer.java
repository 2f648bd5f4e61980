package dev.leat.api.stream;

import dev.leat.api.NotFoundException;
import dev.leat.api.OutcomeUnknownException;
import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.UnavailableException;
import dev.leat.api.internal.Patience;
import dev.leat.api.internal.Promise;
import dev.leat.api.internal.Waiting;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Engine;
import dev.leat.api.spi.Reply;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Appends many messages to one stream, each exactly once and in their order, whatever happens on the way. What is handed over while
 * batches are on their way goes with the next one, so that a batch is as large as the load makes it. For any number of threads.
 *
 * <p>Every batch has a {@link ProducerStamp}. One whose answer was lost, or that came before its turn, is sent again with the same
 * stamp. A batch that is refused for good ends the producer: what came after it is refused as well, and nothing of that is in the
 * stream. {@link #flush}, {@link #finish} and {@link #close} then throw the {@link RejectedException} of that batch: a {@link
 * NotFoundException} if the stream is gone, an {@link UnavailableException} or {@link OutcomeUnknownException} if its patience is at an end.
 */
public final class Producer<T> implements AutoCloseable {
    /** After so many epochs that were all taken, the answers are not to be trusted: each may have appended the first batch again. */
    private static final int MOST_CLAIMS = 10;

    private final Engine engine;
    private final StreamPath path;
    private final Function<? super T, byte[]> encoding;
    private final String id;
    private final boolean claims;
    private final int inFlight;
    private final int batchBytes;
    private final long waitingBytes;
    private final long patienceNanos;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();
    private final ForkJoinPool.ManagedBlocker full = new ForkJoinPool.ManagedBlocker() {
        @Override
        public boolean isReleasable() {
            return pendingBytes <= waitingBytes || end != null || closed;
        }

        @Override
        public boolean block() {
            while (!isReleasable()) {
                room.awaitUninterruptibly();
            }
            return true;
        }
    };

    /** Those that have a seq and no answer, in the order of their seqs; only the last may grow, and only before it was sent. */
    private final Deque<ProducerBatch> batches = new ArrayDeque<>();

    private final List<Runnable> told = new ArrayList<>();

    private @Nullable Long epoch;
    private final boolean claimed;
    private long askedNanos;
    private int asked;
    private int claimsMade;
    private boolean established;
    private boolean asking;
    private boolean pausing;
    private long nextSeq;
    private long pendingBytes;
    private boolean closed;
    private @Nullable Rejection end;

    Producer(ProducerBuilder<T> from) {
        this.engine = from.engine;
        this.path = from.path;
        this.encoding = from.encoding;
        this.id = from.id;
        this.epoch = from.epoch;
        this.claims = from.claims;
        this.claimed = from.epoch == null;
        this.inFlight = from.inFlight;
        this.batchBytes = from.batchBytes;
        this.waitingBytes = from.waitingBytes;
        this.patienceNanos = TimeUnit.NANOSECONDS.convert(from.patience);
    }

    /** The name under which it appends. */
    public String id() {
        return id;
    }

    /**
     * Hands a message over; the stage completes when it is durable, or with a {@link RejectedException}. Waits only while as much
     * is on its way as may be.
     */
    public CompletionStage<AppendResult> append(T value) {
        byte[] payload = encoding.apply(value);
        lock.lock();
        try {
            Waiting.until(full);
            requireOpen();
            if (end != null) {
                return CompletableFuture.failedFuture(RejectedException.withoutTrace(end));
            }
            pendingBytes += payload.length;
            CompletableFuture<AppendResult> taker = open(payload.length).add(payload);
            pump();
            return taker;
        } finally {
            unlock();
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the producer is closed");
        }
    }

    /** The batch that still grows, or a new one. */
    private ProducerBatch open(int more) {
        ProducerBatch last = batches.peekLast();
        boolean grows = last != null && !last.close && !last.wasSent && last.bytes + more <= batchBytes;
        return grows ? last : added(new ProducerBatch(false));
    }

    private ProducerBatch added(ProducerBatch batch) {
        batch.seq = nextSeq++;
        batches.addLast(batch);
        return batch;
    }

    /** Waits until everything that was handed over so far is durable. */
    public void flush() {
        await(handedOver());
    }

    private List<CompletableFuture<AppendResult>> handedOver() {
        lock.lock();
        try {
            List<CompletableFuture<AppendResult>> all = new ArrayList<>();
            batches.forEach(batch -> all.addAll(batch.takers));
            if (end != null) {
                throw RejectedException.of(end);
            }
            return all;
        } finally {
            unlock();
        }
    }

    private static void await(List<CompletableFuture<AppendResult>> all) {
        for (CompletableFuture<AppendResult> one : all) {
            await(one);
        }
    }

    private static AppendResult await(CompletableFuture<AppendResult> one) {
        try {
            return one.join();
        } catch (CompletionException e) {
            RejectedException refused = Promise.refusal(e.getCause());
            throw refused != null ? refused : e;
        }
    }

    /** Ends the stream after everything that was handed over, exactly once as well; the producer is closed with it. */
    public AppendResult finish() {
        return end(null);
    }

    /** Appends a last message after everything that was handed over and ends the stream, in one step; the producer is closed with it. */
    public AppendResult finish(T last) {
        return end(encoding.apply(last));
    }

    private AppendResult end(byte @Nullable [] payload) {
        CompletableFuture<AppendResult> ended;
        lock.lock();
        try {
            requireOpen();
            closed = true;
            if (end != null) {
                throw RejectedException.of(end);
            }
            ProducerBatch batch = added(new ProducerBatch(true));
            if (payload == null) {
                ended = batch.taker();
            } else {
                pendingBytes += payload.length;
                ended = batch.add(payload);
            }
            pump();
        } finally {
            unlock();
        }
        return await(ended);
    }

    /** Takes nothing more, and waits until everything that was handed over is durable. */
    @Override
    public void close() {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            room.signalAll();
        } finally {
            unlock();
        }
        flush();
    }

    /** Sends what may be sent: the first alone until the epoch is known to be ours, then several at once. */
    private void pump() {
        if (end != null || pausing || asking || batches.isEmpty()) {
            return;
        }
        if (epoch == null) {
            askForEpoch();
            return;
        }
        int most = established ? inFlight : 1;
        int on = 0;
        for (ProducerBatch batch : List.copyOf(batches)) {
            if (on++ == most || (batch.close && on > 1)) { // a closed stream would refuse repeats of what came before
                return;
            }
            if (batch.state == ProducerBatch.State.WAITING) {
                send(batch, epoch);
            }
        }
    }

    private void send(ProducerBatch batch, long inEpoch) {
        batch.state = ProducerBatch.State.SENT;
        batch.sentAsFirst = batch == batches.peekFirst();
        if (!batch.wasSent) {
            batch.wasSent = true;
            batch.firstSentNanos = System.nanoTime();
        }
        Body body = batch.payloads.isEmpty() ? Body.EMPTY : new Body(List.copyOf(batch.payloads));
        ProducerStamp stamp = new ProducerStamp(id, inEpoch, batch.seq);
        engine.submit(new Command.Append(path, null, body, stamp, null, batch.close), new Reply<AppendResult>() {
            @Override
            public void answered(AppendResult outcome) {
                locked(() -> appended(batch, inEpoch, outcome));
            }

            @Override
            public void refused(Rejection rejection) {
                locked(() -> notAppended(batch, inEpoch, rejection));
            }

            @Override
            public void repeated() {
                locked(() -> batch.doubtful = true);
            }
        });
    }

    private boolean isCurrent(ProducerBatch batch, long inEpoch) {
        return epoch != null && epoch == inEpoch && batches.contains(batch);
    }

    private void appended(ProducerBatch batch, long inEpoch, AppendResult outcome) {
        if (!isCurrent(batch, inEpoch)) {
            return;
        }
        ProducerStamp latest = outcome.producer();
        if (claimed
                && !established
                && outcome.duplicate()
                && !batch.doubtful) { // another producer claimed the same epoch
            claim(batch, latest == null ? inEpoch : latest.epoch());
            return;
        }
        established = true;
        batches.remove(batch);
        pendingBytes -= batch.bytes;
        batches.forEach(Producer::mayComeNow);
        room.signalAll();
        told.add(() -> batch.takers.forEach(taker -> taker.complete(outcome)));
        pump();
    }

    private static void mayComeNow(ProducerBatch batch) {
        if (batch.state == ProducerBatch.State.EARLY) {
            batch.state = ProducerBatch.State.WAITING;
        }
    }

    private void notAppended(ProducerBatch batch, long inEpoch, Rejection rejection) {
        if (!isCurrent(batch, inEpoch)) {
            return;
        }
        batch.state = ProducerBatch.State.WAITING;
        batch.doubtful |= rejection instanceof Rejection.OutcomeUnknown;
        if (rejection instanceof Rejection.EpochStale stale && (claims || claimed) && !established && !batch.doubtful) {
            claim(batch, stale.current());
        } else if (rejection instanceof Rejection.ProducerGap && !batch.sentAsFirst) {
            batch.state = batch == batches.peekFirst() ? ProducerBatch.State.WAITING : ProducerBatch.State.EARLY;
            pump();
        } else if (isWorthRepeating(rejection, batch.firstSentNanos)) {
            pause(++batch.failures, rejection);
        } else {
            give(batch, rejection);
        }
    }

    private boolean isWorthRepeating(Rejection rejection, long sinceNanos) {
        return rejection instanceof Rejection.Retryable
                && engine.wasReached()
                && System.nanoTime() - sinceNanos < patienceNanos;
    }

    private void claim(ProducerBatch batch, long taken) {
        if (++claimsMade > MOST_CLAIMS) {
            String what = "every epoch that the producer " + id + " claims is answered as taken, up to " + taken;
            give(batch, new Rejection.Conflict(-1, what, null));
            return;
        }
        epoch = taken + 1;
        batch.state = ProducerBatch.State.WAITING;
        pump();
    }

    /** Nothing is sent for a while. What is on its way stays on its way. */
    private void pause(int failures, Rejection why) {
        if (!pausing) {
            pausing = true;
            CompletableFuture.delayedExecutor(Patience.millis(failures, why), TimeUnit.MILLISECONDS)
                    .execute(() -> locked(this::goOn));
        }
    }

    private void goOn() {
        pausing = false;
        pump();
    }

    /** Gives up a batch and all that come after it; those before it may still be answered. */
    private void give(ProducerBatch batch, Rejection why) {
        end = why;
        boolean after = false;
        for (ProducerBatch other : List.copyOf(batches)) {
            after |= other == batch;
            if (after) {
                batches.remove(other);
                pendingBytes -= other.bytes;
                RejectedException refusal = RejectedException.withoutTrace(why);
                told.add(() -> other.takers.forEach(taker -> taker.completeExceptionally(refusal)));
            }
        }
        room.signalAll();
    }

    /**
     * Finds out which epoch is the current one, by an append that can never be its turn: a refusal tells, and nothing is written.
     * The stream would otherwise take new messages for repeats of those from an earlier life of the producer.
     */
    private void askForEpoch() {
        asking = true;
        if (askedNanos == 0) {
            askedNanos = System.nanoTime();
        }
        ProducerStamp never = new ProducerStamp(id, 0, ProducerStamp.MAX);
        engine.submit(new Command.Append(path, null, Body.of("0"), never, null, false), new Reply<AppendResult>() {
            @Override
            public void answered(AppendResult outcome) {
                refused(new Rejection.BadArgument("the producer " + id + " has no seqs left"));
            }

            @Override
            public void refused(Rejection rejection) {
                locked(() -> learned(rejection));
            }
        });
    }

    private void learned(Rejection rejection) {
        asking = false;
        if (rejection instanceof Rejection.ProducerGap gap) {
            epoch = gap.expected() == 0 ? 0L : 1L;
            pump();
        } else if (rejection instanceof Rejection.EpochStale stale) {
            epoch = stale.current() + 1;
            pump();
        } else if (isWorthRepeating(rejection, askedNanos)) {
            pause(++asked, rejection);
        } else if (!batches.isEmpty()) {
            give(batches.getFirst(), rejection);
        }
    }

    private void locked(Runnable step) {
        lock.lock();
        try {
            step.run();
        } finally {
            unlock();
        }
    }

    /** Completes the stages of answered messages without the lock, because their continuations may call the producer. */
    private void unlock() {
        List<Runnable> due = lock.getHoldCount() > 1 || told.isEmpty() ? List.of() : List.copyOf(told);
        if (!due.isEmpty()) {
            told.clear();
        }
        lock.unlock();
        due.forEach(Runnable::run);
    }
}
