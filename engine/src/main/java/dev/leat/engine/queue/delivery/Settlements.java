package dev.leat.engine.queue.delivery;

import dev.leat.api.Rejection;
import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.Delivery.Redelivery;
import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.MessageSettlement;
import dev.leat.api.queue.Provenance;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.SettleResult;
import dev.leat.api.queue.SettleResult.AlreadySettled.How;
import dev.leat.api.queue.Settlement;
import dev.leat.engine.presence.PresenceShard;
import dev.leat.engine.queue.codec.DeliveryHandle;
import dev.leat.engine.queue.codec.DeliveryIdCipher;
import dev.leat.engine.queue.state.DeliveryState;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueuedMessage;
import dev.leat.engine.queue.state.RemovalReason;
import dev.leat.engine.shard.Changes;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Settlements: checks whether a consumer may settle a delivery, and applies it. The epoch decides that, never the clock. */
public final class Settlements {
    /** The consumer in the history of a message that an operator settled while it was not leased. */
    private static final ConsumerName OPERATOR = ConsumerName.of("operator");

    private final QueueShardContext shard;
    private final Retries retries;
    private final DeadLetterSink deadLetterSink;
    private final IdleGroupExpiry idleGroups;
    private final PresenceShard presence;
    private final DeliveryIdCipher deliveryIds;

    public Settlements(
            QueueShardContext shard,
            Retries retries,
            DeadLetterSink deadLetterSink,
            IdleGroupExpiry idleGroups,
            PresenceShard presence,
            DeliveryIdCipher deliveryIds) {
        this.shard = shard;
        this.retries = retries;
        this.deadLetterSink = deadLetterSink;
        this.idleGroups = idleGroups;
        this.presence = presence;
        this.deliveryIds = deliveryIds;
    }

    /** Applies the settlement, or returns {@code Refused} with the reason. Changes nothing in that case. */
    public SettleResult settle(Queue queue, Settlement settlement, @Nullable DeliveryHandle handle, Changes changes) {
        Rejection flaw = flaw(queue, settlement, handle, changes.time());
        return flaw != null || handle == null
                ? new SettleResult.Refused(flaw == null ? new Rejection.HandleInvalid(queue.name) : flaw)
                : apply(queue, settlement, handle, changes);
    }

    /**
     * Settles a message by its position, in any state. A lease is settled in place of its consumer, and does not count as a settlement
     * of the consumer.
     */
    public SettleResult settle(Group group, long at, MessageSettlement settlement, Changes changes) {
        DeliveryState entry = group.entry(at);
        if (group.isDone(at)) {
            return settledBefore(group, at, settlement);
        }
        if (entry != null && entry.state() == DeliveryState.State.MOVING) {
            return new SettleResult.Refused(new Rejection.InUse("the message is on its way to another queue"));
        }
        idleGroups.touched(group, changes.time());
        if (entry != null && entry.state() == DeliveryState.State.LEASED) {
            DeliveryHandle handle = new DeliveryHandle(group.queue.number, group.number, at, entry.epoch());
            Settlement same = settlement.of(deliveryIds.seal(handle));
            Rejection flaw = flaw(group.queue, same, handle, changes.time());
            return flaw == null ? apply(group, same, at, entry, changes) : new SettleResult.Refused(flaw);
        }
        return settleUnleased(group, at, entry, settlement, changes);
    }

    private SettleResult settledBefore(Group group, long at, MessageSettlement settlement) {
        if (group.dead.contains(at)) {
            return new SettleResult.Refused(deadLetterSink.leaseLost(group, at));
        }
        return settlement instanceof MessageSettlement.Ack
                ? new SettleResult.AlreadySettled(how(group.recentRemovals.of(at)))
                : new SettleResult.Refused(lost(MessageInfo.State.DONE));
    }

    private SettleResult settleUnleased(
            Group group, long at, @Nullable DeliveryState entry, MessageSettlement settlement, Changes changes) {
        if (settlement instanceof MessageSettlement.Ack) {
            shard.end(group, at, RemovalReason.ACKED, changes);
            return new SettleResult.Acked(false);
        }
        QueuedMessage message = group.queue.resident.get(at);
        DeliveryState known = entry != null || message == null ? entry : group.untouched(message);
        if (!(settlement instanceof MessageSettlement.Reject reject)
                || known == null
                || known.state() == DeliveryState.State.PARKED) {
            return new SettleResult.Refused(lost(state(entry)));
        }
        DeliveryState failed = known.failedFor(OPERATOR, changes.time(), "rejected", truncate(reject.reason()), null);
        return deadLetterSink.send(group, at, failed.fenced(), Provenance.Reason.REJECTED, changes);
    }

