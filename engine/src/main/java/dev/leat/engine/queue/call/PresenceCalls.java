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
import dev.leat.engine.queue.delivery.ShardScope;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.ReplyCall;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;

/** Calls about consumers: heartbeat, leave, and the list of consumers. */
public final class PresenceCalls {

    private final ShardScope scope;
    private final PresenceShard presence;
    private final ConsumerLeases consumerLeases;

    public PresenceCalls(ShardScope scope, PresenceShard presence, ConsumerLeases consumerLeases) {
        this.scope = scope;
        this.presence = presence;
        this.consumerLeases = consumerLeases;
    }

    /** Records a sign of life of a consumer, and extends its leases if the command asks for it. */
    final class HeartbeatCall extends QueueCall.GroupCall<QueueOutcome.Present> {
        private final QueueCommand.Heartbeat command;

        HeartbeatCall(QueueCommand.Heartbeat command, Reply<? super QueueOutcome.Present> reply) {
            super(scope.table(), command.queue(), command.group(), reply);
            this.command = command;
        }

        @Override
        void decide(Group group, Changes changes) {
            Rejection unfit = NameRules.flaw(command.consumer());
            if (unfit != null) {
                rejected(unfit);
                return;
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
                rejected(new Rejection.InUse(
                        "the queue " + name + " has as many consumers as it may: " + PresenceShard.MAX_ENTRIES));
                return;
            }
            if (command.extendLeases()) {
                consumerLeases.extend(group, command.consumer(), changes);
            }
            decided(new QueueOutcome.Present(seen));
        }
    }

    /**
     * Records that a consumer leaves, and releases its leases if the command asks for it. Leases belong to the consumer, not to its
     * instances: the last instance that leaves releases them.
     */
    final class LeaveCall extends QueueCall.GroupCall<QueueOutcome.Left> {
        private final QueueCommand.Leave command;

        LeaveCall(QueueCommand.Leave command, Reply<? super QueueOutcome.Left> reply) {
            super(scope.table(), command.queue(), command.group(), reply);
            this.command = command;
        }

        @Override
        void decide(Group group, Changes changes) {
            boolean existed = presence.leave(group.id, command.consumer(), command.instance(), changes);
            if (command.release() && !presence.isPresent(group.id, command.consumer(), changes.time())) {
                consumerLeases.release(group, command.consumer(), changes);
            }
            decided(new QueueOutcome.Left(existed));
        }
    }

    /** Lists the consumers of the queues of one shard. Groups without consumers are listed with zeros. */
    final class ConsumersCall extends ReplyCall<PresencePage> {
        private final QueueQuery.Consumers query;
        private final List<Presence> consumers = new ArrayList<>();
        private final List<Presence.Counts> counts = new ArrayList<>();

        ConsumersCall(QueueQuery.Consumers query, Reply<? super PresencePage> reply) {
            super(reply);
            this.query = query;
        }

        @Override
        protected void decide(Changes changes) {
            QueueName name = query.queue();
            Queue only = name == null ? null : scope.table().find(name);
            GroupName group = query.group();
            if (name != null && only == null) {
                rejected(new Rejection.QueueNotFound(name));
            } else if (only != null && group != null && only.group(group) == null) {
                rejected(new Rejection.GroupNotFound(only.name, group));
            } else {
                Collection<Queue> meant = only == null ? scope.table().all() : List.of(only);
                meant.forEach(queue -> look(queue, changes.time()));
                decided(new PresencePage(consumers, counts));
            }
        }

        private void look(Queue queue, long now) {
            Map<GroupName, Map<Presence.State, Integer>> found = new java.util.HashMap<>();
            for (Presence presence : presence.consumers(queue.number, now)) {
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
