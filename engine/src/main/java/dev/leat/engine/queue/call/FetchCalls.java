package dev.leat.engine.queue.call;

import dev.leat.api.Rejection;
import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.Deliveries;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.DeliveryId;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.GroupStart;
import dev.leat.api.queue.Provenance;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.SettleResult;
import dev.leat.api.queue.Settlement;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.Reply;
import dev.leat.engine.presence.PresenceShard;
import dev.leat.engine.presence.WaitingReceive;
import dev.leat.engine.queue.codec.DeliveryHandle;
import dev.leat.engine.queue.codec.DeliveryIdCipher;
import dev.leat.engine.queue.delivery.Attempts;
import dev.leat.engine.queue.delivery.DeliverableMessages;
import dev.leat.engine.queue.delivery.Groups;
import dev.leat.engine.queue.delivery.LeaseGrants;
import dev.leat.engine.queue.delivery.LeaseTimers;
import dev.leat.engine.queue.delivery.ReadySelector;
import dev.leat.engine.queue.delivery.Settlements;
import dev.leat.engine.queue.delivery.ShardScope;
import dev.leat.engine.queue.delivery.Waiter;
import dev.leat.engine.queue.delivery.Waiters;
import dev.leat.engine.queue.state.DeliveryState;
import dev.leat.engine.queue.state.EndReason;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueueMetadataSize;
import dev.leat.engine.queue.state.QueuedMessage;
import dev.leat.engine.shard.Changes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Calls that deliver messages: receive, pop and claim. */
public final class FetchCalls {

    private final ShardScope scope;
    private final LeaseGrants grants;
    private final ReadySelector selector;
    private final Settlements settlements;
    private final LeaseTimers leaseTimers;
    private final Attempts attempts;
    private final DeliverableMessages messages;
    private final Waiters waiters;
    private final Groups groups;
    private final PresenceShard presence;
    private final DeliveryIdCipher deliveryIds;
    private final QueueMetadataSize metadataSize;

    public FetchCalls(
            ShardScope scope,
            LeaseGrants grants,
            ReadySelector selector,
            Settlements settlements,
            LeaseTimers leaseTimers,
            Attempts attempts,
            DeliverableMessages messages,
            Waiters waiters,
            Groups groups,
            PresenceShard presence,
            DeliveryIdCipher deliveryIds,
            QueueMetadataSize metadataSize) {
        this.scope = scope;
        this.grants = grants;
        this.selector = selector;
        this.settlements = settlements;
        this.leaseTimers = leaseTimers;
        this.attempts = attempts;
        this.messages = messages;
        this.waiters = waiters;
        this.groups = groups;
        this.presence = presence;
        this.deliveryIds = deliveryIds;
        this.metadataSize = metadataSize;
    }

    /** A call that delivers messages. If none can be delivered at once, a {@link Waiter.ReceiveWaiter} takes its place. */
    abstract class FetchCall extends QueueCall<Deliveries> implements LeaseGrants.FetchRequest {
        private static final Duration RETRY = Duration.ofSeconds(1);

        private final Reply<? super Deliveries> reply;
        private boolean waits;

        FetchCall(QueueName name, Reply<? super Deliveries> reply) {
            super(scope.table(), name, reply);
            this.reply = reply;
        }

        /** Grants messages, after the receives that already wait. */
        void take(Group group, @Nullable ConsumerName consumer, Duration waitFor, Changes changes) {
            leaseTimers.expire(group, changes);
            if (group.wakePending) {
                waiters.serve(group, changes);
            }
            LeaseGrants.FetchResult result = grant(group, changes);
            if (consumer != null) {
                presence.received(group.id, consumer, result.deliveries.size(), changes);
            }
            if (!result.isEmpty() || (waitFor.isZero() && !result.later)) {
                decided(outcome(result));
            } else if (!result.later && hasTooManyWaiters(group.queue)) {
                rejected(new Rejection.TooManyWaiters(name, RETRY));
            } else {
                group.reading |= result.later;
                wait(group, consumer, changes.time() + waitFor.toMillis());
            }
        }

        private static boolean hasTooManyWaiters(Queue queue) {
            int most = queue.config.maxWaiters();
            int waiters = 0;
            for (Group group : queue.groups.values()) {
                waiters += group.waiters.size();
            }
            return most > 0 && waiters >= most;
        }

