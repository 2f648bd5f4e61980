package dev.leat.engine;

import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Engine;
import dev.leat.api.spi.Event;
import dev.leat.api.spi.Outcome;
import dev.leat.api.spi.Query;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.api.spi.QueueQuery;
import dev.leat.api.spi.Registration;
import dev.leat.api.spi.Reply;
import dev.leat.api.spi.Transaction;
import dev.leat.api.spi.WebhookCall;
import dev.leat.api.stream.StreamPath;
import dev.leat.engine.figures.Damage;
import dev.leat.engine.figures.Figures;
import dev.leat.engine.figures.Meters;
import dev.leat.engine.figures.ScrubMeter;
import dev.leat.engine.figures.State;
import dev.leat.engine.figures.Stats;
import dev.leat.engine.scrub.DamageRegister;
import dev.leat.engine.scrub.RunDamage;
import dev.leat.engine.scrub.Scrub;
import dev.leat.engine.scrub.ScrubRecord;
import dev.leat.engine.shard.CallerRuns;
import dev.leat.engine.shard.Placement;
import dev.leat.engine.stream.EventListeners;
import dev.leat.engine.stream.ReadFailure;
import dev.leat.engine.stream.Streams;
import dev.leat.engine.subscription.WebhookCalls;
import dev.leat.storage.Progress;
import dev.leat.storage.StorageException;
import dev.leat.storage.layout.DataDirectory;
import dev.leat.storage.layout.LayoutSettings;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An engine in this process: passes commands and queries to the feature they belong to, in the {@link EngineCore} that is running. */
public final class EmbeddedEngine implements Engine, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedEngine.class);
    private static final int COLD_READERS = 4;
    private static final int COLD_READS_WAITING = 10_000;

    private final Settings settings;
    private final int shards;
    private final @Nullable DataDirectory directory;
    private final EventListeners events = new EventListeners();
    private final ThreadPoolExecutor coldReaders;
    private final Meters meters;
    private final @Nullable FreeSpace disk;
    private final DamageRegister damage;
    private final ScrubMeter scrubMeter = new ScrubMeter();
    private final FigureCollector collector;
    private final WebhookCalls wakes = new WebhookCalls();
    private final EngineSupervisor supervisor;

    /** @param storage opens what is on disk, now and again whenever it has to be recovered */
    EmbeddedEngine(Settings settings, int shards, @Nullable DataDirectory directory, Supplier<Storage> storage) {
        this(settings, shards, directory, directory == null ? null : new FreeSpace(directory.root()), storage);
    }

    /** @param disk where the directory is; null for an engine in memory */
    EmbeddedEngine(
            Settings settings,
            int shards,
            @Nullable DataDirectory directory,
            @Nullable FreeSpace disk,
            Supplier<Storage> storage) {
        this.settings = settings;
        this.shards = shards;
        this.directory = directory;
        this.coldReaders = new ThreadPoolExecutor(
                COLD_READERS,
                COLD_READERS,
                1,
                TimeUnit.MINUTES,
                new LinkedBlockingQueue<>(COLD_READS_WAITING),
                task -> {
                    Thread thread = new Thread(task, "leat-reads");
                    thread.setDaemon(true);
                    return thread;
                });
        this.meters = new Meters(shards);
        this.disk = disk;
        this.damage = new DamageRegister(settings.clock());
        this.collector = new FigureCollector(settings, shards, meters, coldReaders, disk, scrubMeter, damage);
        this.supervisor = new EngineSupervisor(storage, this::prepare, meters, directory != null);
        supervisor.start();
    }

    public static EmbeddedEngine open(Path root, Settings settings) {
        return open(root, settings, new FreeSpace(root));
    }

    static EmbeddedEngine open(Path root, Settings settings, FreeSpace disk) {
        LayoutSettings layout = new LayoutSettings(
                settings.shards(), Placement.POLICY, settings.journal().segmentSize());
        DataDirectory directory = DataDirectory.open(
                root, layout, UUID.randomUUID(), settings.clock().instant(), settings.lockWait());
        try {
            return new EmbeddedEngine(
                    settings, directory.manifest().shards(), directory, disk, () -> Storage.open(directory, settings));
        } catch (RuntimeException e) {
            directory.close();
            throw e;
        }
    }

    public static EmbeddedEngine inMemory(Settings settings) {
        Integer asked = settings.shards();
        int shards = asked == null ? Settings.DEFAULT_SHARDS : asked;
        return new EmbeddedEngine(settings, shards, null, () -> Storage.inMemory(settings));
    }

    public int shards() {
        return shards;
    }

    private EngineCore core() {
        return supervisor.running().core();
    }

    private EngineSupervisor.Prepared prepare(Storage storage, long upTo, Consumer<StorageException> onFailure) {
        RunDamage failures = new RunDamage(damage, storage.store());
        EngineCore core = new EngineCore(
                storage, shards, settings, events, meters, wakes, upTo, failures, this::patiently, onFailure);
        return new EngineSupervisor.Prepared(
                core,
                new MaintenanceThread(core, settings, meters, disk, () -> damage.size() > 0, onFailure),
                scrubber(storage));
    }

    /** Null for an engine in memory, which has nothing that a disk could damage. */
    private @Nullable Scrubber scrubber(Storage storage) {
        DataDirectory on = directory;
        if (on == null) {
            return null;
        }
        ScrubRecord recorded = ScrubRecord.of(on.root()).orElse(ScrubRecord.NONE);
        return new Scrubber(new Scrub(
                storage.archive(),
                storage.store(),
                damage,
                settings.scrub(),
                scrubMeter,
                settings.clock(),
                recorded,
                () -> !coldReaders.getQueue().isEmpty(),
                on::recordScrub));
    }

    private void refuse(Reply<?> reply, Rejection rejection) {
        meters.rejections().count(rejection);
        reply.refused(rejection);
    }

    @Override
    public <O extends Outcome> void submit(Command<O> command, Reply<? super O> reply) {
        Rejection rejection = supervisor.unavailable();
        if (rejection != null) {
            refuse(reply, rejection);
        } else {
            dispatch(command, reply);
        }
    }

    @Override
    public void lendThread() {
        CallerRuns.lendCurrent();
    }

    @Override
    public void endWait(Command<?> command, Reply<?> reply) {
        if (command instanceof QueueCommand<?> ofQueue && supervisor.unavailable() == null) {
            core().queues().endWait(ofQueue, reply);
        }
    }

    @SuppressWarnings("unchecked") // each command names the type of its own outcome
    private <O extends Outcome> void dispatch(Command<O> command, Reply<? super O> reply) {
        switch (command) {
            case Command.OfStream<O> ofStream -> core().streams().submit(ofStream, reply);
            case Command.OfSubscription<O> ofSubscription ->
                core().subscriptions().submit(ofSubscription, reply);
            case Command.KeepSecret secret ->
                core().subscriptions().keep(secret, (Reply<? super Outcome.Secret>) reply);
            case QueueCommand<O> ofQueue -> core().queues().submit(ofQueue, reply);
            case Transaction transaction ->
                core().queues().submit(transaction, (Reply<? super QueueOutcome.Transacted>) reply);
        }
    }

    @Override
    public <O extends Outcome> O call(Command<O> command) {
        EngineThread.forbidWaiting();
        return Engine.super.call(command);
    }

    @Override
    public <O extends Outcome> void ask(Query<O> query, Reply<? super O> reply) {
        Rejection rejection = supervisor.unavailable();
        if (rejection != null) {
            refuse(reply, rejection);
        } else {
            FirstReply<O> once = new FirstReply<>(reply);
            guarded(() -> askNowOrLater(query, once), once);
        }
    }

    private <O extends Outcome> void askNowOrLater(Query<O> query, Reply<? super O> reply) {
        Streams streams = core().streams();
        switch (query) {
            case Query.OfStreams<O> ofStreams when streams.isAtHand(ofStreams) -> streams.ask(ofStreams, reply);
            case Query.OfStreams<O> ofStreams -> patiently(() -> streams.ask(ofStreams, reply), reply);
            case Query.OfSubscriptions<O> ofSubscriptions ->
                core().subscriptions().ask(ofSubscriptions, reply);
            case QueueQuery<O> ofQueues -> core().queues().ask(ofQueues, reply);
        }
    }

    /** The calling thread may wait for the disk itself. */
    @Override
    public <O extends Outcome> O call(Query<O> query) {
        return switch (query) {
            case Query.OfStreams<O> ofStreams -> callDirectly(ofStreams);
            case Query.OfSubscriptions<O> ofSubscriptions -> {
                EngineThread.forbidWaiting();
                yield Engine.super.call(ofSubscriptions);
            }
            case QueueQuery<O> ofQueues -> {
                EngineThread.forbidWaiting();
                yield Engine.super.call(ofQueues);
            }
        };
    }

    private <O extends Outcome> O callDirectly(Query.OfStreams<O> query) {
        Rejection rejection = supervisor.unavailable();
        if (rejection != null) {
            meters.rejections().count(rejection);
            throw RejectedException.of(rejection);
        }
        Direct<O> direct = new Direct<>();
        guarded(() -> core().streams().ask(query, direct), direct);
        return direct.result();
    }

    /** Runs on a thread that may wait for the disk. */
    private void patiently(Runnable work, Reply<?> reply) {
        try {
            coldReaders.execute(() -> guarded(work, reply));
        } catch (RejectedExecutionException e) {
            refuse(
                    reply,
                    supervisor.isClosed()
                            ? Rejection.Unavailable.closing("the engine is closed")
                            : new Rejection.Overloaded(Duration.ofMillis(100)));
        }
    }

    /** Runs a read. Its reply is answered or refused, whatever the storage throws. */
    private void guarded(Runnable work, Reply<?> reply) {
        EngineSupervisor.Running asked = supervisor.running();
        try {
            work.run();
        } catch (StorageException | UncheckedIOException e) {
            damage.readFailed(e);
            refuse(reply, ReadFailure.rejection(e));
        } catch (RuntimeException e) {
            if (supervisor.isClosed()) { // its storage was closed under it
                refuse(reply, Rejection.Unavailable.closing("the engine was closed"));
                return;
            }
            if (asked.hasFailed()) {
                refuse(reply, new Rejection.Unavailable("the engine had to recover", EngineSupervisor.RETRY));
                return;
            }
            LOG.error("a read failed because of a bug", e);
            refuse(reply, new Rejection.StorageFailed("a read failed because of a bug: " + e));
        }
    }

    @Override
    public void watch(StreamPath path, Runnable changed, Reply<? super Registration> reply) {
        Rejection rejection = supervisor.unavailable();
        if (rejection != null) {
            refuse(reply, rejection);
        } else {
            core().streams().watch(path, changed, reply);
        }
    }

    @Override
    public Registration listen(Consumer<Event> listener) {
        return events.listen(listener);
    }

    @Override
    public Registration onWake(Consumer<WebhookCall> caller) {
        boolean first = !wakes.isHeard();
        Registration registration = wakes.add(caller);
        if (first) {
            core().subscriptions().heard();
        }
        return registration;
    }

    public Stats stats() {
        return FigureCollector.stats(core());
    }

    /** Everything that is measured. Asks the disk, so it is not for every request. */
    public Figures figures() {
        return collector.figures(supervisor.state(), core());
    }

    /** What is known to be damaged, in the order it was found. Cheap. */
    public List<Damage> damage() {
        return damage.all();
    }

    public State state() {
        return supervisor.state();
    }

    /** Copies everything, as of one moment during the call, into a directory that does not exist or is empty. */
    public void backup(Path target, Progress progress) {
        if (directory == null) {
            throw new IllegalStateException("an engine in memory has nothing to back up");
        }
        Rejection rejection = supervisor.unavailable();
        if (rejection != null) {
            throw RejectedException.of(rejection);
        }
        Backup backup = new Backup(directory, core().storage(), target, progress);
        backup.prepare();
        MaintenanceThread maintenance = supervisor.running().maintenance();
        maintenance.beginBackup();
        try {
            afterCheckpoint(backup::copyStoreAndJournal);
            backup.copyArchive();
        } finally {
            maintenance.endBackup();
        }
        backup.check();
    }

    /** Moves what the journal has into archive and store now, rather than when it is due. */
    public void checkpoint() {
        afterCheckpoint(() -> {});
    }

    private void afterCheckpoint(Runnable work) {
        try {
            supervisor.running().maintenance().afterCheckpoint(work).join();
        } catch (CompletionException e) {
            throw switch (e.getCause()) {
                case RejectedException rejected -> RejectedException.of(rejected.rejection());
                case RuntimeException cause -> cause;
                case null, default -> e;
            };
        }
    }

    /** Finishes what was taken in, refuses everything else, and lets go of the directory. */
    @Override
    public void close() {
        if (supervisor.refuseAll()) {
            coldReaders.shutdown();
            supervisor.stop();
            if (directory != null) {
                directory.close();
            }
        }
    }
}
