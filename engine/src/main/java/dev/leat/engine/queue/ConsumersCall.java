package dev.leat.engine.queue;

import dev.leat.api.GroupName;
import dev.leat.api.Presence;
import dev.leat.api.QueueName;
import dev.leat.api.QueueOutcome;
import dev.leat.api.QueueQuery;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.ReplyCall;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Who consumes from the queues of one shard. Groups without a consumer count as well, with zeros. */
final class ConsumersCall extends ReplyCall<QueueOutcome.PresencePage> {
    private final QueueShard shard;
    private final QueueQuery.Consumers query;
    private final List<Presence> consumers = new ArrayList<>();
    private final List<Presence.Counts> counts = new ArrayList<>();

    ConsumersCall(QueueShard shard, QueueQuery.Consumers query, Reply<? super QueueOutcome.PresencePage> reply) {
        super(reply);
        this.shard = shard;
        this.query = query;
    }

    @Override
    protected void decide(Changes changes) {
        QueueName name = query.queue();
        Queue only = name == null ? null : shard.table().find(name);
        GroupName group = query.group();
        if (name != null && only == null) {
            rejected(new Rejection.QueueNotFound(name));
        } else if (only != null && group != null && only.group(group) == null) {
            rejected(new Rejection.GroupNotFound(only.name, group));
        } else {
            Collection<Queue> meant = only == null ? shard.table().all() : List.of(only);
            meant.forEach(queue -> look(queue, changes.time()));
            decided(new QueueOutcome.PresencePage(consumers, counts));
        }
    }

    private void look(Queue queue, long now) {
        Map<GroupName, Map<Presence.State, Integer>> found = new java.util.HashMap<>();
        for (Presence presence : shard.presence().consumers(queue.number, now)) {
            if (isMeant(presence.group())) {
                consumers.add(presence);
                found.computeIfAbsent(presence.group(), unseen -> new EnumMap<>(Presence.State.class))
                        .merge(presence.state(), 1, Integer::sum);
            }
        }
        for (GroupName group : queue.groups.keySet()) {
            if (isMeant(group)) {
                counts.add(counts(queue.name, group, found.getOrDefault(group, Map.of())));
            }
        }
    }

    private boolean isMeant(GroupName group) {
        return query.group() == null || group.equals(query.group());
    }

    private static Presence.Counts counts(QueueName queue, GroupName group, Map<Presence.State, Integer> found) {
        return new Presence.Counts(
                queue,
                group,
                found.getOrDefault(Presence.State.ACTIVE, 0),
                found.getOrDefault(Presence.State.STALE, 0),
                found.getOrDefault(Presence.State.EXPIRED, 0),
                found.getOrDefault(Presence.State.LEFT, 0));
    }
}
