package dev.leat.engine.queue.codec;

import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.Provenance;
import dev.leat.engine.queue.state.DeliveryState;
import dev.leat.engine.queue.state.QueueChange;
import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.BytesOut;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Bytes of a delivery state. Most states are first deliveries, whose times are all equal. */
final class DeliveryStateCodec {
    private static final EnumCodes<DeliveryState.State> STATES = EnumCodes.of(
            DeliveryState.State.READY,
            DeliveryState.State.SCHEDULED,
            DeliveryState.State.LEASED,
            DeliveryState.State.PARKED,
            DeliveryState.State.MOVING);
    private static final EnumCodes<Delivery.Redelivery> REDELIVERIES = EnumCodes.of(
            Delivery.Redelivery.NACKED,
            Delivery.Redelivery.RELEASED,
            Delivery.Redelivery.LEASE_EXPIRED,
            Delivery.Redelivery.CLAIMED);

    private static final int CONSUMER = 1;
    private static final int REDELIVERY = 2;
    private static final int DEAD_REASON = 4;
    private static final int HISTORY = 8;

    /** Set if the lease was not extended after the delivery. */
    private static final int NOT_EXTENDED = 16;

    /** Set if the message was delivered at most once. */
    private static final int ONCE = 32;

    private static final int MAX_ATTEMPTS = 64;

    /** Set if the history continues the one that the reader knows. */
    private static final int ADDED = 128;

    private DeliveryStateCodec() {}

    static void write(DeliveryState entry, BytesOut out) {
        write(entry, flags(entry), out);
    }

    /** Writes a state for a reader that knows the state before. */
    static void write(DeliveryState entry, DeliveryState before, BytesOut out) {
        List<Provenance.Attempt> added = entry.addedTo(before.history());
        if (added == null) {
            write(entry, out);
        } else {
            DeliveryState less = entry.withHistory(added);
            write(less, flags(less) | ADDED, out);
        }
    }

    private static void write(DeliveryState entry, int flags, BytesOut out) {
        STATES.write(entry.state(), out);
        out.u8(flags).varint(entry.epoch()).varint(entry.attempts()).varint(entry.releases());
        out.varint(entry.due()).varint(entry.lastDelivered());
        if ((flags & NOT_EXTENDED) == 0) {
            out.varint(entry.leasedAt());
        }
        if ((flags & ONCE) == 0) {
            out.varint(entry.firstDelivered());
        }
        if (entry.consumer() != null) {
            out.text(entry.consumer());
        }
        if (entry.redelivery() != null) {
            REDELIVERIES.write(entry.redelivery(), out);
        }
        if (entry.deadReason() != null) {
            MessageCodec.ProvenanceCodec.REASONS.write(entry.deadReason(), out);
        }
        if (entry.maxAttempts() != 0) {
            out.varint(entry.maxAttempts());
        }
        if (!entry.history().isEmpty()) {
            MessageCodec.ProvenanceCodec.writeHistory(entry.history(), out);
        }
    }

    private static int flags(DeliveryState entry) {
        return (entry.consumer() != null ? CONSUMER : 0)
                | (entry.redelivery() != null ? REDELIVERY : 0)
                | (entry.deadReason() != null ? DEAD_REASON : 0)
                | (entry.maxAttempts() != 0 ? MAX_ATTEMPTS : 0)
                | (entry.history().isEmpty() ? 0 : HISTORY)
                | (entry.leasedAt() == entry.lastDelivered() ? NOT_EXTENDED : 0)
                | (entry.firstDelivered() == entry.lastDelivered() ? ONCE : 0);
    }

    static QueueChange.OfEntry readChange(long queue, BytesIn in) {
        int group = ChangeCodec.int32(in);
        long at = in.varint();
        DeliveryState.State state = STATES.read(in);
        int flags = in.u8();
        return new QueueChange.OfEntry(queue, group, at, read(state, flags, in), (flags & ADDED) != 0);
    }

    static DeliveryState read(BytesIn in) {
        return read(STATES.read(in), in.u8(), in);
    }

    private static DeliveryState read(DeliveryState.State state, int flags, BytesIn in) {
        int epoch = ChangeCodec.int32(in);
        int attempts = ChangeCodec.int32(in);
        int releases = ChangeCodec.int32(in);
        long due = in.varint();
        long last = in.varint();
        long leasedAt = (flags & NOT_EXTENDED) != 0 ? last : in.varint();
        long first = (flags & ONCE) != 0 ? last : in.varint();
        @Nullable String consumer = (flags & CONSUMER) != 0 ? in.text() : null;
        Delivery.@Nullable Redelivery redelivery = (flags & REDELIVERY) != 0 ? REDELIVERIES.read(in) : null;
        Provenance.@Nullable Reason reason =
                (flags & DEAD_REASON) != 0 ? MessageCodec.ProvenanceCodec.REASONS.read(in) : null;
        int maxAttempts = (flags & MAX_ATTEMPTS) != 0 ? ChangeCodec.int32(in) : 0;
        List<Provenance.Attempt> history =
                (flags & HISTORY) != 0 ? MessageCodec.ProvenanceCodec.readHistory(in) : List.of();
        return new DeliveryState(
                state,
                epoch,
                attempts,
                releases,
                due,
                leasedAt,
                first,
                last,
                consumer,
                redelivery,
                reason,
                maxAttempts,
                history);
    }
}
