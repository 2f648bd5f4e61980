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

    @Override
    void decide(Queue queue, Changes changes) {
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
}
