package dev.leat.engine;

import dev.leat.engine.checkpoint.AppliedPosition;
import dev.leat.engine.checkpoint.Checkpoint;
import dev.leat.engine.checkpoint.JournalReplay;
import dev.leat.engine.figures.Meters;
import dev.leat.engine.presence.PresenceShard;
import dev.leat.engine.queue.QueueShard;
import dev.leat.engine.queue.Queues;
import dev.leat.engine.settings.Limits;
import dev.leat.engine.shard.BlockingExecutor;
import dev.leat.engine.shard.Features;
import dev.leat.engine.shard.Shard;
import dev.leat.engine.shard.ShardRunner;
import dev.leat.engine.shard.Usage;
import dev.leat.engine.stream.EventListeners;
import dev.leat.engine.stream.ReadFailureListener;
import dev.leat.engine.stream.StreamShard;
import dev.leat.engine.stream.Streams;
import dev.leat.engine.subscription.SubscriptionShard;
import dev.leat.engine.subscription.Subscriptions;
import dev.leat.engine.subscription.WebhookCalls;
import dev.leat.storage.StorageException;
import dev.leat.storage.journal.Journal;
import dev.leat.storage.store.Batch;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The parts of a running engine, recovered from storage. When a commit fails a core is given up as a whole, because memory is
 * ahead of the disk, and a new one is recovered.
 */
final class EngineCore {
    /** What is kept in memory begins anew with every start, and must not be taken for what there was before. */
    private static final long FIRST_IDS = 1L << 40;

    private final Storage storage;
    private final Usage usage;
    private final Streams streams;
    private final Subscriptions subscriptions;
    private final Queues queues;
    private final Checkpoint checkpoint;
    private final List<ShardRunner> workers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    /**
     * Loads the last checkpoint and applies the journal after it.
     *
     * @param upTo changes after this position of the journal are given up
     */
    EngineCore(
            Storage storage,
            int shards,
            Settings settings,
            EventListeners events,
            Meters meters,
            WebhookCalls wakes,
            long upTo,
            ReadFailureListener failures,
            BlockingExecutor blocking,
            Consumer<StorageException> onFailure) {
        this.storage = storage;
        storage.journal().measure(meters.commits());
        this.usage = new Usage(fitting(settings.limits(), storage.journal()), shards);
        this.streams = new Streams(
                settings.clock(),
                usage,
                events,
                meters,
                shards,
                storage.archive(),
                storage.store(),
                storage.segments(),
                failures,
                blocking);
        this.subscriptions = new Subscriptions(shards, streams, wakes);
        this.queues = new Queues(
                shards, streams, storage.store(), usage, meters, blocking, subscriptions::keep, EngineCore::dice);
        for (int i = 0; i < Math.min(shards, settings.threads()); i++) {
            workers.add(new ShardRunner(storage.journal(), settings.clock(), settings.inbox(), meters, onFailure));
        }
        for (int i = 0; i < workers.size(); i++) {
            threads.add(new EngineThread(workers.get(i), "leat-shards-" + i));
        }
        this.checkpoint = recover(shards, upTo, settings.presenceTtl());
    }

    /** A turn's last append still has to fit into one frame, with the length of each of its messages. */
    private static Limits fitting(Limits limits, Journal journal) {
        return limits.withAppendBytes(Math.min(limits.appendBytes(), journal.longestBody() / 3));
    }

    /** Loads what the last checkpoint wrote and replays the journal after it; returns what the next one goes on from. */
    private Checkpoint recover(int count, long upTo, Duration presenceTtl) {
        Shard[] shards = new Shard[count];
        StreamShard[] ofStreams = new StreamShard[count];
        SubscriptionShard[] ofSubscriptions = new SubscriptionShard[count];
        QueueShard[] ofQueues = new QueueShard[count];
        PresenceShard[] ofPresence = new PresenceShard[count];
        Features[] features = new Features[count];
        for (int i = 0; i < count; i++) {
            ShardRunner worker = workers.get(i % workers.size());
            shards[i] = worker.add(i);
            ofStreams[i] = streams.attach(shards[i], worker);
            ofSubscriptions[i] = subscriptions.attach(shards[i]);
            ofPresence[i] = new PresenceShard(ofStreams[i], presenceTtl);
            ofQueues[i] = queues.attach(shards[i], ofStreams[i], ofPresence[i]);
            features[i] = shards[i].features();
        }
        JournalReplay replay = new JournalReplay(features);
        SubscriptionShard.load(storage.store(), ofSubscriptions);
        QueueShard.load(storage.store(), ofQueues);
        PresenceShard.load(storage.store(), ofPresence);
        StreamShard.load(storage.store(), ofStreams);
        replay.load(storage.store());
        for (int i = 0; i < count; i++) {
            ofStreams[i].beginIdsAt(replay.nextId(i));
        }
        long from = replay.from();
        storage.journal().replay(from, replay.reached(), upTo, replay);
        if (replay.reached() == 0 && !storage.isForgetful()) {
            noteBeginning(count);
        }
        for (int i = 0; i < count; i++) {
            shards[i].recovered(replay.applied(i));
        }
        if (storage.isForgetful()) {
            streams.beginIdsAt(new SecureRandom().nextLong(1, FIRST_IDS));
        }
        streams.recovered();
        subscriptions.recovered();
        queues.recovered();
        return new Checkpoint(storage.journal(), storage.archive(), storage.store(), storage.segments(), shards, from);
    }

    /** Tells the store that there is a journal, so that one that is lost before the first checkpoint is missed. */
    private void noteBeginning(int count) {
        Batch batch = new Batch();
        for (int shard = 0; shard < count; shard++) {
            new AppliedPosition(shard, storage.journal().durable(), 1).writeTo(batch);
        }
        storage.store().commit(batch);
        storage.store().flush();
    }

    /** Returns bytes of a cryptographically strong random generator. */
    private static byte[] dice(int length) {
        byte[] bytes = new byte[length];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }

    Storage storage() {
        return storage;
    }

    Usage usage() {
        return usage;
    }

    Streams streams() {
        return streams;
    }

    Subscriptions subscriptions() {
        return subscriptions;
    }

    Queues queues() {
        return queues;
    }

    Checkpoint checkpoint() {
        return checkpoint;
    }

    List<ShardRunner> workers() {
        return workers;
    }

    void start() {
        threads.forEach(Thread::start);
    }

    /** Finishes what was taken in and ends the threads. */
    void stop() {
        workers.forEach(ShardRunner::stop);
        for (Thread thread : threads) {
            joinUninterruptibly(thread);
        }
    }

    static void joinUninterruptibly(Thread thread) {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
