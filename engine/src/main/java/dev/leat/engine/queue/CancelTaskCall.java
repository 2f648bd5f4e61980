package dev.leat.engine.queue;

import dev.leat.api.QueueCommand;
import dev.leat.api.QueueOutcome;
import dev.leat.api.QueueOutcome.TaskInfo.State;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;

/** Ends a task. What is on its way arrives still. */
final class CancelTaskCall extends QueueCall<QueueOutcome.TaskInfo> {
    private final QueueCommand.CancelTask command;

    CancelTaskCall(QueueShard shard, QueueCommand.CancelTask command, Reply<? super QueueOutcome.TaskInfo> reply) {
        super(shard, command.queue(), reply);
        this.command = command;
    }

    @Override
    void decide(Queue queue, Changes changes) {
        RedriveTaskId ids = RedriveTaskId.of(command.task());
        RedriveTask task = ids == null || ids.queue() != queue.number ? null : queue.tasks.get(ids.task());
        if (task == null) {
            rejected(new Rejection.TaskNotFound(command.task()));
            return;
        }
        decided(RedriveTaskId.info(queue, task.state() == State.RUNNING ? cancelled(queue, task, changes) : task));
    }

    private RedriveTask cancelled(Queue queue, RedriveTask task, Changes changes) {
        RedriveProgress progress = new RedriveProgress(task);
        progress.end(State.CANCELLED, changes.time());
        RedriveTask cancelled = progress.task();
        shard.change(new QueueChange.OfTask(queue.number, cancelled), changes);
        shard.redrives().watch(queue, cancelled, changes.time());
        return cancelled;
    }
}
