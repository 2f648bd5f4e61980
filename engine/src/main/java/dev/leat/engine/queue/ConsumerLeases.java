package dev.leat.engine.queue;

import dev.leat.api.ConsumerName;
import dev.leat.engine.presence.Holdings;
import dev.leat.engine.shard.Changes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The deliveries that a consumer has. */
final class ConsumerLeases implements Holdings {
    private final QueueShard shard;

    ConsumerLeases(QueueShard shard) {
        this.shard = shard;
    }

    /** Where the messages stand that a consumer has. */
    static List<Long> of(Group group, ConsumerName consumer) {
        List<Long> places = new ArrayList<>();
        if (group.count(Entry.State.LEASED) > 0) {
            for (Map.Entry<Long, Entry> one : group.entries.entrySet()) {
                Entry entry = one.getValue();
                if (entry.state() == Entry.State.LEASED && consumer.value().equals(entry.consumer())) {
                    places.add(one.getKey());
                }
            }
        }
        return places;
    }

    private @Nullable Group find(long queue, int group) {
        Queue found = shard.table().find(queue);
        return found == null ? null : found.byNumber.get(group);
    }

    @Override
    public int count(long queue, int group, ConsumerName consumer) {
        Group found = find(queue, group);
        return found == null ? 0 : of(found, consumer).size();
    }

    @Override
    public void expired(long queue, int group, ConsumerName consumer, Changes changes) {}
}
