package dev.leat.engine.queue.deadletter;

import dev.leat.api.QueueConfig;
import dev.leat.api.QueueName;
import dev.leat.api.Rejection;
import dev.leat.engine.queue.delivery.ShardScope;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueueChange;
import dev.leat.engine.shard.Changes;
import org.jspecify.annotations.Nullable;

/** Which queue of a shard sends its dead letters where: only to queues that are there, and never in a circle. */
public final class DeadLetterLinks {
    private final ShardScope scope;
    private final QueueDirectory directory;

    public DeadLetterLinks(ShardScope scope, QueueDirectory directory) {
        this.scope = scope;
        this.directory = directory;
    }

    /** Reserves the dead-letter queue that a configuration names, or says why that cannot be. */
    @Nullable
    public Rejection claim(QueueName queue, QueueConfig config) {
        QueueName to = config.deadLetter();
        if (to == null) {
            return null;
        }
        return switch (directory.claim(queue, to, scope.table().find(to))) {
            case GRANTED -> null;
            case MISSING -> new Rejection.QueueNotFound(to);
            case CYCLE -> new Rejection.DeadLetterCycle(queue, to);
        };
    }

    /** Configures a queue; the others learn of it once that is durable. */
    public void configure(Queue queue, QueueConfig config, Changes changes) {
        scope.change(new QueueChange.OfQueue(queue.number, queue.name, config, queue.paused, queue.created), changes);
        configured(queue, config, changes);
    }

    /** The others learn of a queue once it is durable. */
    public void configured(Queue queue, QueueConfig config, Changes changes) {
        changes.afterwards(() -> directory.put(queue, config, scope.table().find(queue.name)));
    }

    /**
     * Goes on without a dead-letter queue that was deleted, unless there is another of its name since, and this one was told to use that.
     *
     * @param number of the one that was deleted
     */
    public void detach(QueueName user, QueueName deadLetter, long number, Changes changes) {
        if (directory.isUsed(user, deadLetter, number)) {
            detach(user, deadLetter, changes);
        }
    }

    /** Goes on without a dead-letter queue that is not there. */
    public void detach(QueueName user, QueueName deadLetter, Changes changes) {
        Queue queue = scope.table().find(user);
        if (queue != null && deadLetter.equals(queue.config.deadLetter())) {
            configure(queue, queue.config.toBuilder().deadLetter(null).build(), changes);
        }
    }
}
