package dev.leat.engine.queue.call;

import dev.leat.api.Rejection;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.QueueName;
import dev.leat.api.spi.Reply;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueueTable;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.Decision;
import dev.leat.engine.shard.ReplyCall;
import org.jspecify.annotations.Nullable;

/** A call about a queue that must exist, and the method of a handler that decides it. */
final class QueueCall<C, O> extends ReplyCall<O> {
    private final QueueTable table;
    private final QueueName name;
    private final C command;
    private final Decider<C, O> decider;
    private final int bytes;

    /** Decides about a command; what it changes it adds to the changes. */
    @FunctionalInterface
    interface Decider<C, O> {
        Decision<O> decide(Queue queue, C command, Changes changes);
    }

    /** Decides about a command for a group that must exist. */
    @FunctionalInterface
    interface GroupDecider<C, O> {
        Decision<O> decide(Group group, C command, Changes changes);
    }

    /** @param bytes the payload of the command */
    QueueCall(QueueTable table, QueueName name, C command, Decider<C, O> decider, int bytes, Reply<? super O> reply) {
        super(reply);
        this.table = table;
        this.name = name;
        this.command = command;
        this.decider = decider;
        this.bytes = bytes;
    }

    @Override
    protected Decision<O> decide(Changes changes) {
        return decide(table, name, command, decider, changes);
    }

    /** Finds the queue and decides about the command. */
    static <C, O> Decision<O> decide(
            QueueTable table, QueueName name, C command, Decider<C, O> decider, Changes changes) {
        Queue queue = table.find(name);
        return queue == null
                ? Decision.reject(new Rejection.QueueNotFound(name))
                : decider.decide(queue, command, changes);
    }

    /**
     * Finds the group, and decides about the command.
     *
     * @param name null for the only group of a work queue
     */
    static <C, O> Decider<C, O> inGroup(@Nullable GroupName name, GroupDecider<C, O> decider) {
        return (queue, command, changes) -> {
            Group group = queue.group(name);
            return group == null
                    ? Decision.reject(new Rejection.GroupNotFound(queue.name, name == null ? GroupName.DEFAULT : name))
                    : decider.decide(group, command, changes);
        };
    }

    @Override
    protected int bytes() {
        return bytes;
    }
}
