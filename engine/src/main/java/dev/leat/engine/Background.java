package dev.leat.engine;

import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.engine.meter.Meters;
import dev.leat.engine.stream.CheckpointWriter.Captured;
import dev.leat.engine.stream.Tidy;
import dev.leat.storage.StorageException;
import dev.leat.storage.archive.Run;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one thread that writes archive and store: checkpoints, tidying, backups; and looks after the disk. */
final class Background implements Runnable, Tidy.Pace {
    private static final Logger LOG = LoggerFactory.getLogger(Background.class);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int LOOKS_PER_SECOND = 10;
    private static final Duration RETRY = Duration.ofSeconds(1);
    private static final long SLACK_BYTES = 32L << 20;

    /** While nobody writes, this part of what makes a checkpoint due is enough for one. */
    private static final int QUIET_SHARE = 16;

    private final Core core;
    private final CheckpointSettings settings;
    private final LongSupplier freeBytes;
    private final Meters meters;
    private final InstantSource clock;
    private final Consumer<StorageException> onFailure;
    private final Tidy tidy;
    private final AtomicInteger backups = new AtomicInteger();
    private final Queue<Errand> errands = new ConcurrentLinkedQueue<>();
    private final Thread thread = new Thread(this, "leat-background");
    private volatile boolean stopping;
    private volatile boolean ended;
    private boolean untidy;
    private int looksWhileFull;
    private int looksWhileQuiet;
    private long lastSeen;

    private record Errand(Runnable work, CompletableFuture<@Nullable Void> done) {}

    Background(Core core, Settings settings, Meters meters, @Nullable Disk disk, Consumer<StorageException> onFailure) {
        this.core = core;
        this.settings = settings.checkpoint();
        this.clock = settings.clock();
        this.meters = meters;
        this.freeBytes =
                disk == null ? () -> Long.MAX_VALUE : () -> disk.freeBytes().orElse(Long.MAX_VALUE);
        this.onFailure = onFailure;
        this.tidy = new Tidy(
                core.storage().archive(), core.storage().store(), core.storage().book(), this);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Writes a last checkpoint, then ends the thread. */
    void stop() {
        stopping = true;
        LockSupport.unpark(thread);
        Core.joinUninterruptibly(thread);
    }

    /** No archive segment goes away until {@link #endBackup}. */
    void beginBackup() {
        backups.incrementAndGet();
    }

    void endBackup() {
        backups.decrementAndGet();
    }

    /** Runs an errand on this thread, right after a checkpoint. Refused if the thread has ended, or does before its turn. */
    CompletableFuture<@Nullable Void> afterCheckpoint(Runnable work) {
        Errand errand = new Errand(work, new CompletableFuture<>());
        errands.add(errand);
        LockSupport.unpark(thread);
        if (ended) {
            refuseErrands();
        }
        return errand.done;
    }

    private void run(Errand errand) {
        if (!hasSpace()) {
            errand.done.completeExceptionally(new StorageException("there is too little space for a checkpoint"));
            return;
        }
        try {
            checkpoint();
        } catch (RuntimeException e) {
            errand.done.completeExceptionally(e);
            throw e; // what the shards gave away is only in the journal: not the errand alone has failed
        }
        try {
            errand.work.run();
            errand.done.complete(null);
        } catch (RuntimeException e) {
            errand.done.completeExceptionally(e);
        }
    }

    private void refuseErrands() {
        Rejection rejection = new Rejection.Unavailable("the engine is closing or being recovered", RETRY);
        for (Errand errand = errands.poll(); errand != null; errand = errands.poll()) {
            errand.done.completeExceptionally(new RejectedException(rejection));
        }
    }

    @Override
    public void run() {
        try {
            while (!stopping) {
                look();
                LockSupport.parkNanos(this, LOOK_NANOS);
            }
            if (hasSpace()) {
                checkpoint();
            }
        } catch (RejectedException e) {
            LOG.debug("no checkpoint: {}", e.getMessage()); // the shards stopped first, and the engine knows why
        } catch (StorageException e) {
            onFailure.accept(e);
        } catch (RuntimeException | Error e) {
            onFailure.accept(new StorageException("the background thread stopped because of a bug: " + e, e));
        } finally {
            ended = true;
            refuseErrands();
        }
    }

    private void look() {
        lookAtDisk();
        lookAtJournal();
        for (Errand errand = errands.poll(); errand != null; errand = errands.poll()) {
            run(errand);
        }
        if (isDue() && hasSpace()) {
            looksWhileFull = 0;
            List<Run> written = checkpoint();
            tidy.join(written);
            untidy = true;
        }
        if (untidy && backups.get() == 0) { // a backup still copies segments
            untidy = !tidy.reclaim();
        }
    }

    /** While the disk is full, what was deleted is to be reclaimed soon: every second rather than when there is much. */
    private boolean isDue() {
        long hotLimit = Math.min(settings.bytes(), core.usage().limits().hotBytes() / 2);
        return core.checkpoint().journalBytes() >= settings.bytes()
                || core.usage().hot() >= hotLimit
                || (looksWhileFull >= LOOKS_PER_SECOND && core.checkpoint().journalBytes() > 0)
                || (looksWhileQuiet >= LOOKS_PER_SECOND
                        && core.checkpoint().journalBytes() >= Math.max(1, settings.bytes() / QUIET_SHARE));
    }

    /** A pause is a good time for a checkpoint: readers then get files instead of memory, and a start replays less. */
    private void lookAtJournal() {
        long position = core.storage().journal().durable();
        looksWhileQuiet = position == lastSeen ? looksWhileQuiet + 1 : 0;
        lastSeen = position;
    }

    private List<Run> checkpoint() {
        long began = System.nanoTime();
        try {
            List<Run> written = captureAndWrite();
            meters.checkpoints().succeeded(System.nanoTime() - began, clock.instant());
            return written;
        } catch (RejectedException e) {
            throw e; // the shards stopped first: it did not fail, it did not begin
        } catch (RuntimeException e) {
            meters.checkpoints().failed();
            throw e;
        }
    }

    private List<Run> captureAndWrite() {
        List<Captured> captures;
        try {
            captures = core.checkpoint().capture().join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RejectedException rejected ? rejected : e;
        }
        return core.checkpoint().write(captures);
    }

    /** A checkpoint that runs out of space half-way would cost a restart; better none. */
    private boolean hasSpace() {
        return freeBytes.getAsLong() > core.usage().hot() + SLACK_BYTES;
    }

    /** What is in memory has to fit on the disk once more, or it could not be archived to make room. */
    private void lookAtDisk() {
        boolean full = freeBytes.getAsLong() - core.usage().hot() < settings.leastFreeDisk()
                || core.storage().journal().room() < SLACK_BYTES;
        if (full != core.usage().isDiskFull()) {
            core.usage().diskFull(full);
            LOG.warn(full ? "the disk is nearly full: appends are refused" : "the disk has space again");
        }
        looksWhileFull = full ? looksWhileFull + 1 : 0;
    }

    @Override
    public void spent(int bytes) {
        meters.tidied(bytes);
        long nanos = (long) (bytes * 1e9 / settings.tidyBytesPerSecond());
        if (!stopping && nanos > 0) {
            LockSupport.parkNanos(this, nanos);
        }
    }

    @Override
    public boolean isUrgent() {
        return stopping || !errands.isEmpty() || isDue();
    }
}
