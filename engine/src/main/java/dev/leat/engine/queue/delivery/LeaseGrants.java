package dev.leat.engine.queue.delivery;

import dev.leat.api.Rejection;
import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.Deliveries;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueSide;
import dev.leat.api.queue.SettleResult;
import dev.leat.engine.queue.codec.DeliveryHandle;
import dev.leat.engine.queue.codec.DeliveryIdCipher;
import dev.leat.engine.queue.state.DeliveryState;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueuedMessage;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Grants of messages to consumers: each is a new epoch, one more attempt, and a lease. */
public final class LeaseGrants {
    private final QueueShardContext shard;
    private final ReadySelector selector;
    private final IdleGroupExpiry idleGroups;
    private final Usage usage;
    private final DeliveryIdCipher deliveryIds;
    private long receives;

    public LeaseGrants(
            QueueShardContext shard,
            ReadySelector selector,
            IdleGroupExpiry idleGroups,
            Usage usage,
            DeliveryIdCipher deliveryIds) {
        this.shard = shard;
        this.selector = selector;
        this.idleGroups = idleGroups;
        this.usage = usage;
        this.deliveryIds = deliveryIds;
    }

    public GrantResult receive(
            Group group, ConsumerName consumer, int max, @Nullable Duration lease, QueueSide side, Changes changes) {
        GrantResult result = new GrantResult();
        receives++;
        if (group.isPaused()) {
            result.throttled = next(group, side, changes) != ReadySelector.NONE;
            return result;
        }
        int most = Math.min(max, room(group, consumer, result));
        Set<Long> offered = new HashSet<>();
        if (side == QueueSide.HEAD) {
            receive(group, consumer, most, lease, offered, result, changes);
        } else {
            receiveLast(group, consumer, most, lease, result, changes);
        }
        result.throttled = most < max && !result.hasRoom(most) && next(group, side, changes) >= 0;
        offered.forEach(group::removeReady);
        return result;
    }

    /** @param offered receives the messages that only this receive may have */
    private void receive(
            Group group,
            ConsumerName consumer,
            int most,
            @Nullable Duration lease,
            Set<Long> offered,
            GrantResult result,
            Changes changes) {
        while (result.hasRoom(most)) {
            long at = selector.next(group, receives, changes);
            if (at < 0) {
                result.later = at == ReadySelector.LATER;
                return;
            }
            QueuedMessage message = Objects.requireNonNull(group.queue.resident.get(at));
            selector.take(group, message, receives);
            result.add(grant(group, message, consumer, lease, changes));
            offered.remove(at);
            long next = selector.offerNext(group, message, receives);
            if (next >= 0) {
                offered.add(next);
            }
        }
    }

    /** Grants the last messages. Cursors do not move, so messages before are not passed. */
    private void receiveLast(
            Group group,
            ConsumerName consumer,
            int most,
            @Nullable Duration lease,
            GrantResult result,
            Changes changes) {
        while (result.hasRoom(most)) {
            long at = selector.last(group, changes);
            if (at < 0) {
                result.later = at == ReadySelector.LATER;
                return;
            }
            QueuedMessage message = Objects.requireNonNull(group.queue.resident.get(at));
            if (group.hasPassed(at)) {
                selector.take(group, message, receives);
            }
            result.add(grant(group, message, consumer, lease, changes));
        }
    }

    private long next(Group group, QueueSide side, Changes changes) {
        return side == QueueSide.HEAD ? selector.next(group, receives, changes) : selector.last(group, changes);
    }

    /** Returns how many more leases the consumer can have. */
    private int room(Group group, ConsumerName consumer, GrantResult result) {
        if (usage.isMetadataExhausted()) {
            return 0;
        }
        QueueConfig config = group.queue.config;
        int ofGroup = config.maxLeases() == 0
                ? Integer.MAX_VALUE
                : config.maxLeases() - group.count(DeliveryState.State.LEASED);
        int own = ownRoom(group, consumer);
        result.ownLimit = own <= 0 && ofGroup > 0;
        return Math.max(0, Math.min(ofGroup, own));
    }

