package dev.leat.engine.queue;

import dev.leat.api.QueueOutcome;
import dev.leat.api.QueueQuery;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.ReplyCall;

/** Says how far a task is. */
final class TaskCall extends ReplyCall<QueueOutcome.TaskInfo> {
    private final QueueShard shard;
    private final QueueQuery.Task query;
    private final RedriveTaskId ids;

    TaskCall(QueueShard shard, QueueQuery.Task query, RedriveTaskId ids, Reply<? super QueueOutcome.TaskInfo> reply) {
        super(reply);
        this.shard = shard;
        this.query = query;
        this.ids = ids;
    }

    @Override
    protected void decide(Changes changes) {
        Queue queue = shard.table().find(ids.queue());
        RedriveTask task = queue == null ? null : queue.tasks.get(ids.task());
        if (queue == null || task == null) {
            rejected(new Rejection.TaskNotFound(query.task()));
        } else {
            decided(RedriveTaskId.info(queue, task));
        }
    }
}
