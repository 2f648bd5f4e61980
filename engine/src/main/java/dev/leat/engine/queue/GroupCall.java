package dev.leat.engine.queue;

import dev.leat.api.GroupName;
import dev.leat.api.QueueName;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;

/** A call about a group that has to be there. */
abstract class GroupCall<O> extends QueueCall<O> {
    private final GroupName group;

    GroupCall(QueueShard shard, QueueName queue, GroupName group, Reply<? super O> reply) {
        super(shard, queue, reply);
        this.group = group;
    }

    @Override
    void decide(Queue queue, Changes changes) {
        Group found = queue.groups.get(group);
        if (found == null) {
            rejected(new Rejection.GroupNotFound(name, group));
        } else {
            decide(found, changes);
        }
    }

    abstract void decide(Group group, Changes changes);
}
