package dev.leat.engine.queue.call;

import dev.leat.api.Rejection;
import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.Deliveries;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.DeliveryId;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.GroupStart;
import dev.leat.api.queue.Provenance;
import dev.leat.api.queue.QueueSide;
import dev.leat.api.queue.SettleResult;
import dev.leat.api.queue.Settlement;
import dev.leat.api.spi.QueueCommand;
import dev.leat.engine.presence.PresenceShard;
import dev.leat.engine.presence.WaitingReceive;
import dev.leat.engine.queue.codec.DeliveryHandle;
import dev.leat.engine.queue.codec.DeliveryIdCipher;
import dev.leat.engine.queue.delivery.GroupDeadlines;
import dev.leat.engine.queue.delivery.Groups;
import dev.leat.engine.queue.delivery.LeaseGrants;
import dev.leat.engine.queue.delivery.MessageReadAhead;
import dev.leat.engine.queue.delivery.QueueShardContext;
import dev.leat.engine.queue.delivery.ReadySelector;
import dev.leat.engine.queue.delivery.Retries;
import dev.leat.engine.queue.delivery.Settlements;
import dev.leat.engine.queue.delivery.Waiter;
import dev.leat.engine.queue.delivery.WaiterDispatcher;
import dev.leat.engine.queue.state.DeliveryState;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueueMetadataSize;
import dev.leat.engine.queue.state.QueuedMessage;
import dev.leat.engine.queue.state.RemovalReason;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.Decision;
import dev.leat.engine.shard.ReplyCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Handler of the commands that deliver messages: receive, pop and claim. */
public final class ReceiveHandler {
    private static final Duration RETRY = Duration.ofSeconds(1);
    private static final String POP_CONSUMER = "pop";

    private final QueueShardContext shard;
    private final LeaseGrants grants;
    private final ReadySelector selector;
    private final Settlements settlements;
    private final GroupDeadlines groupDeadlines;
    private final Retries retries;
    private final MessageReadAhead messages;
    private final WaiterDispatcher waiters;
    private final Groups groups;
    private final PresenceShard presence;
    private final DeliveryIdCipher deliveryIds;
    private final QueueMetadataSize metadataSize;

    public ReceiveHandler(
            QueueShardContext shard,
            LeaseGrants grants,
            ReadySelector selector,
            Settlements settlements,
            GroupDeadlines groupDeadlines,
            Retries retries,
            MessageReadAhead messages,
            WaiterDispatcher waiters,
            Groups groups,
            PresenceShard presence,
            DeliveryIdCipher deliveryIds,
            QueueMetadataSize metadataSize) {
        this.shard = shard;
        this.grants = grants;
        this.selector = selector;
        this.settlements = settlements;
        this.groupDeadlines = groupDeadlines;
        this.retries = retries;
        this.messages = messages;
        this.waiters = waiters;
        this.groups = groups;
        this.presence = presence;
        this.deliveryIds = deliveryIds;
        this.metadataSize = metadataSize;
    }

    /** A receive whose delivery ids are decoded, which happens on the calling thread. */
    record DecodedReceive(QueueCommand.Receive command, List<@Nullable DeliveryHandle> acks) {}

    DecodedReceive decode(QueueCommand.Receive command) {
        if (command.acks().isEmpty()) {
            return new DecodedReceive(command, List.of());
        }
        List<@Nullable DeliveryHandle> acks = new ArrayList<>();
        for (DeliveryId delivery : command.acks()) {
            acks.add(deliveryIds.open(delivery));
        }
        return new DecodedReceive(command, acks);
    }

    /**
     * Receives messages, and waits if there are none. The acks that it carries are decided in the same turn, so that a consumer needs
     * one call per message.
     */
    Decision<Deliveries> receive(Queue queue, DecodedReceive decoded, Changes changes) {
        QueueCommand.Receive command = decoded.command;
        Rejection flaw = flaw(queue, command);
        if (flaw != null) {
            return Decision.reject(flaw);
        }
        Group group = group(queue, command, changes);
        if (group == null) {
            return Decision.reject(LeaseGrants.groupNotFound(queue, command.group()));
        }
        List<SettleResult> acks = decoded.acks.isEmpty() ? List.of() : ack(queue, decoded, changes);
        return take(group, command.consumer(), command.waitFor(), new ReceiveRequest(grants, command, acks), changes);
    }

