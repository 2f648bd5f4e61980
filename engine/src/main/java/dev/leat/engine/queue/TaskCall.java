package dev.leat.engine.queue;

import dev.leat.api.QueueOutcome;
import dev.leat.api.QueueQuery;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.shard.AskedCall;
import dev.leat.engine.shard.Changes;

/** Says how far a task is. */
final class TaskCall extends AskedCall<QueueOutcome.TaskInfo> {
    private final QueueShard shard;
    private final QueueQuery.Task query;
    private final TaskIds ids;

    TaskCall(QueueShard shard, QueueQuery.Task query, TaskIds ids, Reply<? super QueueOutcome.TaskInfo> reply) {
        super(reply);
        this.shard = shard;
        this.query = query;
        this.ids = ids;
    }

    @Override
    protected void decide(Changes changes) {
        Queue queue = shard.table().find(ids.queue());
        Task task = queue == null ? null : queue.tasks.get(ids.task());
        if (queue == null || task == null) {
            rejected(new Rejection.TaskNotFound(query.task()));
        } else {
            decided(TaskIds.info(queue, task));
        }
    }
}