    /** Returns the dead letter that an ack is to remove; null for any other settlement. */
    public DeadLetterSink.@Nullable DeadLetterRef deadLetter(
            Queue queue, Settlement settlement, @Nullable DeliveryHandle handle) {
        boolean meant = settlement instanceof Settlement.Ack ack && ack.evenIfDead();
        if (!meant || handle == null || handle.queue() != queue.number) {
            return null;
        }
        Group group = queue.byNumber.get(handle.group());
        DeliveryState entry = group == null ? null : group.entry(handle.at());
        boolean moving =
                entry != null && entry.state() == DeliveryState.State.MOVING && entry.epoch() == handle.epoch();
        return group != null && (moving || group.dead.contains(handle.at()))
                ? deadLetterSink.find(group, handle.at())
                : null;
    }

    /** Returns whether the settlement would make a dead letter of a message that is not in memory. */
    public boolean wantsMessage(Queue queue, Settlement settlement, DeliveryHandle handle) {
        Group group = handle.queue() == queue.number ? queue.byNumber.get(handle.group()) : null;
        DeliveryState entry = group == null ? null : group.entry(handle.at());
        if (entry == null || entry.state() != DeliveryState.State.LEASED || entry.epoch() != handle.epoch()) {
            return false;
        }
        if (queue.resident.get(handle.at()) != null) {
            return false;
        }
        return switch (settlement) {
            case Settlement.Ack ack -> false;
            case Settlement.Reject reject -> true;
            case Settlement.Extend extend -> extend.lease().isZero() && isLast(queue, handle.at(), entry);
            case Settlement.Nack nack -> isLast(queue, handle.at(), entry);
            case Settlement.Release release -> isLast(queue, handle.at(), entry);
        };
    }

    /** Returns whether the message becomes a dead letter when it is given back: it is out of attempts, or expired. */
    private static boolean isLast(Queue queue, long at, DeliveryState entry) {
        boolean over = queue.config.expired() == QueueConfig.Expired.DEAD_LETTER && queue.overdue.containsKey(at);
        return over || Retries.areSpent(queue, entry);
    }

    /** Returns why a settlement is rejected; null if it is not. Changes nothing. */
    @Nullable
    public Rejection flaw(Queue queue, Settlement settlement, @Nullable DeliveryHandle handle, long now) {
        if (handle == null || handle.queue() != queue.number) {
            return new Rejection.HandleInvalid(queue.name);
        }
        boolean ack = settlement instanceof Settlement.Ack;
        Group group = queue.byNumber.get(handle.group());
        if (group == null) {
            return ack ? null : lost(MessageInfo.State.DONE);
        }
        if (group.isDone(handle.at())) {
            boolean dead = group.dead.contains(handle.at());
            return dead ? deadFlaw(group, settlement, handle) : ack ? null : lost(MessageInfo.State.DONE);
        }
        return flaw(group, settlement, handle, now);
    }

    private @Nullable Rejection flaw(Group group, Settlement settlement, DeliveryHandle handle, long now) {
        DeliveryState entry = group.entry(handle.at());
        if (entry == null || entry.epoch() != handle.epoch()) {
            return lost(state(entry));
        }
        return switch (entry.state()) {
            case LEASED -> settlement instanceof Settlement.Extend extend ? flaw(group, extend, entry, now) : null;
            case MOVING -> deadFlaw(group, settlement, handle);
            case READY, SCHEDULED, PARKED ->
                settlement instanceof Settlement.Ack && !group.queue.config.strictLease() ? null : lost(state(entry));
        };
    }

    private static @Nullable Rejection flaw(Group group, Settlement.Extend extend, DeliveryState entry, long now) {
        Rejection flaw = extend.lease().isZero() ? null : LeaseGrants.flaw(extend.lease(), group.queue);
        long longest = group.queue.config.longestLease().toMillis();
        if (flaw == null && now + extend.lease().toMillis() - entry.lastDelivered() > longest) {
            return new Rejection.BadArgument("a delivery is extended to at most " + group.queue.config.longestLease()
                    + " in all; release it, or ack it");
        }
        return flaw;
    }

    /** Returns the rejection that tells a consumer about the dead letter; null for an ack that removes it. */
    private @Nullable Rejection deadFlaw(Group group, Settlement settlement, DeliveryHandle handle) {
        if (settlement instanceof Settlement.Ack ack && ack.evenIfDead()) {
            return null;
        }
        return deadLetterSink.leaseLost(group, handle.at());
    }

    private static Rejection lost(MessageInfo.State state) {
        return new Rejection.LeaseLost(state, null, null);
    }

    private static MessageInfo.State state(@Nullable DeliveryState entry) {
        return entry == null
                ? MessageInfo.State.READY
                : switch (entry.state()) {
                    case READY -> MessageInfo.State.READY;
                    case SCHEDULED -> MessageInfo.State.SCHEDULED;
                    case LEASED -> MessageInfo.State.LEASED;
                    case PARKED -> MessageInfo.State.PARKED;
                    case MOVING -> MessageInfo.State.DEAD;
                };
    }