        private void wait(Group group, @Nullable ConsumerName consumer, long until) {
            waits = true;
            WaitingReceive parked = consumer == null ? WaitingReceive.UNKNOWN : presence.parked(group.id, consumer);
            long number = waiters.nextNumber();
            waiters.wait(group, new Waiter.ReceiveWaiter(this, this, consumer, parked, until, number, reply));
        }

        @Override
        protected void answer() {
            if (!waits) {
                super.answer();
            }
        }

        @Override
        protected void refuse(Rejection rejection) {
            if (!waits) {
                super.refuse(rejection);
            }
        }
    }

    /**
     * Receives messages, and waits if there are none. The acks that it carries are decided in the same turn, so that a consumer needs
     * one call per message. Delivery ids are decoded on the calling thread.
     */
    final class ReceiveCall extends FetchCall {
        private final QueueCommand.Receive command;
        private final List<@Nullable DeliveryHandle> done;
        private List<SettleResult> acks = List.of();

        ReceiveCall(QueueCommand.Receive command, Reply<? super Deliveries> reply) {
            super(command.queue(), reply);
            this.command = command;
            this.done = command.acks().isEmpty() ? List.of() : open(deliveryIds);
        }

        private List<@Nullable DeliveryHandle> open(DeliveryIdCipher seal) {
            List<@Nullable DeliveryHandle> handles = new ArrayList<>();
            for (DeliveryId delivery : command.acks()) {
                handles.add(seal.open(delivery));
            }
            return handles;
        }

        @Override
        void decide(Queue queue, Changes changes) {
            Rejection flaw = flaw(queue);
            Group group = flaw != null ? null : group(queue, changes);
            if (flaw != null) {
                rejected(flaw);
            } else if (group == null) {
                rejected(LeaseGrants.groupNotFound(queue, command.group()));
            } else {
                if (!done.isEmpty()) {
                    ack(queue, changes);
                }
                take(group, command.consumer(), command.waitFor(), changes);
            }
        }

        private void ack(Queue queue, Changes changes) {
            acks = new ArrayList<>();
            for (int i = 0; i < done.size(); i++) {
                Settlement ack = Settlement.Ack.of(command.acks().get(i));
                acks.add(settlements.settle(queue, ack, done.get(i), changes));
            }
        }

        @Override
        public Deliveries outcome(LeaseGrants.FetchResult result) {
            return result.outcome(acks);
        }

        /** Returns the group to receive from; creates it if the queue allows that. Null if there is none. */
        private @Nullable Group group(Queue queue, Changes changes) {
            GroupName wanted = command.group();
            return wanted != null && makesGroup(queue)
                    ? groups.create(queue, wanted, new GroupStart.Head(), null, changes)
                    : queue.group(wanted);
        }

        private boolean makesGroup(Queue queue) {
            boolean may = command.group() != null && !queue.isWork() && queue.config.autoCreateGroups();
            return may && queue.group(command.group()) == null;
        }

        private @Nullable Rejection flaw(Queue queue) {
            if (command.waitFor().compareTo(QueueCommand.LONGEST_WAIT) > 0) {
                return new Rejection.WaitTooLong(QueueCommand.LONGEST_WAIT);
            }
            Duration lease = command.lease();
            Rejection flaw = lease == null ? null : LeaseGrants.flaw(lease, queue);
            if (flaw == null) {
                flaw = unfitName(queue);
            }
            return flaw == null && makesGroup(queue) ? metadataSize.flaw() : flaw;
        }

        /** Returns why a name is invalid. The name of a group counts only if the receive would create the group. */
        private @Nullable Rejection unfitName(Queue queue) {
            GroupName group = command.group();
            Rejection flaw = group != null && makesGroup(queue) ? NameRules.flaw(group) : null;
            return flaw != null ? flaw : NameRules.flaw(command.consumer());
        }

        @Override
        public LeaseGrants.FetchResult grant(Group group, Changes changes) {
            return grants.receive(group, command.consumer(), command.max(), command.lease(), command.side(), changes);
        }
    }

    /** Delivers messages of a work queue and acks them in the same change. */
    final class PopCall extends FetchCall {
        private static final String POP_CONSUMER = "pop";

        private final QueueCommand.Pop command;

        PopCall(QueueCommand.Pop command, Reply<? super Deliveries> reply) {
            super(command.queue(), reply);
            this.command = command;
        }

        @Override
        void decide(Queue queue, Changes changes) {
            Group group = queue.isWork() ? queue.group(null) : null;
            if (group == null) {
                rejected(new Rejection.BadArgument("pop is for work queues; " + name + " is a fan-out queue"));
            } else {
                take(group, null, Duration.ZERO, changes);
            }
        }

