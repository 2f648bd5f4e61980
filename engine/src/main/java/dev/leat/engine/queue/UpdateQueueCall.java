package dev.leat.engine.queue;

import dev.leat.api.QueueCommand;
import dev.leat.api.QueueConfig;
import dev.leat.api.QueueOutcome;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;
import org.jspecify.annotations.Nullable;

/** Changes how a queue treats its messages from now on. */
final class UpdateQueueCall extends QueueCall<QueueOutcome.QueueUpdated> {
    private final QueueCommand.UpdateQueue command;

    UpdateQueueCall(
            QueueShard shard, QueueCommand.UpdateQueue command, Reply<? super QueueOutcome.QueueUpdated> reply) {
        super(shard, command.queue(), reply);
        this.command = command;
    }

    @Override
    void decide(Queue queue, Changes changes) {
        Rejection rejection = rejection(queue);
        if (rejection != null) {
            rejected(rejection);
            return;
        }
        if (!queue.config.equals(command.config())) {
            shard.links().configure(queue, command.config(), changes);
        }
        decided(new QueueOutcome.QueueUpdated(queue.config));
    }

    private @Nullable Rejection rejection(Queue queue) {
        QueueConfig expected = command.expected();
        String other = expected == null ? null : ConfigDifference.between(queue.config, expected);
        if (other != null) {
            return new Rejection.Conflict(-1, "the queue is configured differently by now: " + other, null);
        }
        if (queue.config.mode() != command.config().mode()
                || queue.config.priority() != command.config().priority()) {
            return new Rejection.BadArgument("the mode of a queue and whether it has priorities never change");
        }
        return shard.links().claim(queue.name, command.config());
    }
}
