package dev.leat.engine.queue;

import dev.leat.api.ConsumerName;
import dev.leat.api.Delivery;
import dev.leat.api.DeliveryId;
import dev.leat.api.GroupName;
import dev.leat.api.GroupStart;
import dev.leat.api.Provenance;
import dev.leat.api.QueueCommand;
import dev.leat.api.QueueName;
import dev.leat.api.QueueOutcome;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.api.SettleResult;
import dev.leat.api.Settlement;
import dev.leat.engine.presence.WaitingReceive;
import dev.leat.engine.shard.Changes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Calls that deliver messages: receive, pop and claim. */
final class FetchCalls {

    private FetchCalls() {}

    /** Asks for messages. If there are none, or they have to be read first, a {@link Waiter.ReceiveWaiter} goes on in its place. */
    static abstract class FetchCall extends QueueCall<QueueOutcome.Received> implements LeaseGrants.FetchRequest {
        private static final Duration RETRY = Duration.ofSeconds(1);

        private final Reply<? super QueueOutcome.Received> reply;
        private boolean waits;

        FetchCall(QueueShard shard, QueueName name, Reply<? super QueueOutcome.Received> reply) {
            super(shard, name, reply);
            this.reply = reply;
        }

        /** Those who waited before come first. */
        void take(Group group, @Nullable ConsumerName consumer, Duration waitFor, Changes changes) {
            shard.leases().expire(group, changes);
            if (group.stirred) {
                shard.waiting().serve(group, changes);
            }
            LeaseGrants.FetchResult haul = grant(group, changes);
            if (consumer != null) {
                shard.presence().received(group.workplace, consumer, haul.deliveries.size(), changes);
            }
            if (!haul.isEmpty() || (waitFor.isZero() && !haul.later)) {
                decided(outcome(haul));
            } else if (!haul.later && hasTooManyWaiters(group.queue)) {
                rejected(new Rejection.TooManyWaiters(name, RETRY));
            } else {
                group.reading |= haul.later;
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
            WaitingReceive parked =
                    consumer == null ? WaitingReceive.UNKNOWN : shard.presence().parked(group.workplace, consumer);
            long number = shard.waiting().nextNumber();
            shard.waiting().wait(group, new Waiter.ReceiveWaiter(this, this, consumer, parked, until, number, reply));
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
     * Asks for deliveries, and waits if there are none. What its consumer is done with is acked in the same turn, so that a worker needs
     * one call for each message. The ids are opened by the thread that asks.
     */
    static final class ReceiveCall extends FetchCall {
        private final QueueCommand.Receive command;
        private final List<@Nullable DeliveryHandle> done;
        private List<SettleResult> acks = List.of();

        ReceiveCall(QueueShard shard, QueueCommand.Receive command, Reply<? super QueueOutcome.Received> reply) {
            super(shard, command.queue(), reply);
            this.command = command;
            this.done = command.acks().isEmpty() ? List.of() : open(shard.context().seal());
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
                acks.add(shard.settling().settle(queue, ack, done.get(i), changes));
            }
        }

        @Override
        public QueueOutcome.Received outcome(LeaseGrants.FetchResult haul) {
            return haul.outcome(acks);
        }

        /** The group that it is about, which is made now if the queue says so. */
        private @Nullable Group group(Queue queue, Changes changes) {
            GroupName wanted = command.group();
            return wanted != null && makesGroup(queue)
                    ? shard.groups().create(queue, wanted, new GroupStart.Head(), null, changes)
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
            return flaw == null && makesGroup(queue) ? shard.footprint().flaw() : flaw;
        }

        /** A group is named only if the receive would make it. */
        private @Nullable Rejection unfitName(Queue queue) {
            GroupName group = command.group();
            Rejection flaw = group != null && makesGroup(queue) ? NameRules.flaw(group) : null;
            return flaw != null ? flaw : NameRules.flaw(command.consumer());
        }

        @Override
        public LeaseGrants.FetchResult grant(Group group, Changes changes) {
            return shard.granting()
                    .receive(group, command.consumer(), command.max(), command.lease(), command.side(), changes);
        }
    }

    /** Takes messages out of a work queue for good, as if they were received and acked. */
    static final class PopCall extends FetchCall {
        private static final String NOBODY = "pop";

        private final QueueCommand.Pop command;

        PopCall(QueueShard shard, QueueCommand.Pop command, Reply<? super QueueOutcome.Received> reply) {
            super(shard, command.queue(), reply);
            this.command = command;
        }

        @Override
        void decide(Queue queue, Changes changes) {
            Group group = queue.isWork() ? queue.group(null) : null;
            if (group == null) {
                rejected(new Rejection.BadArgument("messages are popped from work queues; " + name + " is none"));
            } else {
                take(group, null, Duration.ZERO, changes);
            }
        }

        @Override
        public LeaseGrants.FetchResult grant(Group group, Changes changes) {
            LeaseGrants.FetchResult haul = new LeaseGrants.FetchResult();
            boolean goOn = !group.isPaused();
            haul.throttled = !goOn && next(group, changes) != ReadySelector.NONE;
            while (goOn && haul.hasRoom(command.max())) {
                long at = next(group, changes);
                haul.later = at == ReadySelector.LATER;
                goOn = at >= 0;
                if (goOn) {
                    haul.add(pop(group, Objects.requireNonNull(group.queue.hot.get(at)), changes));
                }
            }
            return haul;
        }

        private long next(Group group, Changes changes) {
            return switch (command.side()) {
                case HEAD -> shard.picking().next(group, -1, changes);
                case TAIL -> shard.picking().last(group, changes);
            };
        }

        private Delivery pop(Group group, QueuedMessage message, Changes changes) {
            DeliveryState known = group.entry(message.at());
            DeliveryState before = known == null ? DeliveryState.untouched(group, message) : known;
            long now = changes.time();
            Delivery delivery =
                    shard.granting().delivery(group, message, before.leased(NOBODY, now, now, before.redelivery()));
            shard.change(new QueueChange.Done(group.queue.number, group.number, message.at(), EndReason.POPPED), changes);
            return delivery;
        }
    }

    /** Takes over leases of one group: of consumers that have expired, or that nobody extended for some time. */
    static final class ClaimLeasesCall extends FetchCall {
        private final QueueCommand.Claim command;

        ClaimLeasesCall(QueueShard shard, QueueCommand.Claim command, Reply<? super QueueOutcome.Received> reply) {
            super(shard, command.queue(), reply);
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

        /** What was out of attempts already becomes a dead letter rather than a delivery. */
        @Override
        public LeaseGrants.FetchResult grant(Group group, Changes changes) {
            LeaseGrants.FetchResult haul = new LeaseGrants.FetchResult();
            if (group.isPaused()) {
                haul.throttled = !candidates(group, changes.time()).isEmpty();
                return haul;
            }
            int most = Math.min(command.max(), LeaseGrants.ownRoom(group, command.consumer()));
            for (long at : candidates(group, changes.time())) {
                if (!haul.hasRoom(most)) {
                    haul.throttled = most < command.max();
                    break;
                }
                DeliveryState entry = group.entry(at);
                if (entry != null) {
                    claim(group, at, entry, haul, changes);
                }
            }
            return haul;
        }

        private void claim(Group group, long at, DeliveryState entry, LeaseGrants.FetchResult haul, Changes changes) {
            DeliveryState failed = entry.failed(changes.time(), "claimed", null, null);
            if (failed.isExhausted(group.queue)) {
                shard.deadLetters().send(group, at, failed.fenced(), Provenance.Reason.ATTEMPTS_EXHAUSTED, changes);
                return;
            }
            QueuedMessage message = shard.supply().findOne(group.queue, at);
            if (message == null) {
                haul.later = true;
                return;
            }
            ConsumerName consumer = command.consumer();
            haul.add(shard.granting()
                    .grant(group, message, failed, consumer, command.lease(), Delivery.Redelivery.CLAIMED, changes));
        }

        private List<Long> candidates(Group group, long now) {
            List<Long> candidates = new ArrayList<>();
            for (String holder : group.holders.consumers()) {
                boolean expired =
                        shard.presence().isExpired(group.queue.number, group.number, ConsumerName.of(holder), now);
                for (long at : group.holders.leases(holder)) {
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
