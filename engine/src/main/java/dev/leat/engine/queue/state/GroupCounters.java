package dev.leat.engine.queue.state;

import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.GroupStats;
import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.BytesOut;
import org.jspecify.annotations.Nullable;

/** Counters of a group, derived from its changes, so that recovery arrives at the same values. */
public final class GroupCounters {
    private long delivered;
    private long acked;
    private long nacked;
    private long released;
    private long rejected;
    private long expired;
    private long deadLettered;
    private long parked;
    private long dropped;

    /** Counts a change of the state of a message. */
    public void changed(@Nullable DeliveryState before, DeliveryState now) {
        boolean wasLeased = before != null && before.state() == DeliveryState.State.LEASED;
        if (now.state() == DeliveryState.State.LEASED) {
            delivered += before == null || now.epoch() > before.epoch() ? 1 : 0;
        } else if (wasLeased) {
            ended(now);
        }
        boolean wasParked = before != null && before.state() == DeliveryState.State.PARKED;
        parked += now.state() == DeliveryState.State.PARKED && !wasParked ? 1 : 0;
    }

    private void ended(DeliveryState now) {
        switch (returnOutcome(now)) {
            case "nacked" -> nacked++;
            case "released" -> released++;
            case "rejected" -> rejected++;
            case "expired" -> expired++;
            default -> {}
        }
    }

    /** Returns how a lease ended, in the words of its history; empty for a lease that continues. */
    public static String returnOutcome(DeliveryState now) {
        boolean back = now.state() == DeliveryState.State.READY || now.state() == DeliveryState.State.SCHEDULED;
        if (back && now.redelivery() == Delivery.Redelivery.RELEASED) {
            return "released";
        }
        return now.history().isEmpty() ? "" : now.history().getLast().outcome();
    }

    public void ended(RemovalReason how) {
        switch (how) {
            case ACKED -> acked++;
            case POPPED -> {
                delivered++;
                acked++;
            }
            case DEAD -> deadLettered++;
            case DROPPED, EXPIRED -> dropped++;
            case CANCELLED, PURGED, SKIPPED, MOVED -> {}
        }
    }

    public GroupStats snapshot() {
        return new GroupStats(delivered, acked, nacked, released, rejected, expired, deadLettered, parked, dropped);
    }

    public void write(BytesOut out) {
        out.varint(delivered).varint(acked).varint(nacked).varint(released).varint(rejected);
        out.varint(expired).varint(deadLettered).varint(parked).varint(dropped);
    }

    public static GroupCounters read(BytesIn in) {
        GroupCounters counters = new GroupCounters();
        counters.delivered = in.varint();
        counters.acked = in.varint();
        counters.nacked = in.varint();
        counters.released = in.varint();
        counters.rejected = in.varint();
        counters.expired = in.varint();
        counters.deadLettered = in.varint();
        counters.parked = in.varint();
        counters.dropped = in.varint();
        return counters;
    }
}
