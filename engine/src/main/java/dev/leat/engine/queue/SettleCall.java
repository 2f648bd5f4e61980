package dev.leat.engine.queue;

import dev.leat.api.QueueCommand;
import dev.leat.api.QueueOutcome;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.api.SettleResult;
import dev.leat.api.Settlement;
import dev.leat.engine.shard.Changes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Says what came of deliveries. Their ids are opened by the thread that asks. */
final class SettleCall extends QueueCall<QueueOutcome.Settled> {
    private final QueueCommand.Settle command;
    private final List<@Nullable Handle> handles = new ArrayList<>();

    SettleCall(QueueShard shard, QueueCommand.Settle command, Reply<? super QueueOutcome.Settled> reply) {
        super(shard, command.queue(), reply);
        this.command = command;
        for (Settlement settlement : command.settlements()) {
            handles.add(shard.context().seal().open(settlement.delivery()));
        }
    }

    /** How many turns have decided that it waits: it is answered with the one after. */
    private int waits;

    @Override
    void decide(Queue queue, Changes changes) {
        long cold = cold(queue);
        if (cold >= 0) {
            waits++;
            shard.loader().one(queue, cold, new Reading());
            return;
        }
        Rejection flaw = command.atomic() ? flaw(queue, changes) : null;
        if (flaw != null) {
            rejected(flaw);
            return;
        }
        List<SettleResult> results = new ArrayList<>(handles.size());
        for (int i = 0; i < handles.size(); i++) {
            results.add(shard.settling().settle(queue, command.settlements().get(i), handles.get(i), changes));
        }
        decided(new QueueOutcome.Settled(results));
    }

    /** What would be refused of all that is to be done, or nothing. */
    private @Nullable Rejection flaw(Queue queue, Changes changes) {
        Set<Handle> seen = new HashSet<>();
        for (int i = 0; i < handles.size(); i++) {
            Handle handle = handles.get(i);
            Settlement settlement = command.settlements().get(i);
            Rejection flaw = shard.settling().flaw(queue, settlement, handle, changes.time());
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
        if (queue.config.deadLetter() == null || waits > handles.size()) {
            return -1;
        }
        for (int i = 0; i < handles.size(); i++) {
            Handle handle = handles.get(i);
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
        if (waits > 0) {
            waits--;
        } else {
            super.answer();
        }
    }

    /** Goes on when the message is read. */
    private final class Reading implements Loader.Landing {
        @Override
        public void landed(Changes changes) {
            changes.include(SettleCall.this);
            SettleCall.this.decide(changes);
        }

        @Override
        public void failed(Rejection rejection) {
            refuse(rejection);
        }
    }
}