    private List<SettleResult> ack(Queue queue, DecodedReceive decoded, Changes changes) {
        List<SettleResult> acks = new ArrayList<>();
        for (int i = 0; i < decoded.acks.size(); i++) {
            Settlement ack = Settlement.Ack.of(decoded.command.acks().get(i));
            acks.add(settlements.settle(queue, ack, decoded.acks.get(i), changes));
        }
        return acks;
    }

    /** Returns the group to receive from; creates it if the queue allows that. Null if there is none. */
    private @Nullable Group group(Queue queue, QueueCommand.Receive command, Changes changes) {
        GroupName wanted = command.group();
        return wanted != null && makesGroup(queue, wanted)
                ? groups.create(queue, wanted, new GroupStart.Head(), null, changes)
                : queue.group(wanted);
    }

    private static boolean makesGroup(Queue queue, @Nullable GroupName group) {
        boolean may = group != null && !queue.isWork() && queue.config.autoCreateGroups();
        return may && queue.group(group) == null;
    }

    private @Nullable Rejection flaw(Queue queue, QueueCommand.Receive command) {
        if (command.waitFor().compareTo(QueueCommand.LONGEST_WAIT) > 0) {
            return new Rejection.WaitTooLong(QueueCommand.LONGEST_WAIT);
        }
        Duration lease = command.lease();
        Rejection flaw = lease == null ? null : LeaseGrants.flaw(lease, queue);
        if (flaw == null) {
            flaw = unfitName(queue, command);
        }
        return flaw == null && makesGroup(queue, command.group()) ? metadataSize.flaw() : flaw;
    }

    /** Returns why a name is invalid. The name of a group counts only if the receive would create the group. */
    private static @Nullable Rejection unfitName(Queue queue, QueueCommand.Receive command) {
        GroupName group = command.group();
        Rejection flaw = group != null && makesGroup(queue, group) ? NameRules.flaw(group) : null;
        return flaw != null ? flaw : NameRules.flaw(command.consumer());
    }

    /** @param acks the results of the acks that the receive carried */
    private record ReceiveRequest(LeaseGrants grants, QueueCommand.Receive command, List<SettleResult> acks)
            implements LeaseGrants.GrantRequest {
        @Override
        public LeaseGrants.GrantResult grant(Group group, Changes changes) {
            return grants.receive(group, command.consumer(), command.max(), command.lease(), command.side(), changes);
        }

        @Override
        public Deliveries outcome(LeaseGrants.GrantResult result) {
            return result.outcome(acks);
        }
    }

    /**
     * Grants messages, after the receives that already wait. If there are none, a {@link Waiter.ReceiveWaiter} takes the place of the
     * call.
     */
    private Decision<Deliveries> take(
            Group group,
            @Nullable ConsumerName consumer,
            Duration waitFor,
            LeaseGrants.GrantRequest request,
            Changes changes) {
        groupDeadlines.expire(group, changes);
        if (group.wakePending) {
            waiters.serve(group, changes);
        }
        LeaseGrants.GrantResult result = request.grant(group, changes);
        if (consumer != null) {
            presence.received(group.id, consumer, result.deliveries.size(), changes);
        }
        if (!result.isEmpty() || (waitFor.isZero() && !result.later)) {
            return Decision.accept(request.outcome(result));
        }
        if (!result.later && hasTooManyWaiters(group.queue)) {
            return Decision.reject(new Rejection.TooManyWaiters(group.queue.name, RETRY));
        }
        group.reading |= result.later;
        long until = changes.time() + waitFor.toMillis();
        return new Decision.Wait<>(call -> wait(group, consumer, request, until, call));
    }

    private static boolean hasTooManyWaiters(Queue queue) {
        int most = queue.config.maxWaiters();
        int waiters = 0;
        for (Group group : queue.groups.values()) {
            waiters += group.waiters.size();
        }
        return most > 0 && waiters >= most;
    }

    private void wait(
            Group group,
            @Nullable ConsumerName consumer,
            LeaseGrants.GrantRequest request,
            long until,
            ReplyCall<Deliveries> call) {
        WaitingReceive presenceWait = consumer == null ? WaitingReceive.UNKNOWN : presence.parked(group.id, consumer);
        long number = waiters.nextNumber();
        waiters.wait(group, new Waiter.ReceiveWaiter(call, request, consumer, presenceWait, until, number));
    }

    /** Delivers messages of a work queue and acks them in the same change. */
    Decision<Deliveries> pop(Queue queue, QueueCommand.Pop command, Changes changes) {
        Group group = queue.isWork() ? queue.group(null) : null;
        return group == null
                ? Decision.reject(
                        new Rejection.BadArgument("pop is for work queues; " + queue.name + " is a fan-out queue"))
                : take(group, null, Duration.ZERO, (from, now) -> pop(from, command, now), changes);
    }

