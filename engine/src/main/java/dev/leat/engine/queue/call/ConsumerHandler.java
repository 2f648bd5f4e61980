package dev.leat.engine.queue.call;

import dev.leat.api.Rejection;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.Presence;
import dev.leat.api.queue.PresencePage;
import dev.leat.api.queue.QueueName;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.api.spi.QueueQuery;
import dev.leat.api.spi.Reply;
import dev.leat.engine.presence.PresenceShard;
import dev.leat.engine.queue.delivery.ConsumerLeases;
import dev.leat.engine.queue.delivery.QueueShardContext;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.Decision;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Handler of the commands and queries about consumers: heartbeat, leave, and the list of consumers. */
public final class ConsumerHandler {

    private final QueueShardContext shard;
    private final PresenceShard presence;
    private final ConsumerLeases consumerLeases;

    public ConsumerHandler(QueueShardContext shard, PresenceShard presence, ConsumerLeases consumerLeases) {
        this.shard = shard;
        this.presence = presence;
        this.consumerLeases = consumerLeases;
    }

    /** Records a sign of life of a consumer, and extends its leases if the command asks for it. */
    Decision<QueueOutcome.Present> heartbeat(Group group, QueueCommand.Heartbeat command, Changes changes) {
        Rejection unfit = NameRules.flaw(command.consumer());
        if (unfit != null) {
            return Decision.reject(unfit);
        }
        Presence seen = presence.heartbeat(
                group.id,
                command.consumer(),
                command.instance(),
                command.ttl(),
                command.labels(),
                command.reportedLeases(),
                changes);
        if (seen == null) {
            return Decision.reject(new Rejection.InUse("the queue " + group.queue.name
                    + " has as many consumers as it may: " + PresenceShard.MAX_ENTRIES));
        }
        if (command.extendLeases()) {
            consumerLeases.extend(group, command.consumer(), changes);
        }
        return Decision.accept(new QueueOutcome.Present(seen));
    }

    /**
     * Records that a consumer leaves, and releases its leases if the command asks for it. Leases belong to the consumer, not to its
     * instances: the last instance that leaves releases them.
     */
    Decision<QueueOutcome.Left> leave(Group group, QueueCommand.Leave command, Changes changes) {
        boolean existed = presence.leave(group.id, command.consumer(), command.instance(), changes);
        if (command.release() && !presence.isPresent(group.id, command.consumer(), changes.time())) {
            consumerLeases.release(group, command.consumer(), changes);
        }
        return Decision.accept(new QueueOutcome.Left(existed));
    }

    /** Lists the consumers of the queues of one shard. Groups without consumers are listed with zeros. */
    Decision<PresencePage> list(QueueQuery.Consumers query, Changes changes) {
        QueueName name = query.queue();
        Queue only = name == null ? null : shard.table().find(name);
        GroupName group = query.group();
        if (name != null && only == null) {
            return Decision.reject(new Rejection.QueueNotFound(name));
        }
        if (only != null && group != null && only.group(group) == null) {
            return Decision.reject(new Rejection.GroupNotFound(only.name, group));
        }
        List<Presence> consumers = new ArrayList<>();
        List<Presence.Counts> counts = new ArrayList<>();
        for (Queue queue : only == null ? shard.table().all() : List.of(only)) {
            list(queue, group, consumers, counts, changes.time());
        }
        return Decision.accept(new PresencePage(consumers, counts));
    }

    /** @param only the group to list; null for all */
    private void list(
            Queue queue, @Nullable GroupName only, List<Presence> consumers, List<Presence.Counts> counts, long now) {
        Map<GroupName, Map<Presence.State, Integer>> found = new HashMap<>();
        for (Presence consumer : presence.consumers(queue.number, now)) {
            if (only == null || consumer.group().equals(only)) {
                consumers.add(consumer);
                found.computeIfAbsent(consumer.group(), unseen -> new EnumMap<>(Presence.State.class))
                        .merge(consumer.state(), 1, Integer::sum);
            }
        }
        for (GroupName group : queue.groups.keySet()) {
            if (only == null || group.equals(only)) {
                counts.add(counts(queue.name, group, found.getOrDefault(group, Map.of())));
            }
        }
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

    /** Collector of the consumers of several shards. It replies when the last shard has replied, or when the first one rejects. */
    public static final class ConsumerListing {
        private static final Comparator<Presence> ORDER = Comparator.comparing(Presence::queue)
                .thenComparing(Presence::group)
                .thenComparing(Presence::consumer)
                .thenComparing(Presence::instance);
        private static final Comparator<Presence.Counts> ORDER_OF_COUNTS =
                Comparator.comparing(Presence.Counts::queue).thenComparing(Presence.Counts::group);

        private final Reply<? super PresencePage> reply;
        private final AtomicReferenceArray<PresencePage> pages;
        private final AtomicInteger missing;
        private final AtomicBoolean refused = new AtomicBoolean();

        public ConsumerListing(int shards, Reply<? super PresencePage> reply) {
            this.reply = reply;
            this.pages = new AtomicReferenceArray<>(shards);
            this.missing = new AtomicInteger(shards);
        }

        /** Returns the reply for one shard. */
        public Reply<PresencePage> of(int shard) {
            return new Reply<>() {
                @Override
                public void answered(PresencePage page) {
                    pages.set(shard, page);
                    if (missing.decrementAndGet() == 0) {
                        reply.answered(new PresencePage(
                                all(PresencePage::consumers, ORDER), all(PresencePage::counts, ORDER_OF_COUNTS)));
                    }
                }

                @Override
                public void refused(Rejection rejection) {
                    if (refused.compareAndSet(false, true)) {
                        reply.refused(rejection);
                    }
                }
            };
        }

        private <T> List<T> all(Function<PresencePage, List<T>> part, Comparator<T> order) {
            return java.util.stream.IntStream.range(0, pages.length())
                    .mapToObj(pages::get)
                    .flatMap(page -> part.apply(page).stream())
                    .sorted(order)
                    .toList();
        }
    }
}
