package dev.leat.engine.queue;

import dev.leat.api.QueueCommand;
import dev.leat.api.QueueName;
import dev.leat.api.QueueOutcome;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;
import java.util.List;

/** Removes a queue with everything in it. Queues that sent their dead letters here go on without, if so asked. */
final class DeleteQueueCall extends QueueCall<QueueOutcome.QueueDeleted> {
    private final QueueCommand.DeleteQueue command;

    DeleteQueueCall(
            QueueShard shard, QueueCommand.DeleteQueue command, Reply<? super QueueOutcome.QueueDeleted> reply) {
        super(shard, command.queue(), reply);
        this.command = command;
    }

    @Override
    void decide(Queue queue, Changes changes) {
        List<QueueName> users = shard.context().directory().leave(queue);
        if (!users.isEmpty() && !command.detach()) {
            shard.context().directory().stay(queue);
            rejected(new Rejection.InUse("the dead letters of " + users + " go to " + name));
            return;
        }
        shard.change(new QueueChange.QueueRemoved(queue.number), changes);
        changes.afterwards(() -> gone(queue, users));
        decided(new QueueOutcome.QueueDeleted());
    }

    /** If it does not come to this, the next start does it. */
    private void gone(Queue queue, List<QueueName> users) {
        shard.context().directory().remove(queue, shard.table().find(name));
        users.forEach(user -> shard.context()
                .router()
                .force(user, (there, changes) -> there.links().detach(user, name, queue.number, changes)));
    }
}