    private LeaseGrants.GrantResult pop(Group group, QueueCommand.Pop command, Changes changes) {
        LeaseGrants.GrantResult result = new LeaseGrants.GrantResult();
        boolean action = !group.isPaused();
        result.throttled = !action && next(group, command.side(), changes) != ReadySelector.NONE;
        while (action && result.hasRoom(command.max())) {
            long at = next(group, command.side(), changes);
            result.later = at == ReadySelector.LATER;
            action = at >= 0;
            if (action) {
                result.add(pop(group, Objects.requireNonNull(group.queue.resident.get(at)), changes));
            }
        }
        return result;
    }

    private long next(Group group, QueueSide side, Changes changes) {
        return switch (side) {
            case HEAD -> selector.next(group, -1, changes);
            case TAIL -> selector.last(group, changes);
        };
    }

    private Delivery pop(Group group, QueuedMessage message, Changes changes) {
        DeliveryState known = group.entry(message.at());
        DeliveryState before = known == null ? group.untouched(message) : known;
        long now = changes.time();
        Delivery delivery = grants.delivery(group, message, before.leased(POP_CONSUMER, now, now, before.redelivery()));
        shard.end(group, message.at(), RemovalReason.POPPED, changes);
        return delivery;
    }

    /** Transfers leases of one group to a consumer: those of expired consumers, and those that were not extended for a time. */
    Decision<Deliveries> claim(Queue queue, QueueCommand.Claim command, Changes changes) {
        Duration lease = command.lease();
        Rejection unfit = NameRules.flaw(command.consumer());
        Rejection flaw = unfit != null || lease == null ? unfit : LeaseGrants.flaw(lease, queue);
        if (flaw != null) {
            return Decision.reject(flaw);
        }
        Group group = queue.group(command.group());
        return group == null
                ? Decision.reject(LeaseGrants.groupNotFound(queue, command.group()))
                : take(group, command.consumer(), Duration.ZERO, (from, now) -> claim(from, command, now), changes);
    }

    /** Grants the leases. A message that is out of attempts becomes a dead letter instead. */
    private LeaseGrants.GrantResult claim(Group group, QueueCommand.Claim command, Changes changes) {
        LeaseGrants.GrantResult result = new LeaseGrants.GrantResult();
        if (group.isPaused()) {
            result.throttled = !candidates(group, command, changes.time()).isEmpty();
            return result;
        }
        int most = Math.min(command.max(), LeaseGrants.ownRoom(group, command.consumer()));
        for (long at : candidates(group, command, changes.time())) {
            if (!result.hasRoom(most)) {
                result.throttled = most < command.max();
                break;
            }
            DeliveryState entry = group.entry(at);
            if (entry != null) {
                claim(group, at, entry, command, result, changes);
            }
        }
        return result;
    }

    private void claim(
            Group group,
            long at,
            DeliveryState entry,
            QueueCommand.Claim command,
            LeaseGrants.GrantResult result,
            Changes changes) {
        DeliveryState failed = entry.failed(changes.time(), "claimed", null, null);
        if (retries.sendIfSpent(group, at, failed.fenced(), Provenance.Reason.ATTEMPTS_EXHAUSTED, changes) != null) {
            return;
        }
        QueuedMessage message = messages.findOne(group.queue, at);
        if (message == null) {
            result.later = true;
            return;
        }
        ConsumerName consumer = command.consumer();
        result.add(
                grants.grant(group, message, failed, consumer, command.lease(), Delivery.Redelivery.CLAIMED, changes));
    }

    private List<Long> candidates(Group group, QueueCommand.Claim command, long now) {
        List<Long> candidates = new ArrayList<>();
        for (String holder : group.leasesByConsumer.consumers()) {
            boolean expired = presence.isExpired(group.queue.number, group.number, ConsumerName.of(holder), now);
            for (long at : group.leasesByConsumer.leases(holder)) {
                if (expired || isIdle(group.entry(at), command.minIdle(), now)) {
                    candidates.add(at);
                }
            }
        }
        Collections.sort(candidates);
        return candidates;
    }

    private static boolean isIdle(@Nullable DeliveryState entry, @Nullable Duration minIdle, long now) {
        return minIdle != null && entry != null && now - entry.leasedAt() >= minIdle.toMillis();
    }
}