    public static int ownRoom(Group group, ConsumerName consumer) {
        int most = group.queue.config.maxLeasesPerConsumer();
        return most == 0 ? Integer.MAX_VALUE : Math.max(0, most - group.leasesByConsumer.count(consumer.value()));
    }

    private Delivery grant(
            Group group, QueuedMessage message, ConsumerName consumer, @Nullable Duration lease, Changes changes) {
        DeliveryState known = group.entry(message.at());
        DeliveryState before = known == null ? group.untouched(message) : known;
        return grant(group, message, before, consumer, lease, before.redelivery(), changes);
    }

    /** @param before the state before the grant */
    public Delivery grant(
            Group group,
            QueuedMessage message,
            DeliveryState before,
            ConsumerName consumer,
            @Nullable Duration lease,
            Delivery.@Nullable Redelivery reason,
            Changes changes) {
        QueueConfig config = group.queue.config;
        long length = (lease == null ? config.lease() : lease).toMillis();
        long until = changes.time() + length;
        DeliveryState entry = before.leased(consumer.value(), changes.time(), until, reason);
        shard.put(group, message.at(), entry, changes);
        idleGroups.touched(group, changes.time());
        return delivery(group, message, entry);
    }

    public Delivery delivery(Group group, QueuedMessage message, DeliveryState entry) {
        Queue queue = group.queue;
        DeliveryHandle handle = new DeliveryHandle(queue.number, group.number, message.at(), entry.epoch());
        return new Delivery(
                deliveryIds.seal(handle),
                message.id().encoded(),
                message.seq(),
                entry.attempts(),
                entry.budget(queue.config),
                message.payload().clone(),
                message.contentType(),
                message.orderKey(),
                queue.priority(message.at()),
                message.headers(),
                Instant.ofEpochMilli(message.enqueuedAt()),
                Instant.ofEpochMilli(entry.due()),
                entry.redelivery(),
                message.provenance());
    }

    public static @Nullable Rejection flaw(Duration lease, Queue queue) {
        boolean right =
                lease.compareTo(QueueConfig.SHORTEST_LEASE) >= 0 && lease.compareTo(queue.config.longestLease()) <= 0;
        return right
                ? null
                : new Rejection.BadArgument("a lease of the queue " + queue.name + " is between "
                        + QueueConfig.SHORTEST_LEASE + " and " + queue.config.longestLease() + ", not " + lease);
    }

    public static Rejection groupNotFound(Queue queue, @Nullable GroupName group) {
        return group == null
                ? new Rejection.BadArgument("the queue " + queue.name + " has several groups: a group is required")
                : new Rejection.GroupNotFound(queue.name, group);
    }

    /** What a call asks of a group: receive, pop or claim. */
    public interface GrantRequest {

        /** Grants what is available now. */
        GrantResult grant(Group group, Changes changes);

        /** Returns the outcome for a result. */
        default Deliveries outcome(GrantResult result) {
            return result.outcome();
        }
    }

    /** Result of one receive: the granted deliveries and, if there are none, why: empty, throttled, consumer limit, or still loading. */
    public static final class GrantResult {
        /** The most payload bytes of one result. */
        private static final long MAX_BYTES = 8 << 20;

        public final List<Delivery> deliveries = new ArrayList<>();
        private long bytes;

        /** Whether a limit or a pause withheld messages. */
        public boolean throttled;

        /** Whether only this consumer is at its limit; others may get messages. */
        boolean ownLimit;

        /** Whether messages have to be loaded or searched first. */
        public boolean later;

        public void add(Delivery delivery) {
            deliveries.add(delivery);
            bytes += delivery.payload().length;
        }

        public boolean isEmpty() {
            return deliveries.isEmpty();
        }

        public boolean hasRoom(int most) {
            return deliveries.size() < most && bytes < MAX_BYTES;
        }

        public Deliveries outcome() {
            return outcome(List.of());
        }

        public Deliveries outcome(List<SettleResult> acks) {
            return new Deliveries(deliveries, throttled, acks);
        }
    }
}
