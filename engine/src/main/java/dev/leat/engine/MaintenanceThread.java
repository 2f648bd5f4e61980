package dev.leat.engine;

import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.engine.archive.ArchiveCompactor;
import dev.leat.engine.figures.Meters;
import dev.leat.engine.settings.CheckpointSettings;
import dev.leat.storage.OutOfFilesException;
import dev.leat.storage.StorageException;
import dev.leat.storage.archive.Run;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Thread that writes archive and store: checkpoints, compaction, backups. It also watches the free space of the disk. */
final class MaintenanceThread implements Runnable, ArchiveCompactor.Pace {
    private static final Logger LOG = LoggerFactory.getLogger(MaintenanceThread.class);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int LOOKS_PER_SECOND = 10;

    /** Messages may fill the memory that is left for them in less time than between two looks: then the next look is sooner. */
    private static final long BUSY_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private static final Duration RETRY = Duration.ofSeconds(1);

    /** With less left in the journal than this, and no more to be had, only what makes room is accepted. */
    private static final long JOURNAL_BYTES = 32L << 20;

    /** What a checkpoint writes beside the messages: rows of the store, and files that it begins. */
    private static final long ROW_BYTES = 4L << 20;

    /** Messages of queues are compacted for want of space when the store's files have so much more than what is in queues. */
    private static final long GARBAGE_BYTES = 16L << 20;

    /** While nothing is written, a checkpoint is due at this fraction of the usual journal size. */
    private static final int QUIET_SHARE = 16;

    /**
     * A checkpoint is also due when messages in memory are this fraction of the usual journal size. With small appends the journal, which
     * is written in whole pages, comes first.
     */
    private static final int HOT_SHARE = 4;

    private static final long NOWHERE = -1;

    private final EngineCore core;
    private final CheckpointSettings settings;
    private final LongSupplier freeBytes;
    private final BooleanSupplier damaged;
    private final Meters meters;
    private final InstantSource clock;
    private final Consumer<StorageException> onFailure;
    private final ArchiveCompactor compactor;
    private final AtomicInteger backups = new AtomicInteger();
    private final Queue<Task> tasks = new ConcurrentLinkedQueue<>();
    private final Thread thread = new Thread(this, "leat-maintenance");
    private volatile boolean stopping;
    private volatile boolean ended;
    private boolean reclaimDue = true; // what an earlier life could not reclaim
    private long lookedAt;
    private long partsUpTo = NOWHERE;
    private int partsThatFit;
    private long compactedTo = Long.MAX_VALUE;
    private int looksWhileFull;
    private int looksWhileQuiet;
    private long lastSeen;

    private record Task(Runnable work, CompletableFuture<@Nullable Void> done) {}

