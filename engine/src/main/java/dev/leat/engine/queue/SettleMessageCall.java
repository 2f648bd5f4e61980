package dev.leat.engine.queue;

import dev.leat.api.MessageSettlement;
import dev.leat.api.QueueCommand;
import dev.leat.api.QueueOutcome;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;
import java.util.List;

/**
 * Settles a message by its place, for an operator. A message that was never delivered has to be in memory before it can become a dead
 * letter; if it is not, another call goes on in the place of this one once it is read.
 */
final class SettleMessageCall extends QueueCall<QueueOutcome.Settled> {
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
