package dev.leat.engine.queue;

import dev.leat.api.DeliveryId;
import dev.leat.api.GroupName;
import dev.leat.api.GroupStart;
import dev.leat.api.QueueCommand;
import dev.leat.api.QueueOutcome;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.api.SettleResult;
import dev.leat.api.Settlement;
import dev.leat.engine.shard.Changes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks for deliveries, and waits if there are none. What its consumer is done with is acked in the same turn, so that a worker needs
 * one call for each message. The ids are opened by the thread that asks.
 */
final class ReceiveCall extends FetchCall {
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
    public QueueOutcome.Received outcome(FetchResult haul) {
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
    public FetchResult grant(Group group, Changes changes) {
        return shard.granting()
                .receive(group, command.consumer(), command.max(), command.lease(), command.side(), changes);
    }
}
