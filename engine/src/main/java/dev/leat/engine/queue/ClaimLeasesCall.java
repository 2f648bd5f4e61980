package dev.leat.engine.queue;

import dev.leat.api.ConsumerName;
import dev.leat.api.Delivery;
import dev.leat.api.Provenance;
import dev.leat.api.QueueCommand;
import dev.leat.api.QueueOutcome;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes over leases of one group: of consumers that have expired, or that nobody extended for some time. */
final class ClaimLeasesCall extends FetchCall {
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
    public FetchResult grant(Group group, Changes changes) {
        FetchResult haul = new FetchResult();
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

    private void claim(Group group, long at, DeliveryState entry, FetchResult haul, Changes changes) {
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
