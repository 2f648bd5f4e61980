package dev.leat.engine;

import dev.leat.api.Rejection;
import dev.leat.engine.figures.Meters;
import dev.leat.engine.figures.State;
import dev.leat.storage.CorruptionException;
import dev.leat.storage.LayoutException;
import dev.leat.storage.OutOfFilesException;
import dev.leat.storage.StorageException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a {@link EngineCore} running: when a commit fails, all calls are refused, the core is discarded, and the next one is recovered from
 * disk.
 */
final class EngineSupervisor {
    /** When a refused call may be repeated. */
    static final Duration RETRY = Duration.ofSeconds(1);

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedEngine.class);
    private static final String RECOVERING = "storage failed and is being recovered";
    private static final long FIRST_WAIT_MILLIS = 100;
    private static final long LONGEST_WAIT_MILLIS = 30_000;

    private final Supplier<Storage> openStorage;
    private final Preparing preparing;
    private final Meters meters;
    private final boolean onDisk;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile Running running;
    private volatile String state = RECOVERING;
    private volatile boolean unrecoverable;

    /** Whether the core failed, or could not be recovered, because the process may not open more files. */
    private volatile boolean outOfFiles;

    /** A core and its background threads, none of them started. */
    record Prepared(
            EngineCore core,
            MaintenanceThread maintenance,
            @Nullable Scrubber scrubber) {}

    /** Recovers a core from a storage that was just opened. */
    interface Preparing {
        Prepared prepare(Storage storage, long upTo, Consumer<StorageException> onFailure);
    }

    /** A core with its background threads; once it has failed, also the recovery that puts another in its place. */
    record Running(
            EngineCore core,
            MaintenanceThread maintenance,
            @Nullable Scrubber scrubber,
            AtomicReference<@Nullable CompletableFuture<Void>> recovery,
            CompletableFuture<@Nullable Void> started) {

        void start() {
            core.start();
            maintenance.start();
            if (scrubber != null) {
                scrubber.start();
            }
            started.complete(null);
        }

        void stopScrub() {
            if (scrubber != null) {
                scrubber.stop();
            }
        }

        boolean hasFailed() {
            return recovery.get() != null;
        }
    }

    /**
     * @param openStorage opens what is on disk, now and again whenever it has to be recovered
     * @param onDisk whether there is anything to recover from
     */
    EngineSupervisor(Supplier<Storage> openStorage, Preparing preparing, Meters meters, boolean onDisk) {
        this.openStorage = openStorage;
        this.preparing = preparing;
        this.meters = meters;
        this.onDisk = onDisk;
        this.running = prepare(Long.MAX_VALUE);
    }

    void start() {
        running.start();
    }

    Running running() {
        return running;
    }

    boolean isClosed() {
        return closed.get();
    }

    /** Recovers a core. It is started once it is in place, because it may fail right away. */
    private Running prepare(long upTo) {
        Storage storage = openStorage.get();
        try {
            AtomicReference<@Nullable CompletableFuture<Void>> recovery = new AtomicReference<>();
            Prepared next = preparing.prepare(storage, upTo, cause -> failed(recovery, cause));
            return new Running(next.core, next.maintenance, next.scrubber, recovery, new CompletableFuture<>());
        } catch (RuntimeException e) {
            storage.close();
            throw e;
        }
    }

    private void failed(AtomicReference<@Nullable CompletableFuture<Void>> recovery, StorageException cause) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        if (recovery.compareAndSet(null, done)) {
            outOfFiles = cause instanceof OutOfFilesException;
            meters.failed();
            LOG.error("storage failed; all is refused until it is recovered from disk: {}", cause.getMessage(), cause);
            Thread thread = new Thread(() -> recover(done), "leat-recovery");
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void recover(CompletableFuture<Void> done) {
        try {
            running.started.join();
            EngineCore old = running.core;
            running.stopScrub();
            old.stop();
            running.maintenance.stop();
            old.streams().catalog().endAllWatches();
            long durable = old.storage().journal().durable();
            closeQuietly(old.storage());
            if (!onDisk) {
                state = "the engine failed, and what it held in memory is lost";
                unrecoverable = true;
            } else {
                recover(durable);
            }
        } finally {
            done.complete(null);
        }
    }

    /** Recovers another core, as often as it takes; gives up only where trying again cannot help. */
    private void recover(long durable) {
        long wait = FIRST_WAIT_MILLIS;
        while (!closed.get()) {
            try {
                Running next = prepare(durable);
                meters.recovered();
                running = next;
                next.start();
                LOG.info("recovered");
                state = RECOVERING;
                return;
            } catch (CorruptionException | LayoutException e) {
                LOG.error("cannot recover: {}", e.getMessage(), e);
                state = "storage failed and cannot be recovered: " + e.getMessage();
                unrecoverable = true;
                return;
            } catch (RuntimeException e) {
                outOfFiles = e instanceof OutOfFilesException;
                LOG.warn("cannot recover yet: {}", e.toString());
                state = "storage failed and cannot be recovered yet: " + e.getMessage();
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(wait));
            wait = Math.min(2 * wait, LONGEST_WAIT_MILLIS);
        }
    }

    private static void closeQuietly(Storage storage) {
        try {
            storage.close();
        } catch (StorageException e) {
            LOG.debug("closing what failed: {}", e.getMessage());
        }
    }

    /** Why nothing can be done now; null if it can. */
    @Nullable
    Rejection unavailable() {
        if (closed.get()) {
            return Rejection.Unavailable.closing("the engine is closed");
        }
        if (!running.hasFailed()) {
            return null;
        }
        return outOfFiles ? new Rejection.FilesExhausted(RETRY) : new Rejection.Unavailable(state, RETRY);
    }

    State state() {
        if (closed.get()) {
            return new State(State.Phase.CLOSED, "the engine is closed");
        }
        if (!running.hasFailed()) {
            return State.RUNNING;
        }
        return new State(unrecoverable ? State.Phase.FAILED : State.Phase.RECOVERING, state);
    }

    /** Refuses everything from now on; false if that was so before. */
    boolean refuseAll() {
        return closed.compareAndSet(false, true);
    }

    /** Finishes what was taken in, and closes the storage. */
    void stop() {
        Running last = settled();
        if (!last.hasFailed()) {
            last.stopScrub();
            last.maintenance.stop();
            last.core.stop();
            last.core.streams().catalog().endAllWatches();
        }
        if (!settled().hasFailed()) {
            last.core.storage().close();
        }
    }

    /** What is running when no recovery is under way any more. One that failed has closed its storage by then. */
    private Running settled() {
        while (true) {
            Running now = running;
            CompletableFuture<Void> recovery = now.recovery.get();
            if (recovery == null) {
                return now;
            }
            recovery.join();
            if (running.core == now.core) {
                return now;
            }
        }
    }
}
