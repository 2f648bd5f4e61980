package dev.leat.engine.queue;

import dev.leat.api.MessageSettlement;
import dev.leat.api.QueueCommand;
import dev.leat.api.QueueName;
import dev.leat.api.QueueOutcome;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.api.SettleResult;
import dev.leat.api.Settlement;
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
final class SettleCalls {

    private SettleCalls() {}

    /**
     * Says what came of deliveries. Their ids are opened by the thread that asks. If a message has to be read first, another call goes
     * on in the place of this one, so that each is told of one turn only. Dead letters of another shard that are acked as well are removed
     * after the turn, and before the answer.
     */
    static final class SettleDeliveriesCall extends QueueCall<QueueOutcome.Settled> {
        private final QueueCommand.Settle command;
        private final Reply<? super QueueOutcome.Settled> reply;
        private final List<@Nullable DeliveryHandle> handles = new ArrayList<>();
        private final int reads;
        private boolean waits;

        /** Dead letters that have to be removed before the answer, by the number of their settlement. */
        private final Map<Integer, DeadLetterRef> elsewhere = new TreeMap<>();

        SettleDeliveriesCall(QueueShard shard, QueueCommand.Settle command, Reply<? super QueueOutcome.Settled> reply) {
            super(shard, command.queue(), reply);
            this.command = command;
            this.reply = reply;
            this.reads = 0;
            for (Settlement settlement : command.settlements()) {
                handles.add(shard.context().seal().open(settlement.delivery()));
            }
        }

        /** Goes on for another once something is read. */
        private SettleDeliveriesCall(SettleDeliveriesCall before) {
            super(before.shard, before.name, before.reply);
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
                shard.loader().one(queue, cold, new SettleDeliveriesCall(this).new Reading());
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
                changes.afterwards(() -> exhume(elsewhere.entrySet().iterator(), results));
            }
        }

        private SettleResult settle(Queue queue, int number, Changes changes) {
            Settlement settlement = command.settlements().get(number);
            DeliveryHandle handle = handles.get(number);
            DeadLetterRef burial = shard.settling().burial(queue, settlement, handle);
            if (burial == null) {
                return shard.settling().settle(queue, settlement, handle, changes);
            }
            SettleResult result = shard.deadLetters().exhume(burial, changes);
            if (result == null) {
                elsewhere.put(number, burial);
            }
            return result == null ? new SettleResult.Refused(burial.lost()) : result;
        }

        /** Removes dead letters one after the other, each where it is, and answers when the last is gone for good. */
        private void exhume(Iterator<Map.Entry<Integer, DeadLetterRef>> left, List<SettleResult> results) {
            if (!left.hasNext()) {
                reply.answered(new QueueOutcome.Settled(results));
                return;
            }
            Map.Entry<Integer, DeadLetterRef> next = left.next();
            DeadLetterRef burial = next.getValue();
            QueueName to = Objects.requireNonNull(burial.to());
            Reply<RemoveDeadLetterCall.Found> then = new Reply<>() {
                @Override
                public void answered(RemoveDeadLetterCall.Found found) {
                    results.set(next.getKey(), burial.acked(found));
                    exhume(left, results);
                }

                @Override
                public void refused(Rejection rejection) {
                    reply.refused(rejection);
                }
            };
            shard.context().router().call(to, there -> new RemoveDeadLetterCall(there, to, burial.origin(), then));
        }

        /** What would be refused of all that is to be done, or nothing. */
        private @Nullable Rejection flaw(Queue queue, Changes changes) {
            Set<DeliveryHandle> seen = new HashSet<>();
            for (int i = 0; i < handles.size(); i++) {
                DeliveryHandle handle = handles.get(i);
                Settlement settlement = command.settlements().get(i);
                Rejection flaw = shard.settling().flaw(queue, settlement, handle, changes.time());
                DeadLetterRef burial = flaw == null ? shard.settling().burial(queue, settlement, handle) : null;
                if (burial != null) { // it may be on another shard, and cannot be removed in the same commit
                    flaw = burial.lost();
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

        /** The place of a message that would become a dead letter and has to be read first; -1 if there is none. */
        private long cold(Queue queue) {
            if (queue.config.deadLetter() == null || reads > handles.size()) {
                return -1;
            }
            for (int i = 0; i < handles.size(); i++) {
                DeliveryHandle handle = handles.get(i);
                if (handle != null
                        && shard.settling()
                                .wantsMessage(queue, command.settlements().get(i), handle)) {
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

        /** Goes on when the message is read. */
        private final class Reading implements MessageLoader.Landing {
            @Override
            public void landed(Changes changes) {
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
     * Settles a message by its place, for an operator. A message that was never delivered has to be in memory before it can become a dead
     * letter; if it is not, another call goes on in the place of this one once it is read.
     */
    static final class SettleMessageCall extends QueueCall<QueueOutcome.Settled> {
        private final QueueCommand.SettleMessage command;
        private final Reply<? super QueueOutcome.Settled> reply;
        private final long number;
        private final long at;
        private final boolean mayRead;
        private boolean waits;

        /**
         * @param number of the queue that the message was found in
         * @param at where it was found
         */
        SettleMessageCall(
                QueueShard shard,
                QueueCommand.SettleMessage command,
                long number,
                long at,
                Reply<? super QueueOutcome.Settled> reply) {
            this(shard, command, number, at, true, reply);
        }

        private SettleMessageCall(
                QueueShard shard,
                QueueCommand.SettleMessage command,
                long number,
                long at,
                boolean mayRead,
                Reply<? super QueueOutcome.Settled> reply) {
            super(shard, command.queue(), reply);
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
                SettleMessageCall next = new SettleMessageCall(shard, command, number, at, false, reply);
                next.continues(this);
                shard.loader().one(queue, at, next.new Reading());
            } else {
                decided(new QueueOutcome.Settled(
                        List.of(shard.settling().settle(group, at, command.settlement(), changes))));
            }
        }

        private boolean isUnreadDeadLetter(Group group) {
            return command.settlement() instanceof MessageSettlement.Reject
                    && group.entry(at) == null
                    && !group.isDone(at)
                    && group.queue.hot.get(at) == null;
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

        /** Goes on when the message is read. */
        private final class Reading implements MessageLoader.Landing {
            @Override
            public void landed(Changes changes) {
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
