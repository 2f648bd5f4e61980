package dev.leat.engine.queue;

import dev.leat.api.QueueName;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.ReplyCall;

/** A call about a queue that has to be there. */
abstract class QueueCall<O> extends ReplyCall<O> {
    final QueueShard shard;
    final QueueName name;

    QueueCall(QueueShard shard, QueueName name, Reply<? super O> reply) {
        super(reply);
        this.shard = shard;
        this.name = name;
    }

    @Override
    protected void decide(Changes changes) {
        Queue queue = shard.table().find(name);
        if (queue == null) {
            rejected(new Rejection.QueueNotFound(name));
        } else {
            decide(queue, changes);
        }
    }

    abstract void decide(Queue queue, Changes changes);
}
