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
import dev.leat.engine.queue.deadletter.LateAcks;
import dev.leat.engine.queue.deadletter.PeerShards;
import dev.leat.engine.queue.delivery.DeadLetterSink;
import dev.leat.engine.queue.delivery.LeaseGrants;
import dev.leat.engine.queue.delivery.MessageLoader;
import dev.leat.engine.queue.delivery.QueueShardContext;
import dev.leat.engine.queue.delivery.Settlements;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.Decision;
import dev.leat.engine.shard.ReplyCall;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Handler of settlements: by delivery id from a consumer, by message id from an operator. */
public final class SettleHandler {

    private final QueueShardContext shard;
    private final Settlements settlements;
    private final LateAcks lateAcks;
    private final MessageLoader loader;
    private final PeerShards peers;
    private final DeliveryIdCipher deliveryIds;

    public SettleHandler(
            QueueShardContext shard,
            Settlements settlements,
            LateAcks lateAcks,
            MessageLoader loader,
            PeerShards peers,
            DeliveryIdCipher deliveryIds) {
        this.shard = shard;
        this.settlements = settlements;
        this.lateAcks = lateAcks;
        this.loader = loader;
        this.peers = peers;
        this.deliveryIds = deliveryIds;
    }

    /**
     * Settlements whose delivery ids are decoded, which happens on the calling thread.
     *
     * @param reads how many messages were read for them
     */
    record DecodedSettle(QueueCommand.Settle command, List<@Nullable DeliveryHandle> handles, int reads) {
        DecodedSettle afterRead() {
            return new DecodedSettle(command, handles, reads + 1);
        }

        Settlement settlement(int number) {
            return command.settlements().get(number);
        }
    }

    DecodedSettle decode(QueueCommand.Settle command) {
        List<@Nullable DeliveryHandle> handles = new ArrayList<>();
        for (Settlement settlement : command.settlements()) {
            handles.add(deliveryIds.open(settlement.delivery()));
        }
        return new DecodedSettle(command, handles, 0);
    }

    /**
     * Settles deliveries. If a message has to be read first, the call waits for that. Dead letters on other shards that an ack removes are
     * removed after the turn and before the reply.
     */
    Decision<QueueOutcome.Settled> settle(Queue queue, DecodedSettle asked, Changes changes) {
        long unread = unread(queue, asked);
        if (unread >= 0) {
            return afterRead(queue, unread, asked.afterRead(), this::settle);
        }
        Rejection flaw = asked.command.atomic() ? flaw(queue, asked, changes) : null;
        if (flaw != null) {
            return Decision.reject(flaw);
        }
        List<SettleResult> results = new ArrayList<>(asked.handles.size());
        Map<Integer, DeadLetterSink.DeadLetterRef> elsewhere = new TreeMap<>();
        for (int i = 0; i < asked.handles.size(); i++) {
            results.add(settle(queue, asked, i, elsewhere, changes));
        }
        return elsewhere.isEmpty()
                ? Decision.accept(new QueueOutcome.Settled(results))
                : new Decision.Continue<>(
                        reply -> removeDeadLetters(elsewhere.entrySet().iterator(), results, reply));
    }

    /** @param elsewhere receives a dead letter that has to be removed on another shard, by the index of its settlement */
    private SettleResult settle(
            Queue queue,
            DecodedSettle asked,
            int number,
            Map<Integer, DeadLetterSink.DeadLetterRef> elsewhere,
            Changes changes) {
        Settlement settlement = asked.settlement(number);
        DeliveryHandle handle = asked.handles.get(number);
        DeadLetterSink.DeadLetterRef deadLetter = settlements.deadLetter(queue, settlement, handle);
        if (deadLetter == null) {
            return settlements.settle(queue, settlement, handle, changes);
        }
        SettleResult result = lateAcks.removeHere(deadLetter, changes);
        if (result == null) {
            elsewhere.put(number, deadLetter);
        }
        return result == null ? new SettleResult.Refused(deadLetter.lost()) : result;
    }

