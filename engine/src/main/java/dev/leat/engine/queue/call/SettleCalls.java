package dev.leat.engine.queue.call;

import dev.leat.api.Rejection;
import dev.leat.api.queue.MessageSettlement;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.SettleResult;
import dev.leat.api.queue.Settlement;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.api.spi.Reply;
import dev.leat.engine.queue.codec.DeliveryHandle;
import dev.leat.engine.queue.codec.DeliveryIdCipher;
import dev.leat.engine.queue.deadletter.DeadLetterRemovals;
import dev.leat.engine.queue.deadletter.PeerShards;
import dev.leat.engine.queue.delivery.FailedMessages;
import dev.leat.engine.queue.delivery.LeaseGrants;
import dev.leat.engine.queue.delivery.MessageLoader;
import dev.leat.engine.queue.delivery.Settlements;
import dev.leat.engine.queue.delivery.ShardScope;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.shard.Changes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Settlements: by delivery id from a consumer, by message id from an operator. */
public final class SettleCalls {

    private final ShardScope scope;
    private final Settlements settlements;
    private final DeadLetterRemovals removals;
    private final MessageLoader loader;
    private final PeerShards peers;
    private final DeliveryIdCipher deliveryIds;

    public SettleCalls(
            ShardScope scope,
            Settlements settlements,
            DeadLetterRemovals removals,
            MessageLoader loader,
            PeerShards peers,
            DeliveryIdCipher deliveryIds) {
        this.scope = scope;
        this.settlements = settlements;
        this.removals = removals;
        this.loader = loader;
        this.peers = peers;
        this.deliveryIds = deliveryIds;
    }

    /**
     * Settles deliveries. Their ids are decoded on the calling thread. If a message has to be read first, a second call takes the place
     * of this one, so each call is answered with one turn. Dead letters on other shards that an ack removes are removed after the turn
     * and before the reply.
     */
    final class SettleDeliveriesCall extends QueueCall<QueueOutcome.Settled> {
        private final QueueCommand.Settle command;
        private final Reply<? super QueueOutcome.Settled> reply;
        private final List<@Nullable DeliveryHandle> handles = new ArrayList<>();
        private final int reads;
        private boolean waits;

        /** Dead letters to remove before the reply, by the index of their settlement. */
        private final Map<Integer, FailedMessages.DeadLetterRef> elsewhere = new TreeMap<>();

        SettleDeliveriesCall(QueueCommand.Settle command, Reply<? super QueueOutcome.Settled> reply) {
            super(scope.table(), command.queue(), reply);
            this.command = command;
            this.reply = reply;
            this.reads = 0;
            for (Settlement settlement : command.settlements()) {
                handles.add(deliveryIds.open(settlement.delivery()));
            }
        }

        /** Creates the call that continues once a message is read. */
        private SettleDeliveriesCall(SettleDeliveriesCall before) {
            super(scope.table(), before.name, before.reply);
            continues(before);
            this.command = before.command;
            this.reply = before.reply;
            this.handles.addAll(before.handles);
            this.reads = before.reads + 1;
        }

        @Override
        void decide(Queue queue, Changes changes) {
            long cold = cold(queue);
            if (cold >= 0) {
                waits = true;
                loader.one(queue, cold, new SettleDeliveriesCall(this).new AfterReads());
                return;
            }
            Rejection flaw = command.atomic() ? flaw(queue, changes) : null;
            if (flaw != null) {
                rejected(flaw);
                return;
            }
            List<SettleResult> results = new ArrayList<>(handles.size());
            for (int i = 0; i < handles.size(); i++) {
                results.add(settle(queue, i, changes));
            }
            if (elsewhere.isEmpty()) {
                decided(new QueueOutcome.Settled(results));
            } else {
                changes.afterwards(() -> removeDeadLetters(elsewhere.entrySet().iterator(), results));
            }
        }

        private SettleResult settle(Queue queue, int number, Changes changes) {
            Settlement settlement = command.settlements().get(number);
            DeliveryHandle handle = handles.get(number);
            FailedMessages.DeadLetterRef deadLetter = settlements.deadLetter(queue, settlement, handle);
            if (deadLetter == null) {
                return settlements.settle(queue, settlement, handle, changes);
            }
            SettleResult result = removals.removeHere(deadLetter, changes);
            if (result == null) {
                elsewhere.put(number, deadLetter);
            }
            return result == null ? new SettleResult.Refused(deadLetter.lost()) : result;
        }

        /** Removes dead letters one after the other, each on its shard, and replies after the last removal is durable. */
        private void removeDeadLetters(
                Iterator<Map.Entry<Integer, FailedMessages.DeadLetterRef>> left, List<SettleResult> results) {
            if (!left.hasNext()) {
                reply.answered(new QueueOutcome.Settled(results));
                return;
            }
            Map.Entry<Integer, FailedMessages.DeadLetterRef> next = left.next();
            FailedMessages.DeadLetterRef deadLetter = next.getValue();
            QueueName to = Objects.requireNonNull(deadLetter.to());
            Reply<FailedMessages.DeadLetterRef.Removal> then = new Reply<>() {
                @Override
                public void answered(FailedMessages.DeadLetterRef.Removal found) {
                    results.set(next.getKey(), deadLetter.acked(found));
                    removeDeadLetters(left, results);
                }

                @Override
                public void refused(Rejection rejection) {
                    reply.refused(rejection);
                }
            };
            peers.call(to, there -> there.removals().call(to, deadLetter.origin(), then));
        }