    /**
     * @param disk where the directory is; null for an engine in memory
     * @param damaged whether damage is known, which is forgotten once the store does not use the damaged part any more
     */
    MaintenanceThread(
            EngineCore core,
            Settings settings,
            Meters meters,
            @Nullable FreeSpace disk,
            BooleanSupplier damaged,
            Consumer<StorageException> onFailure) {
        this.core = core;
        this.settings = settings.checkpoint();
        this.clock = settings.clock();
        this.meters = meters;
        this.freeBytes =
                disk == null ? () -> Long.MAX_VALUE : () -> disk.freeBytes().orElse(Long.MAX_VALUE);
        this.damaged = damaged;
        this.onFailure = onFailure;
        this.compactor = new ArchiveCompactor(
                core.storage().archive(), core.storage().store(), core.storage().segments(), this);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Writes a last checkpoint, then ends the thread. */
    void stop() {
        stopping = true;
        LockSupport.unpark(thread);
        EngineCore.joinUninterruptibly(thread);
    }

    /** No archive segment goes away until {@link #endBackup}. */
    void beginBackup() {
        backups.incrementAndGet();
    }

    void endBackup() {
        backups.decrementAndGet();
    }

    /** Runs a task on this thread, right after a checkpoint. Refused if the thread has ended, or does before its turn. */
    CompletableFuture<@Nullable Void> afterCheckpoint(Runnable work) {
        Task task = new Task(work, new CompletableFuture<>());
        tasks.add(task);
        LockSupport.unpark(thread);
        if (ended) {
            refuseTasks();
        }
        return task.done;
    }

    private void run(Task task) {
        List<Integer> shards = shardsThatFit();
        if (shards.size() < core.checkpoint().shards()) {
            task.done.completeExceptionally(new StorageException("there is too little space for a checkpoint"));
            return;
        }
        try {
            checkpoint(shards);
        } catch (RuntimeException e) {
            task.done.completeExceptionally(e);
            throw e; // what the shards gave away is only in the journal: more than the task has failed
        }
        try {
            task.work.run();
            task.done.complete(null);
        } catch (RuntimeException e) {
            task.done.completeExceptionally(e);
        }
    }

    private void refuseTasks() {
        Rejection rejection = new Rejection.Unavailable("the engine is closing or being recovered", RETRY);
        for (Task task = tasks.poll(); task != null; task = tasks.poll()) {
            task.done.completeExceptionally(RejectedException.withoutTrace(rejection));
        }
    }

    @Override
    public void run() {
        try {
            while (!stopping) {
                look();
                LockSupport.parkNanos(this, pauseNanos());
            }
            List<Integer> shards = shardsThatFit();
            if (!shards.isEmpty()) {
                checkpoint(shards);
            }
        } catch (RejectedException e) {
            LOG.debug("no checkpoint: {}", e.getMessage()); // the shards stopped first, and the engine knows why
        } catch (StorageException e) {
            onFailure.accept(e);
        } catch (RuntimeException | Error e) {
            onFailure.accept(new StorageException("the maintenance thread stopped because of a bug: " + e, e));
        } finally {
            ended = true;
            refuseTasks();
        }
    }

    private void look() {
        lookAtDisk();
        lookAtJournal();
        for (Task task = tasks.poll(); task != null; task = tasks.poll()) {
            run(task);
        }
        if (isDue()) {
            checkpointWhatFits();
        }
        if (reclaimDue && backups.get() == 0) { // a backup still copies segments
            reclaimDue = !compactor.reclaim();
        }
    }

    /**
     * On a disk that is nearly full a checkpoint is made of those shards whose messages fit, the ones with the least in memory first.
     * What was deleted there is reclaimed then, which may make room for the others. As long as nothing more is decided and no more shards
     * fit, no second attempt would achieve more.
     */
    private void checkpointWhatFits() {
        looksWhileFull = 0;
        List<Integer> shards = shardsThatFit();
        boolean all = shards.size() == core.checkpoint().shards();
        long position = core.storage().journal().durable();
        if (all || position != partsUpTo || shards.size() > partsThatFit) {
            List<Run> written = shards.isEmpty() ? List.of() : checkpoint(shards);
            boolean released = all || releaseRuns(shards);
            partsUpTo = released ? position : NOWHERE;
            partsThatFit = shards.size();
            lookAtDisk();
            if (!isShortOfSpace()) {
                compactor.join(written);
            }
        }
        if (isShortOfSpace()) {
            core.storage().journal().trim();
            compactStore();
        } else {
            compactedTo = Long.MAX_VALUE;
        }
        reclaimDue = true;
    }

    /**
     * Where a checkpoint does not fit, deleted streams at least do not keep their archived messages. Returns false, and does nothing, if
     * there is no space for the rows that say so.
     */
    private boolean releaseRuns(List<Integer> shardsWithCheckpoint) {
        if (space() <= 0) {
            return false;
        }
        for (int shard = 0; shard < core.checkpoint().shards(); shard++) {
            if (!shardsWithCheckpoint.contains(shard)) {
                core.checkpoint().releaseRuns(join(core.streams().removed(shard)));
            }
        }
        return true;
    }

    /** The store gives space back by itself, but not soon: only when enough was written after what was deleted. */
    private void compactStore() {
        long queued = core.queues().totals().bytes();
        long files = core.storage().store().figures().fileBytes();
        boolean worth = files > queued + queued / 2 + GARBAGE_BYTES && queued < compactedTo - compactedTo / 8;
        if (worth && queued + queued / 4 < space()) {
            compactedTo = queued;
            core.queues().compactMessages();
        }
    }

    /**
     * While the disk is full, what was deleted is to be reclaimed soon: every second rather than when there is much. While damage is
     * known, any change that a quiet second follows is written: a deleted stream takes its damage with it only once the store knows.
     */
    private boolean isDue() {
        return core.checkpoint().journalBytes() >= settings.bytes()
                || core.usage().hot() >= dueHotBytes()
                || (looksWhileFull >= LOOKS_PER_SECOND && core.checkpoint().journalBytes() > 0)
                || (looksWhileQuiet >= LOOKS_PER_SECOND && core.checkpoint().journalBytes() >= dueBytesWhileQuiet());
    }

    private long dueBytesWhileQuiet() {
        return damaged.getAsBoolean() ? 1 : Math.max(1, settings.bytes() / QUIET_SHARE);
    }

    private long dueHotBytes() {
        return Math.max(
                1, Math.min(settings.bytes() / HOT_SHARE, core.usage().limits().hotBytes() / 3));
    }

    private long pauseNanos() {
        return core.usage().hot() >= dueHotBytes() / 2 && !isShortOfSpace() ? BUSY_LOOK_NANOS : LOOK_NANOS;
    }

    /** A pause is a good time for a checkpoint: readers then get files instead of memory, and a start replays less. */
    private void lookAtJournal() {
        long position = core.storage().journal().durable();
        looksWhileQuiet = position == lastSeen ? looksWhileQuiet + 1 : 0;
        lastSeen = position;
    }

    private List<Run> checkpoint(List<Integer> shards) {
        long began = System.nanoTime();
        try {
            List<Run> written = captureAndWrite(shards);
            meters.checkpoints().succeeded(System.nanoTime() - began, clock.instant());
            return written;
        } catch (RejectedException e) {
            throw e; // the shards stopped first: it did not fail, it did not begin
        } catch (RuntimeException e) {
            meters.checkpoints().failed();
            throw e;
        }
    }

    private List<Run> captureAndWrite(List<Integer> shards) {
        return core.checkpoint().write(join(core.checkpoint().capture(shards)));
    }

    private static <T> T join(CompletableFuture<T> answer) {
        try {
            return answer.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RejectedException rejected ? rejected : e;
        }
    }

    /** The shards of which a checkpoint finds space: one that runs out of it half-way would cost a restart. */
    private List<Integer> shardsThatFit() {
        List<Integer> shards = new ArrayList<>();
        for (int shard = 0; shard < core.checkpoint().shards(); shard++) {
            shards.add(shard);
        }
        long space = space();
        if (written(core.usage().hot()) > space) {
            shards.sort(Comparator.comparingLong(core.usage()::hot));
            long hot = 0;
            for (int i = 0; i < shards.size(); i++) {
                hot += core.usage().hot(shards.get(i));
                if (written(hot) > space) {
                    return List.copyOf(shards.subList(0, i));
                }
            }
        }
        return shards;
    }

    /** What messages in memory take on disk. */
    private static long written(long hot) {
        return hot + hot / 8;
    }

    /** What may be written now, and leaves room for rows of the store. */
    @Override
    public long space() {
        return freeBytes.getAsLong() - ROW_BYTES;
    }

    /**
     * What is in memory has to fit on the disk once more, or it could not be archived to make room. Until the next look every byte that
     * comes may take its place twice: in the journal, and in the archive.
     */
    private void lookAtDisk() {
        lookedAt = System.nanoTime();
        long hot = core.usage().hot();
        long left = freeBytes.getAsLong() - written(hot) - settings.leastFreeDisk();
        boolean isShort = core.storage().journal().room() < JOURNAL_BYTES;
        boolean outOfFiles = isShort && core.storage().journal().shortage() instanceof OutOfFilesException;
        boolean full = left < 0 || (isShort && !outOfFiles);
        if (outOfFiles != core.usage().isOutOfFiles()) {
            core.usage().outOfFiles(outOfFiles);
            LOG.warn(
                    outOfFiles
                            ? "the journal cannot open another file: appends are refused"
                            : "the journal can open files again");
        }
        if (full != isShortOfSpace()) {
            LOG.warn(full ? "the disk is nearly full: appends are refused" : "the disk has space again");
        }
        core.usage().disk(full, hot + Math.max(0, left / 2));
        looksWhileFull = full ? looksWhileFull + 1 : 0;
    }

    @Override
    public boolean isShortOfSpace() {
        return core.usage().isDiskFull();
    }

    @Override
    public void spent(int bytes) {
        meters.tidied(bytes);
        if (System.nanoTime() - lookedAt > LOOK_NANOS) {
            lookAtDisk();
        }
        long nanos = (long) (bytes * 1e9 / settings.tidyBytesPerSecond());
        if (!stopping && nanos > 0) {
            LockSupport.parkNanos(this, nanos);
        }
    }

    @Override
    public boolean isUrgent() {
        return stopping || !tasks.isEmpty() || (isDue() && !isShortOfSpace());
    }
}