    /** Removes dead letters one after the other, each on its shard, and replies after the last removal is durable. */
    private void removeDeadLetters(
            Iterator<Map.Entry<Integer, DeadLetterSink.DeadLetterRef>> left,
            List<SettleResult> results,
            Reply<? super QueueOutcome.Settled> reply) {
        if (!left.hasNext()) {
            reply.answered(new QueueOutcome.Settled(results));
            return;
        }
        Map.Entry<Integer, DeadLetterSink.DeadLetterRef> next = left.next();
        DeadLetterSink.DeadLetterRef deadLetter = next.getValue();
        QueueName to = Objects.requireNonNull(deadLetter.to());
        Reply<DeadLetterSink.DeadLetterRef.Removal> then = new Reply<>() {
            @Override
            public void answered(DeadLetterSink.DeadLetterRef.Removal found) {
                results.set(next.getKey(), deadLetter.acked(found));
                removeDeadLetters(left, results, reply);
            }

            @Override
            public void refused(Rejection rejection) {
                reply.refused(rejection);
            }
        };
        peers.call(to, there -> there.lateAcks().call(to, deadLetter.origin(), then));
    }

    /** Returns the rejection of the first settlement that cannot be applied; null if all can. */
    private @Nullable Rejection flaw(Queue queue, DecodedSettle asked, Changes changes) {
        Set<DeliveryHandle> seen = new HashSet<>();
        for (int i = 0; i < asked.handles.size(); i++) {
            DeliveryHandle handle = asked.handles.get(i);
            Settlement settlement = asked.settlement(i);
            Rejection flaw = settlements.flaw(queue, settlement, handle, changes.time());
            DeadLetterSink.DeadLetterRef deadLetter =
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
    private long unread(Queue queue, DecodedSettle asked) {
        if (queue.config.deadLetter() == null || asked.reads > asked.handles.size()) {
            return -1;
        }
        for (int i = 0; i < asked.handles.size(); i++) {
            DeliveryHandle handle = asked.handles.get(i);
            if (handle != null && settlements.wantsMessage(queue, asked.settlement(i), handle)) {
                return handle.at();
            }
        }
        return -1;
    }

    /**
     * Settlement of a message by its position, for an operator.
     *
     * @param number of the queue in which the message was found
     * @param at its position there
     * @param mayRead whether the message was not read yet
     */
    record LocatedSettle(QueueCommand.SettleMessage command, long number, long at, boolean mayRead) {}

    /**
     * Settles a message. One that was never delivered has to be in memory to become a dead letter; else the call waits until it is
     * read.
     */
    Decision<QueueOutcome.Settled> settle(Queue queue, LocatedSettle asked, Changes changes) {
        QueueCommand.SettleMessage command = asked.command;
        Group group = queue.group(command.group());
        if (queue.number != asked.number || !queue.has(asked.at)) {
            return Decision.reject(new Rejection.MessageNotFound(queue.name, command.message()));
        }
        if (group == null) {
            return Decision.reject(LeaseGrants.groupNotFound(queue, command.group()));
        }
        if (asked.mayRead && isUnreadDeadLetter(group, asked)) {
            return afterRead(queue, asked.at, new LocatedSettle(command, asked.number, asked.at, false), this::settle);
        }
        return Decision.accept(
                new QueueOutcome.Settled(List.of(settlements.settle(group, asked.at, command.settlement(), changes))));
    }

    private static boolean isUnreadDeadLetter(Group group, LocatedSettle asked) {
        return asked.command.settlement() instanceof MessageSettlement.Reject
                && group.entry(asked.at) == null
                && !group.isDone(asked.at)
                && group.queue.resident.get(asked.at) == null;
    }

    /** Lets a call wait until a message is read, and then decides about its command, in the turn that has the message. */
    private <C> Decision<QueueOutcome.Settled> afterRead(
            Queue queue, long at, C command, QueueCall.Decider<C, QueueOutcome.Settled> decider) {
        Function<Changes, Decision<QueueOutcome.Settled>> inTurn =
                changes -> QueueCall.decide(shard.table(), queue.name, command, decider, changes);
        return new Decision.Wait<>(call -> loader.one(queue, at, new ReadingCall(call, inTurn)));
    }

    /** A call that waits until a message is read. */
    private static final class ReadingCall extends ReplyCall<QueueOutcome.Settled>
            implements MessageLoader.LoadListener {
        private final Function<Changes, Decision<QueueOutcome.Settled>> decider;

        ReadingCall(
                ReplyCall<QueueOutcome.Settled> waiting, Function<Changes, Decision<QueueOutcome.Settled>> decider) {
            super(waiting);
            this.decider = decider;
        }

        @Override
        protected Decision<QueueOutcome.Settled> decide(Changes changes) {
            return decider.apply(changes);
        }

        @Override
        public void loaded(Changes changes) {
            changes.include(this);
            execute(changes);
        }

        @Override
        public void failed(Rejection rejection) {
            refuseNow(rejection);
        }
    }
}
