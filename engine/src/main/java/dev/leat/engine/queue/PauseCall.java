package dev.leat.engine.queue;

import dev.leat.api.GroupName;
import dev.leat.api.QueueCommand;
import dev.leat.api.QueueOutcome;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;

/** Stops or resumes deliveries. What is leased goes on. */
final class PauseCall extends QueueCall<QueueOutcome.Paused> {
    private final QueueCommand.Pause command;

    PauseCall(QueueShard shard, QueueCommand.Pause command, Reply<? super QueueOutcome.Paused> reply) {
        super(shard, command.queue(), reply);
        this.command = command;
    }

    @Override
    void decide(Queue queue, Changes changes) {
        GroupName asked = command.group();
        Group group = asked == null ? null : queue.groups.get(asked);
        if (asked != null && group == null) {
            rejected(new Rejection.GroupNotFound(name, asked));
            return;
        }
        if (group != null && group.paused != command.paused()) {
            shard.groups().pause(group, command.paused(), changes);
        } else if (group == null && queue.paused != command.paused()) {
            pause(queue, changes);
        }
        decided(new QueueOutcome.Paused(command.paused()));
    }

    private void pause(Queue queue, Changes changes) {
        shard.change(
                new QueueChange.OfQueue(queue.number, queue.name, queue.config, command.paused(), queue.created),
                changes);
    }
}
