package dev.leat.engine.queue;

import dev.leat.api.QueueName;
import dev.leat.api.QueueOutcome;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.ReplyCall;
import java.util.List;
import java.util.Objects;

/** Says what is known of some queues of a shard. */
final class QueuePageCall extends ReplyCall<List<QueueOutcome.QueueInfo>> {
    private final QueueShard shard;
    private final List<QueueName> names;

    QueuePageCall(QueueShard shard, List<QueueName> names, Reply<? super List<QueueOutcome.QueueInfo>> reply) {
        super(reply);
        this.shard = shard;
        this.names = names;
    }

    @Override
    protected void decide(Changes changes) {
        decided(names.stream()
                .map(shard.table()::find)
                .filter(Objects::nonNull)
                .map(QueueInfos::of)
                .toList());
    }
}
