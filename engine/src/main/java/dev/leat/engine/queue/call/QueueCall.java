package dev.leat.engine.queue.call;

import dev.leat.api.Rejection;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.QueueName;
import dev.leat.api.spi.Reply;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueueTable;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.ReplyCall;
import org.jspecify.annotations.Nullable;

/** A call about a queue that must exist. */
abstract class QueueCall<O> extends ReplyCall<O> {
    private final QueueTable table;
    final QueueName name;

    QueueCall(QueueTable table, QueueName name, Reply<? super O> reply) {
        super(reply);
        this.table = table;
        this.name = name;
    }

    @Override
    protected void decide(Changes changes) {
        Queue queue = table.find(name);
        if (queue == null) {
            rejected(new Rejection.QueueNotFound(name));
        } else {
            decide(queue, changes);
        }
    }

    abstract void decide(Queue queue, Changes changes);

    /** A call about a group that must exist. */
    abstract static class GroupCall<O> extends QueueCall<O> {
        private final @Nullable GroupName groupName;

        /** @param groupName null for the only group of a work queue */
        GroupCall(QueueTable table, QueueName name, @Nullable GroupName groupName, Reply<? super O> reply) {
            super(table, name, reply);
            this.groupName = groupName;
        }

        @Override
        void decide(Queue queue, Changes changes) {
            Group group = queue.group(groupName);
            if (group == null) {
                rejected(new Rejection.GroupNotFound(name, groupName == null ? GroupName.DEFAULT : groupName));
            } else {
                decide(group, changes);
            }
        }

        abstract void decide(Group group, Changes changes);
    }
}
