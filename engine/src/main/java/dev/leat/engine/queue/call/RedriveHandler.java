package dev.leat.engine.queue.call;

import dev.leat.api.Rejection;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.TaskInfo;
import dev.leat.api.queue.TaskInfo.State;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueQuery;
import dev.leat.engine.queue.deadletter.QueueCatalog;
import dev.leat.engine.queue.deadletter.Redrives;
import dev.leat.engine.queue.delivery.QueueShardContext;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueueChange;
import dev.leat.engine.queue.state.RedriveTask;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.Decision;
import org.jspecify.annotations.Nullable;

/** Handler of the commands and queries that start, cancel and describe redrive tasks. */
public final class RedriveHandler {

    private final QueueShardContext shard;
    private final Redrives redrives;
    private final QueueCatalog catalog;

    public RedriveHandler(QueueShardContext shard, Redrives redrives, QueueCatalog catalog) {
        this.shard = shard;
        this.redrives = redrives;
        this.catalog = catalog;
    }

    /** Starts a redrive task. */
    Decision<TaskInfo> redrive(Queue queue, QueueCommand.Redrive command, Changes changes) {
        Rejection flaw = flaw(queue, command.to());
        if (flaw != null) {
            return Decision.reject(flaw);
        }
        RedriveTask task = new RedriveTask(
                queue.nextTask,
                command.filter(),
                command.limit(),
                command.perSecond(),
                command.to(),
                queue.nextSeq,
                0,
                TaskInfo.State.RUNNING,
                0,
                0,
                total(queue, command),
                changes.time(),
                0,
                null);
        shard.change(new QueueChange.OfTask(queue.number, task), changes);
        redrives.watch(queue, task, changes.time());
        return Decision.accept(RedriveTask.RedriveTaskId.info(queue, task));
    }

    /** Returns the largest number of messages that the task can move; the filter is applied while it runs. */
    private static long total(Queue queue, QueueCommand.Redrive command) {
        int named = command.filter().messageIds().size();
        long most = named == 0 ? queue.messages : Math.min(named, queue.messages);
        return command.limit() == 0 ? most : Math.min(command.limit(), most);
    }

    private @Nullable Rejection flaw(Queue queue, @Nullable QueueName to) {
        if (to == null) {
            return null;
        }
        if (to.equals(queue.name)) {
            return new Rejection.BadArgument(
                    "dead letters of " + to + " cannot be redriven to the queue that they are in");
        }
        boolean there = shard.table().find(to) != null || catalog.find(to) != null;
        return there ? null : new Rejection.QueueNotFound(to);
    }

    /** Ends a task. Messages on their way arrive all the same. */
    Decision<TaskInfo> cancel(Queue queue, QueueCommand.CancelTask command, Changes changes) {
        RedriveTask.RedriveTaskId ids = RedriveTask.RedriveTaskId.of(command.task());
        RedriveTask task = ids == null || ids.queue() != queue.number ? null : queue.tasks.get(ids.task());
        if (task == null) {
            return Decision.reject(new Rejection.TaskNotFound(command.task()));
        }
        return Decision.accept(RedriveTask.RedriveTaskId.info(
                queue, task.state() == State.RUNNING ? cancelled(queue, task, changes) : task));
    }

    private RedriveTask cancelled(Queue queue, RedriveTask task, Changes changes) {
        Redrives.RedriveProgress progress = new Redrives.RedriveProgress(task);
        progress.end(State.CANCELLED, changes.time());
        RedriveTask cancelled = progress.task();
        shard.change(new QueueChange.OfTask(queue.number, cancelled), changes);
        redrives.watch(queue, cancelled, changes.time());
        return cancelled;
    }

    /** Describes a task. */
    Decision<TaskInfo> describe(QueueQuery.Task query, RedriveTask.RedriveTaskId ids) {
        Queue queue = shard.table().find(ids.queue());
        RedriveTask task = queue == null ? null : queue.tasks.get(ids.task());
        return queue == null || task == null
                ? Decision.reject(new Rejection.TaskNotFound(query.task()))
                : Decision.accept(RedriveTask.RedriveTaskId.info(queue, task));
    }
}
