package dev.leat.engine;

import dev.leat.api.Command;
import dev.leat.api.Engine;
import dev.leat.api.Event;
import dev.leat.api.Outcome;
import dev.leat.api.Query;
import dev.leat.api.Registration;
import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.api.StreamPath;
import dev.leat.engine.shard.Worker;
import dev.leat.engine.stream.Events;
import dev.leat.engine.stream.Placement;
import dev.leat.storage.CorruptionException;
import dev.leat.storage.LayoutException;
import dev.leat.storage.StorageException;
import dev.leat.storage.layout.DataDirectory;
import dev.leat.storage.layout.LayoutSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An engine in this process. It keeps a {@link Core} running: when a commit fails, everyone is refused, the core is given up,
 * and the next one is recovered from what is on disk.
 */
public final class Embedded implements Engine, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Embedded.class);
    private static final int COLD_READERS = 4;
    private static final long FIRST_WAIT_MILLIS = 100;
    private static final long LONGEST_WAIT_MILLIS = 30_000;

    private final Settings settings;
    private final int shards;
    private final @Nullable DataDirectory directory;
    private final Events events = new Events();
    private final ExecutorService coldReaders;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile Running running;
    private volatile @Nullable Thread recovery;

    /** A core with its background thread, and whether it has failed. */
    private record Running(Core core, Background background, AtomicBoolean failed) {}

    private Embedded(Settings settings, int shards, @Nullable DataDirectory directory) {
        this.settings = settings;
        this.shards = shards;
        this.directory = directory;
        this.coldReaders = Executors.newFixedThreadPool(COLD_READERS, task -> {
            Thread thread = new Thread(task, "leat-reads");
            thread.setDaemon(true);
            return thread;
        });
        this.running = start(Long.MAX_VALUE);
    }

    public static Embedded open(Path root, Settings settings) {
        LayoutSettings layout = new LayoutSettings(
                settings.shards(), Placement.POLICY, settings.journal().segmentSize());
        DataDirectory directory = DataDirectory.open(
                root, layout, UUID.randomUUID(), settings.clock().instant());
        try {
            return new Embedded(settings, directory.manifest().shards(), directory);
        } catch (RuntimeException e) {
            directory.close();
            throw e;
        }
    }

    public static Embedded inMemory(Settings settings) {
        Integer asked = settings.shards();
        return new Embedded(settings, asked == null ? Settings.DEFAULT_SHARDS : asked, null);
    }

    private Running start(long upTo) {
        Storage storage = directory == null ? Storage.inMemory(settings) : Storage.open(directory, settings);
        try {
            AtomicBoolean failed = new AtomicBoolean();
            Consumer<StorageException> onFailure = cause -> failed(failed, cause);
            Core core = new Core(storage, shards, settings, events, upTo, onFailure);
            Path disk = directory == null ? null : directory.root();
            Background background = new Background(core, settings.checkpoint(), disk, onFailure);
            core.start();
            background.start();
            return new Running(core, background, failed);
        } catch (RuntimeException e) {
            storage.close();
            throw e;
        }
    }

    // ---- failure

    private void failed(AtomicBoolean failed, StorageException cause) {
        if (failed.compareAndSet(false, true)) {
            LOG.error(
                    "storage failed; everything is refused until it is recovered from disk: {}",
                    cause.getMessage(),
                    cause);
            Thread thread = new Thread(this::recover, "leat-recovery");
            thread.setDaemon(true);
            recovery = thread;
            thread.start();
        }
    }

    /** Gives up the core and recovers another, as often as it takes; gives up only where trying again cannot help. */
    private void recover() {
        Running old = running;
        old.core.stop();
        old.background.stop();
        old.core.streams().directory().tellAllWatchers();
        long durable = old.core.storage().journal().durable();
        closeQuietly(old.core.storage());
        long wait = FIRST_WAIT_MILLIS;
        while (!closed.get()) {
            try {
                running = start(durable);
                LOG.info("recovered");
                return;
            } catch (CorruptionException | LayoutException e) {
                LOG.error("cannot recover: {}", e.getMessage(), e);
                return;
            } catch (StorageException e) {
                LOG.warn("cannot recover yet: {}", e.getMessage());
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

    private @Nullable Rejection unavailable() {
        if (closed.get()) {
            return new Rejection.Unavailable("the engine is closed", Duration.ofSeconds(1));
        }
        return running.failed.get()
                ? new Rejection.Unavailable("storage failed and is being recovered", Duration.ofSeconds(1))
                : null;
    }

    // ---- the engine

    @Override
    public <O extends Outcome> void submit(Command<O> command, Reply<? super O> reply) {
        Rejection rejection = unavailable();
        if (rejection != null) {
            reply.refused(rejection);
        } else {
            running.core.streams().submit(command, reply);
        }
    }

    @Override
    public <O extends Outcome> void ask(Query<O> query, Reply<? super O> reply) {
        Rejection rejection = unavailable();
        if (rejection != null) {
            reply.refused(rejection);
        } else if (running.core.streams().isAtHand(query)) {
            running.core.streams().ask(query, reply);
        } else {
            askLater(query, reply);
        }
    }

    private <O extends Outcome> void askLater(Query<O> query, Reply<? super O> reply) {
        try {
            coldReaders.execute(() -> {
                try {
                    askAndWait(query, reply);
                } catch (RuntimeException bug) {
                    LOG.error("a read failed because of a bug", bug);
                    reply.refused(new Rejection.StorageFailed("a read failed because of a bug: " + bug));
                }
            });
        } catch (RejectedExecutionException e) {
            reply.refused(closedMeanwhile());
        }
    }

    private static Rejection closedMeanwhile() {
        return new Rejection.Unavailable("the engine was closed or had to recover", Duration.ofSeconds(1));
    }

    /** The calling thread may wait for the disk itself. */
    @Override
    public <O extends Outcome> O call(Query<O> query) {
        Direct<O> direct = new Direct<>();
        askAndWait(query, direct);
        return direct.result();
    }

    private <O extends Outcome> void askAndWait(Query<O> query, Reply<? super O> reply) {
        Running asked = running;
        Rejection rejection = unavailable();
        if (rejection == null) {
            try {
                asked.core.streams().ask(query, reply);
                return;
            } catch (StorageException e) {
                LOG.error("a read failed: {}", e.getMessage(), e);
                rejection = new Rejection.StorageFailed(String.valueOf(e.getMessage()));
            } catch (IllegalStateException e) {
                if (!closed.get() && !asked.failed.get()) {
                    throw e;
                }
                rejection = closedMeanwhile(); // its storage was closed under it
            }
        }
        reply.refused(rejection);
    }

    private static final class Direct<O> implements Reply<O> {
        private @Nullable O outcome;
        private @Nullable Rejection rejection;

        @Override
        public void answered(O outcome) {
            this.outcome = outcome;
        }

        @Override
        public void refused(Rejection rejection) {
            this.rejection = rejection;
        }

        O result() {
            if (rejection != null) {
                throw new RejectedException(rejection);
            }
            return java.util.Objects.requireNonNull(outcome);
        }
    }

    @Override
    public void watch(StreamPath path, Runnable changed, Reply<? super Registration> reply) {
        Rejection rejection = unavailable();
        if (rejection != null) {
            reply.refused(rejection);
        } else {
            running.core.streams().watch(path, changed, reply);
        }
    }

    @Override
    public Registration listen(Consumer<Event> listener) {
        return events.listen(listener);
    }

    // ---- beyond streams

    public Stats stats() {
        Core core = running.core;
        return new Stats(
                core.streams().directory().size(),
                core.usage().total(),
                core.usage().hot(),
                core.workers().stream().mapToInt(Worker::backlog).sum(),
                core.storage().journal().durable(),
                core.checkpoint().journalBytes());
    }

    /** Copies everything, as of one moment during the call, into a directory that does not exist or is empty. */
    public void backup(Path target) {
        if (directory == null) {
            throw new IllegalStateException("an engine in memory has nothing to back up");
        }
        Rejection rejection = unavailable();
        if (rejection != null) {
            throw new RejectedException(rejection);
        }
        Backup backup = new Backup(directory, running.core.storage(), target);
        backup.prepare();
        afterCheckpoint(backup::copy);
        backup.check();
    }

    /** Moves what the journal has into archive and store now, rather than when it is due. */
    public void checkpoint() {
        afterCheckpoint(() -> {});
    }

    private void afterCheckpoint(Runnable errand) {
        try {
            running.background.afterCheckpoint(errand).join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    /** Finishes what was taken in, refuses everything else, and lets go of the directory. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        Thread recovering = recovery;
        if (recovering != null) {
            Core.joinUninterruptibly(recovering);
        }
        coldReaders.shutdown();
        if (!running.failed.get()) {
            running.background.stop();
            running.core.stop();
            running.core.streams().directory().tellAllWatchers();
            running.core.storage().close();
        }
        if (directory != null) {
            directory.close();
        }
    }
}
