package dev.leat.engine.queue;

import dev.leat.api.Presence;
import dev.leat.api.QueueCommand;
import dev.leat.api.QueueOutcome;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.presence.PresenceShard;
import dev.leat.engine.shard.Changes;

/** Takes note that a consumer is alive, and lets all its leases start anew if it wants that. */
final class HeartbeatCall extends GroupCall<QueueOutcome.Present> {
    private final QueueCommand.Heartbeat command;

    HeartbeatCall(QueueShard shard, QueueCommand.Heartbeat command, Reply<? super QueueOutcome.Present> reply) {
        super(shard, command.queue(), command.group(), reply);
        this.command = command;
    }

    @Override
    void decide(Group group, Changes changes) {
        Rejection unfit = NameRules.flaw(command.consumer());
        if (unfit != null) {
            rejected(unfit);
            return;
        }
        Presence presence = shard.presence()
                .heartbeat(
                        group.workplace,
                        command.consumer(),
                        command.instance(),
                        command.ttl(),
                        command.labels(),
                        command.reportedLeases(),
                        changes);
        if (presence == null) {
            rejected(new Rejection.InUse(
                    "the queue " + name + " has as many consumers as it may: " + PresenceShard.MAX_ENTRIES));
            return;
        }
        if (command.extendLeases()) {
            shard.consumerLeases().extend(group, command.consumer(), changes);
        }
        decided(new QueueOutcome.Present(presence));
    }
}
