package dev.leat.engine;

import dev.leat.engine.archive.SegmentUsage;
import dev.leat.engine.checkpoint.Checkpoint;
import dev.leat.engine.figures.Meters;
import dev.leat.engine.queue.Queues;
import dev.leat.engine.shard.BlockingExecutor;
import dev.leat.engine.shard.ShardRunner;
import dev.leat.engine.shard.Usage;
import dev.leat.engine.stream.EventListeners;
import dev.leat.engine.stream.ReadFailureListener;
import dev.leat.engine.stream.Streams;
import dev.leat.engine.subscription.Subscriptions;
import dev.leat.engine.subscription.WebhookCalls;
import dev.leat.storage.StorageException;
import dev.leat.storage.archive.Archive;
import dev.leat.storage.journal.Journal;
import dev.leat.storage.store.Store;
import java.util.List;
import java.util.function.Consumer;

/** The core of an engine without its threads: a test runs the turns of its workers. */
public final class SteppedCore {
    private final EngineCore core;

    /** What a core reads from and writes to. */
    public record Parts(Journal journal, Archive archive, Store store, SegmentUsage segments) {}

    /**
     * Recovers a core.
     *
     * @param upTo changes after this position of the journal are given up
     */
    public SteppedCore(
            Parts parts,
            int shards,
            Settings settings,
            Meters meters,
            WebhookCalls wakes,
            long upTo,
            BlockingExecutor blocking,
            Consumer<StorageException> onFailure) {
        core = new EngineCore(
                new Storage(parts.journal(), parts.archive(), parts.store(), parts.segments()),
                shards,
                settings,
                new EventListeners(),
                meters,
                wakes,
                upTo,
                ReadFailureListener.IGNORED,
                blocking,
                onFailure);
    }

    public Usage usage() {
        return core.usage();
    }

    public Streams streams() {
        return core.streams();
    }

    public Subscriptions subscriptions() {
        return core.subscriptions();
    }

    public Queues queues() {
        return core.queues();
    }

    public Checkpoint checkpoint() {
        return core.checkpoint();
    }

    public List<ShardRunner> workers() {
        return core.workers();
    }
}