        @Override
        public LeaseGrants.FetchResult grant(Group group, Changes changes) {
            LeaseGrants.FetchResult result = new LeaseGrants.FetchResult();
            boolean action = !group.isPaused();
            result.throttled = !action && next(group, changes) != ReadySelector.NONE;
            while (action && result.hasRoom(command.max())) {
                long at = next(group, changes);
                result.later = at == ReadySelector.LATER;
                action = at >= 0;
                if (action) {
                    result.add(pop(group, Objects.requireNonNull(group.queue.resident.get(at)), changes));
                }
            }
            return result;
        }

        private long next(Group group, Changes changes) {
            return switch (command.side()) {
                case HEAD -> selector.next(group, -1, changes);
                case TAIL -> selector.last(group, changes);
            };
        }

        private Delivery pop(Group group, QueuedMessage message, Changes changes) {
            DeliveryState known = group.entry(message.at());
            DeliveryState before = known == null ? group.untouched(message) : known;
            long now = changes.time();
            Delivery delivery =
                    grants.delivery(group, message, before.leased(POP_CONSUMER, now, now, before.redelivery()));
            scope.end(group, message.at(), EndReason.POPPED, changes);
            return delivery;
        }
    }

    /** Transfers leases of one group to a consumer: those of expired consumers, and those that were not extended for a time. */
    final class ClaimLeasesCall extends FetchCall {
        private final QueueCommand.Claim command;

        ClaimLeasesCall(QueueCommand.Claim command, Reply<? super Deliveries> reply) {
            super(command.queue(), reply);
            this.command = command;
        }

        @Override
        void decide(Queue queue, Changes changes) {
            Duration lease = command.lease();
            Rejection unfit = NameRules.flaw(command.consumer());
            Rejection flaw = unfit != null || lease == null ? unfit : LeaseGrants.flaw(lease, queue);
            Group group = queue.group(command.group());
            if (flaw != null) {
                rejected(flaw);
            } else if (group == null) {
                rejected(LeaseGrants.groupNotFound(queue, command.group()));
            } else {
                take(group, command.consumer(), Duration.ZERO, changes);
            }
        }

        /** Grants the leases. A message that is out of attempts becomes a dead letter instead. */
        @Override
        public LeaseGrants.FetchResult grant(Group group, Changes changes) {
            LeaseGrants.FetchResult result = new LeaseGrants.FetchResult();
            if (group.isPaused()) {
                result.throttled = !candidates(group, changes.time()).isEmpty();
                return result;
            }
            int most = Math.min(command.max(), LeaseGrants.ownRoom(group, command.consumer()));
            for (long at : candidates(group, changes.time())) {
                if (!result.hasRoom(most)) {
                    result.throttled = most < command.max();
                    break;
                }
                DeliveryState entry = group.entry(at);
                if (entry != null) {
                    claim(group, at, entry, result, changes);
                }
            }
            return result;
        }

        private void claim(Group group, long at, DeliveryState entry, LeaseGrants.FetchResult result, Changes changes) {
            DeliveryState failed = entry.failed(changes.time(), "claimed", null, null);
            if (attempts.sendIfSpent(group, at, failed.fenced(), Provenance.Reason.ATTEMPTS_EXHAUSTED, changes)
                    != null) {
                return;
            }
            QueuedMessage message = messages.findOne(group.queue, at);
            if (message == null) {
                result.later = true;
                return;
            }
            ConsumerName consumer = command.consumer();
            result.add(grants.grant(
                    group, message, failed, consumer, command.lease(), Delivery.Redelivery.CLAIMED, changes));
        }

        private List<Long> candidates(Group group, long now) {
            List<Long> candidates = new ArrayList<>();
            for (String holder : group.leasesByConsumer.consumers()) {
                boolean expired = presence.isExpired(group.queue.number, group.number, ConsumerName.of(holder), now);
                for (long at : group.leasesByConsumer.leases(holder)) {
                    if (expired || isIdle(group.entry(at), now)) {
                        candidates.add(at);
                    }
                }
            }
            Collections.sort(candidates);
            return candidates;
        }

        private boolean isIdle(@Nullable DeliveryState entry, long now) {
            Duration minIdle = command.minIdle();
            return minIdle != null && entry != null && now - entry.leasedAt() >= minIdle.toMillis();
        }
    }
}
