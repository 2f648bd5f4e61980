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

/** A call about a queue that must exist, and the handler that decides it. */
final class QueueCall<C, O> extends ReplyCall<O> {
    private final QueueTable table;
    private final QueueName name;
    private final C command;
    private final Handler<C, O> handler;
    private final int bytes;

    /** Decides about a command; what it changes it adds to the changes. */
    @FunctionalInterface
    interface Handler<C, O> {
        Decision<O> decide(Queue queue, C command, Changes changes);
    }

    /** Decides about a command for a group that must exist. */
    @FunctionalInterface
    interface GroupHandler<C, O> {
        Decision<O> decide(Group group, C command, Changes changes);
    }

    /** @param bytes the payload of the command */
    QueueCall(QueueTable table, QueueName name, C command, Handler<C, O> handler, int bytes, Reply<? super O> reply) {
        super(reply);
        this.table = table;
        this.name = name;
        this.command = command;
        this.handler = handler;
        this.bytes = bytes;
    }

    @Override
    protected Decision<O> decide(Changes changes) {
        return decide(table, name, command, handler, changes);
    }

    /** Finds the queue and decides about the command. */
    static <C, O> Decision<O> decide(
            QueueTable table, QueueName name, C command, Handler<C, O> handler, Changes changes) {
        Queue queue = table.find(name);
        return queue == null
                ? Decision.reject(new Rejection.QueueNotFound(name))
                : handler.decide(queue, command, changes);
    }

    /**
     * Finds the group, and decides about the command.
     *
     * @param name null for the only group of a work queue
     */
    static <C, O> Handler<C, O> inGroup(@Nullable GroupName name, GroupHandler<C, O> handler) {
        return (queue, command, changes) -> {
            Group group = queue.group(name);
            return group == null
                    ? Decision.reject(new Rejection.GroupNotFound(queue.name, name == null ? GroupName.DEFAULT : name))
                    : handler.decide(group, command, changes);
        };
    }

    @Override
    protected int bytes() {
        return bytes;
    }
}
