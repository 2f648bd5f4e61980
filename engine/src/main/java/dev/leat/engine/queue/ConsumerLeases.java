package dev.leat.engine.queue;

import dev.leat.api.ConsumerName;
import dev.leat.engine.presence.Holdings;
import dev.leat.engine.shard.Changes;
import org.jspecify.annotations.Nullable;

/** The deliveries that a consumer has. */
final class ConsumerLeases implements Holdings {
    private final QueueShard shard;

    ConsumerLeases(QueueShard shard) {
        this.shard = shard;
    }

    private @Nullable Group find(long queue, int group) {
        Queue found = shard.table().find(queue);
        return found == null ? null : found.byNumber.get(group);
    }

    @Override
    public int count(long queue, int group, ConsumerName consumer) {
        Group found = find(queue, group);
        return found == null ? 0 : found.holders.count(consumer.value());
    }

    @Override
    public void expired(long queue, int group, ConsumerName consumer, Changes changes) {}
}
