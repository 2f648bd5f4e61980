package dev.leat.engine.queue.deadletter;

import dev.leat.api.Rejection;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueName;
import dev.leat.engine.queue.delivery.QueueShardContext;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueueChange;
import dev.leat.engine.shard.Changes;
import org.jspecify.annotations.Nullable;

/** Configuration of dead-letter queues of one shard: a target must exist, and links form no cycle. */
public final class DeadLetterLinker {
    private final QueueShardContext shard;
    private final QueueCatalog catalog;

    public DeadLetterLinker(QueueShardContext shard, QueueCatalog catalog) {
        this.shard = shard;
        this.catalog = catalog;
    }

    /** Reserves the dead-letter queue of a configuration. Returns why that is impossible, or null. */
    @Nullable
    public Rejection claim(QueueName queue, QueueConfig config) {
        QueueName to = config.deadLetter();
        if (to == null) {
            return null;
        }
        return switch (catalog.claim(queue, to, shard.table().find(to))) {
            case GRANTED -> null;
            case MISSING -> new Rejection.QueueNotFound(to);
            case CYCLE -> new Rejection.DeadLetterCycle(queue, to);
        };
    }

    /** Changes the configuration of a queue, and publishes it once it is durable. */
    public void configure(Queue queue, QueueConfig config, Changes changes) {
        shard.change(new QueueChange.OfQueue(queue.number, queue.name, config, queue.paused, queue.created), changes);
        configured(queue, config, changes);
    }

    /** Publishes the configuration of a queue to all shards once it is durable. */
    public void configured(Queue queue, QueueConfig config, Changes changes) {
        changes.afterwards(() -> catalog.put(queue, config, shard.table().find(queue.name)));
    }

    /**
     * Removes a deleted dead-letter queue from a configuration, unless the configuration means a newer queue of the same name.
     *
     * @param number of the deleted queue
     */
    public void detach(QueueName user, QueueName deadLetter, long number, Changes changes) {
        if (catalog.isUsed(user, deadLetter, number)) {
            detach(user, deadLetter, changes);
        }
    }

    /** Removes a missing dead-letter queue from a configuration. */
    public void detach(QueueName user, QueueName deadLetter, Changes changes) {
        Queue queue = shard.table().find(user);
        if (queue != null && deadLetter.equals(queue.config.deadLetter())) {
            configure(queue, queue.config.toBuilder().deadLetter(null).build(), changes);
        }
    }
}
