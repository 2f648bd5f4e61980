package dev.leat.engine.queue.call;

import dev.leat.api.Rejection;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.TaskInfo;
import dev.leat.api.queue.TaskInfo.State;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueQuery;
import dev.leat.api.spi.Reply;
import dev.leat.engine.queue.deadletter.QueueDirectory;
import dev.leat.engine.queue.deadletter.Redrives;
import dev.leat.engine.queue.delivery.ShardScope;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueueChange;
import dev.leat.engine.queue.state.RedriveTask;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.ReplyCall;
import org.jspecify.annotations.Nullable;

/** Calls that start, cancel and describe redrive tasks. */
public final class RedriveCalls {

    private final ShardScope scope;
    private final Redrives redrives;
    private final QueueDirectory directory;

    public RedriveCalls(ShardScope scope, Redrives redrives, QueueDirectory directory) {
        this.scope = scope;
        this.redrives = redrives;
        this.directory = directory;
    }

    /** Starts a redrive task. */
    final class RedriveCall extends QueueCall<TaskInfo> {
        private final QueueCommand.Redrive command;

        RedriveCall(QueueCommand.Redrive command, Reply<? super TaskInfo> reply) {
            super(scope.table(), command.queue(), reply);
            this.command = command;
        }

        @Override
        void decide(Queue queue, Changes changes) {
            Rejection rejection = rejection();
            if (rejection != null) {
                rejected(rejection);
                return;
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
                    total(queue),
                    changes.time(),
                    0,
                    null);
            scope.change(new QueueChange.OfTask(queue.number, task), changes);
            redrives.watch(queue, task, changes.time());
            decided(RedriveTask.RedriveTaskId.info(queue, task));
        }

        /** Returns the largest number of messages that the task can move; the filter is applied while it runs. */
        private long total(Queue queue) {
            int named = command.filter().messageIds().size();
            long most = named == 0 ? queue.messages : Math.min(named, queue.messages);
            return command.limit() == 0 ? most : Math.min(command.limit(), most);
        }

        private @Nullable Rejection rejection() {
            QueueName to = command.to();
            if (to == null) {
                return null;
            }
            if (to.equals(name)) {
                return new Rejection.BadArgument(
                        "dead letters of " + name + " cannot be redriven to the queue that they are in");
            }
            boolean there = scope.table().find(to) != null || directory.find(to) != null;
            return there ? null : new Rejection.QueueNotFound(to);
        }
    }

    /** Ends a task. Messages on their way arrive all the same. */
    final class CancelTaskCall extends QueueCall<TaskInfo> {
        private final QueueCommand.CancelTask command;

        CancelTaskCall(QueueCommand.CancelTask command, Reply<? super TaskInfo> reply) {
            super(scope.table(), command.queue(), reply);
            this.command = command;
        }

        @Override
        void decide(Queue queue, Changes changes) {
            RedriveTask.RedriveTaskId ids = RedriveTask.RedriveTaskId.of(command.task());
            RedriveTask task = ids == null || ids.queue() != queue.number ? null : queue.tasks.get(ids.task());
            if (task == null) {
                rejected(new Rejection.TaskNotFound(command.task()));
                return;
            }
            decided(RedriveTask.RedriveTaskId.info(
                    queue, task.state() == State.RUNNING ? cancelled(queue, task, changes) : task));
        }

        private RedriveTask cancelled(Queue queue, RedriveTask task, Changes changes) {
            Redrives.RedriveProgress progress = new Redrives.RedriveProgress(task);
            progress.end(State.CANCELLED, changes.time());
            RedriveTask cancelled = progress.task();
            scope.change(new QueueChange.OfTask(queue.number, cancelled), changes);
            redrives.watch(queue, cancelled, changes.time());
            return cancelled;
        }
    }

    /** Describes a task. */
    final class TaskCall extends ReplyCall<TaskInfo> {
        private final QueueQuery.Task query;
        private final RedriveTask.RedriveTaskId ids;

        TaskCall(QueueQuery.Task query, RedriveTask.RedriveTaskId ids, Reply<? super TaskInfo> reply) {
            super(reply);
            this.query = query;
            this.ids = ids;
        }

        @Override
        protected void decide(Changes changes) {
            Queue queue = scope.table().find(ids.queue());
            RedriveTask task = queue == null ? null : queue.tasks.get(ids.task());
            if (queue == null || task == null) {
                rejected(new Rejection.TaskNotFound(query.task()));
            } else {
                decided(RedriveTask.RedriveTaskId.info(queue, task));
            }
        }
    }
}