        /** Returns the rejection of the first settlement that cannot be applied; null if all can. */
        private @Nullable Rejection flaw(Queue queue, Changes changes) {
            Set<DeliveryHandle> seen = new HashSet<>();
            for (int i = 0; i < handles.size(); i++) {
                DeliveryHandle handle = handles.get(i);
                Settlement settlement = command.settlements().get(i);
                Rejection flaw = settlements.flaw(queue, settlement, handle, changes.time());
                FailedMessages.DeadLetterRef deadLetter =
                        flaw == null ? settlements.deadLetter(queue, settlement, handle) : null;
                if (deadLetter != null) { // it may be on another shard, and cannot be removed by the same commit
                    flaw = deadLetter.lost();
                }
                if (flaw == null && handle != null && !seen.add(handle)) {
                    flaw = new Rejection.BadArgument("a delivery is settled once");
                }
                if (flaw != null) {
                    return new Rejection.Conflict(i, flaw.reason(), flaw);
                }
            }
            return null;
        }

        /** Returns the position of a message that would become a dead letter and is not in memory; -1 for none. */
        private long cold(Queue queue) {
            if (queue.config.deadLetter() == null || reads > handles.size()) {
                return -1;
            }
            for (int i = 0; i < handles.size(); i++) {
                DeliveryHandle handle = handles.get(i);
                if (handle != null
                        && settlements.wantsMessage(queue, command.settlements().get(i), handle)) {
                    return handle.at();
                }
            }
            return -1;
        }

        @Override
        protected void answer() {
            if (!waits && elsewhere.isEmpty()) {
                super.answer();
            }
        }

        @Override
        protected void refuse(Rejection rejection) {
            if (!waits) {
                super.refuse(rejection);
            }
        }

        /** Continuation after the message was read. */
        private final class AfterReads implements MessageLoader.LoadListener {
            @Override
            public void loaded(Changes changes) {
                changes.include(SettleDeliveriesCall.this);
                SettleDeliveriesCall.this.decide(changes);
            }

            @Override
            public void failed(Rejection rejection) {
                refuseNow(rejection);
            }
        }
    }

    /**
     * Settles a message by its position, for an operator. A message that was never delivered has to be in memory to become a dead
     * letter; else a second call takes the place of this one once it is read.
     */
    final class SettleMessageCall extends QueueCall<QueueOutcome.Settled> {
        private final QueueCommand.SettleMessage command;
        private final Reply<? super QueueOutcome.Settled> reply;
        private final long number;
        private final long at;
        private final boolean mayRead;
        private boolean waits;

        /**
         * @param number of the queue in which the message was found
         * @param at its position there
         */
        SettleMessageCall(
                QueueCommand.SettleMessage command, long number, long at, Reply<? super QueueOutcome.Settled> reply) {
            this(command, number, at, true, reply);
        }

        private SettleMessageCall(
                QueueCommand.SettleMessage command,
                long number,
                long at,
                boolean mayRead,
                Reply<? super QueueOutcome.Settled> reply) {
            super(scope.table(), command.queue(), reply);
            this.command = command;
            this.reply = reply;
            this.number = number;
            this.at = at;
            this.mayRead = mayRead;
        }

        @Override
        void decide(Queue queue, Changes changes) {
            Group group = queue.group(command.group());
            if (queue.number != number || !queue.has(at)) {
                rejected(new Rejection.MessageNotFound(name, command.message()));
            } else if (group == null) {
                rejected(LeaseGrants.groupNotFound(queue, command.group()));
            } else if (mayRead && isUnreadDeadLetter(group)) {
                waits = true;
                SettleMessageCall next = new SettleMessageCall(command, number, at, false, reply);
                next.continues(this);
                loader.one(queue, at, next.new AfterRead());
            } else {
                decided(new QueueOutcome.Settled(
                        List.of(settlements.settle(group, at, command.settlement(), changes))));
            }
        }

        private boolean isUnreadDeadLetter(Group group) {
            return command.settlement() instanceof MessageSettlement.Reject
                    && group.entry(at) == null
                    && !group.isDone(at)
                    && group.queue.resident.get(at) == null;
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

        /** Continuation after the message was read. */
        private final class AfterRead implements MessageLoader.LoadListener {
            @Override
            public void loaded(Changes changes) {
                changes.include(SettleMessageCall.this);
                SettleMessageCall.this.decide(changes);
            }

            @Override
            public void failed(Rejection rejection) {
                refuseNow(rejection);
            }
        }
    }
}