    private SettleResult apply(Queue queue, Settlement settlement, DeliveryHandle handle, Changes changes) {
        Group group = queue.byNumber.get(handle.group());
        DeliveryState entry = group == null ? null : group.entry(handle.at());
        if (group != null) {
            idleGroups.touched(group, changes.time());
        }
        if (group == null || entry == null) {
            return settled(group, handle);
        }
        SettleResult result = apply(group, settlement, handle.at(), entry, changes);
        presence.settled(group.id, ConsumerName.of(String.valueOf(entry.consumer())), 1, changes);
        return result;
    }

    private static SettleResult settled(@Nullable Group group, DeliveryHandle handle) {
        return new SettleResult.AlreadySettled(group == null ? How.UNKNOWN : how(group.recentRemovals.of(handle.at())));
    }

    private static How how(@Nullable RemovalReason reason) {
        return reason == null
                ? How.UNKNOWN
                : switch (reason) {
                    case ACKED, POPPED -> How.ACKED;
                    case CANCELLED -> How.CANCELLED;
                    case PURGED -> How.PURGED;
                    case EXPIRED -> How.EXPIRED;
                    case DROPPED -> How.DROPPED;
                    case DEAD, SKIPPED, MOVED -> How.UNKNOWN;
                };
    }

    private SettleResult apply(Group group, Settlement settlement, long at, DeliveryState entry, Changes changes) {
        return switch (settlement) {
            case Settlement.Ack ack -> ack(group, at, entry, changes);
            case Settlement.Nack nack -> nack(group, at, entry, nack, changes);
            case Settlement.Release release -> release(group, at, entry, release.delay(), changes);
            case Settlement.Reject reject -> {
                DeliveryState failed =
                        entry.failed(changes.time(), "rejected", truncate(reject.reason()), truncate(reject.error()));
                yield deadLetterSink.send(group, at, failed.fenced(), Provenance.Reason.REJECTED, changes);
            }
            case Settlement.Extend extend -> extend(group, at, entry, extend.lease(), changes);
        };
    }

    private SettleResult ack(Group group, long at, DeliveryState entry, Changes changes) {
        boolean late = entry.state() != DeliveryState.State.LEASED;
        shard.end(group, at, RemovalReason.ACKED, changes);
        return new SettleResult.Acked(late);
    }

    private SettleResult nack(Group group, long at, DeliveryState entry, Settlement.Nack nack, Changes changes) {
        DeliveryState failed = entry.failed(changes.time(), "nacked", truncate(nack.reason()), truncate(nack.error()))
                .fenced();
        Duration delay = nack.delay() != null
                ? nack.delay()
                : group.queue.config.retryBackoff().after(entry.attempts());
        return again(group, at, failed, delay, Redelivery.NACKED, changes);
    }

    /** Releases a lease without spending the attempt, unless the message was released too often. */
    public SettleResult release(Group group, long at, DeliveryState entry, @Nullable Duration delay, Changes changes) {
        QueueConfig config = group.queue.config;
        DeliveryState given = entry.refunded(config.maxReleases()).fenced();
        DeliveryState ended =
                Retries.areSpent(group.queue, given) ? given.failed(changes.time(), "released", null, null) : given;
        return again(group, at, ended, delay == null ? Duration.ZERO : delay, Redelivery.RELEASED, changes);
    }

    /** Extends a lease. An extension by zero returns the message at once, with the attempt spent. */
    private SettleResult extend(Group group, long at, DeliveryState entry, Duration lease, Changes changes) {
        if (!lease.isZero()) {
            long until = extend(group, at, entry, lease.toMillis(), changes);
            return new SettleResult.Extended(Instant.ofEpochMilli(until));
        }
        DeliveryState failed =
                entry.failed(changes.time(), "released", null, null).fenced();
        return again(group, at, failed, Duration.ZERO, Redelivery.RELEASED, changes);
    }

    /** Extends a lease to end after this time. Returns when that is. */
    public long extend(Group group, long at, DeliveryState entry, long millis, Changes changes) {
        long until = changes.time() + millis;
        shard.put(group, at, entry.extended(changes.time(), until), changes);
        return until;
    }

    private SettleResult again(
            Group group, long at, DeliveryState entry, Duration delay, Redelivery reason, Changes changes) {
        long readyAt = Enqueuer.later(changes.time(), delay);
        return retries.retry(group, at, entry, readyAt, reason, Provenance.Reason.ATTEMPTS_EXHAUSTED, changes);
    }

    /** Cuts a text to the largest size of an error, at a whole character. */
    private static @Nullable String truncate(@Nullable String text) {
        if (text == null || text.length() <= Settlement.MAX_ERROR_BYTES / 3) {
            return text;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int end = Math.min(bytes.length, Settlement.MAX_ERROR_BYTES);
        while (end < bytes.length && (bytes[end] & 0xc0) == 0x80) {
            end--;
        }
        return new String(bytes, 0, end, StandardCharsets.UTF_8);
    }
}
