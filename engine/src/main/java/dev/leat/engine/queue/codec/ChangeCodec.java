package dev.leat.engine.queue.codec;

import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.QueueName;
import dev.leat.engine.queue.state.DeliveryState;
import dev.leat.engine.queue.state.PositionSet;
import dev.leat.engine.queue.state.Positions;
import dev.leat.engine.queue.state.QueueChange;
import dev.leat.engine.queue.state.QueuedMessage;
import dev.leat.engine.queue.state.RemovalReason;
import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.BytesOut;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.KindRange;
import org.jspecify.annotations.Nullable;

/** Bytes of changes in the journal. */
public final class ChangeCodec {
    private static final EnumCodes<RemovalReason> REASONS = EnumCodes.of(
            RemovalReason.ACKED,
            RemovalReason.DEAD,
            RemovalReason.CANCELLED,
            RemovalReason.PURGED,
            RemovalReason.EXPIRED,
            RemovalReason.DROPPED,
            RemovalReason.SKIPPED,
            RemovalReason.MOVED,
            RemovalReason.POPPED);

    private ChangeCodec() {}

    /** @param before the state of the message before the change */
    public static void write(QueueChange change, @Nullable DeliveryState before, Changes changes) {
        write(change, before, changes.add(kind(change)));
    }

    /** Writes the fields after the kind. Of a delivery state it writes only the part of the history that is new. */
    public static void write(QueueChange change, @Nullable DeliveryState before, BytesOut out) {
        if (change instanceof QueueChange.OfEntry of && before != null) {
            out.varint(of.queue()).varint(of.group()).varint(of.at());
            DeliveryStateCodec.write(of.entry(), before, out);
        } else {
            write(change, out);
        }
    }

    public static int kind(QueueChange change) {
        return switch (change) {
            case QueueChange.OfQueue of -> QueueChangeKinds.QUEUE;
            case QueueChange.QueueRemoved removed -> QueueChangeKinds.QUEUE_REMOVED;
            case QueueChange.OfGroup of -> QueueChangeKinds.GROUP;
            case QueueChange.GroupRemoved removed -> QueueChangeKinds.GROUP_REMOVED;
            case QueueChange.Enqueued enqueued -> QueueChangeKinds.ENQUEUED;
            case QueueChange.OfEntry of -> QueueChangeKinds.ENTRY;
            case QueueChange.Done done -> QueueChangeKinds.DONE;
            case QueueChange.Removed removed -> QueueChangeKinds.REMOVED;
            case QueueChange.Purged purged -> QueueChangeKinds.PURGED;
            case QueueChange.OfTask of -> QueueChangeKinds.TASK;
            case QueueChange.TaskRemoved removed -> QueueChangeKinds.TASK_REMOVED;
            case QueueChange.Forgotten forgotten -> QueueChangeKinds.FORGOTTEN;
            case QueueChange.Bound bound -> QueueChangeKinds.BOUND;
        };
    }

    /** Writes the fields after the kind. */
    public static void write(QueueChange change, BytesOut out) {
        out.varint(change.queue());
        switch (change) {
            case QueueChange.OfQueue of -> {
                QueueConfigCodec.write(of.config(), out.text(of.name().value()));
                out.bool(of.paused()).varint(of.created());
            }
            case QueueChange.QueueRemoved removed -> {}
            case QueueChange.OfGroup of -> write(of, out);
            case QueueChange.GroupRemoved(long queue, int group) -> out.varint(group);
            case QueueChange.Enqueued(long queue, var message, var dedup, long until) -> {
                MessageCodec.write(message, out.varint(message.at()));
                out.maybeText(dedup);
                if (dedup != null) {
                    out.varint(until);
                }
            }
            case QueueChange.OfEntry(long queue, int group, long at, var entry, boolean added) ->
                DeliveryStateCodec.write(entry, out.varint(group).varint(at));
            case QueueChange.Done(long queue, int group, long at, var reason) ->
                REASONS.write(reason, out.varint(group).varint(at));
            case QueueChange.Removed(long queue, long at, var reason) -> REASONS.write(reason, out.varint(at));
            case QueueChange.Purged(long queue, int group, long[] before, boolean leased) ->
                writeLanes(before, out.varint(group).bool(leased));
            case QueueChange.OfTask(long queue, var task) -> RedriveTaskCodec.write(task, out);
            case QueueChange.TaskRemoved(long queue, long task) -> out.varint(task);
            case QueueChange.Forgotten(long queue, var origin) -> MessageCodec.writeSource(origin, out);
            case QueueChange.Bound(long queue, int group, long at, var to) ->
                out.varint(group).varint(at).text(to.value());
        }
    }

    private static void write(QueueChange.OfGroup of, BytesOut out) {
        out.varint(of.group()).text(of.name().value()).text(of.start());
        out.bool(of.paused()).varint(of.created()).bool(of.done() != null);
        if (of.done() != null) {
            of.done().write(out);
        }
    }

    /** Reads the fields after the kind. */
    public static QueueChange read(int kind, BytesIn in) {
        long queue = in.varint();
        return switch (kind) {
            case QueueChangeKinds.QUEUE ->
                new QueueChange.OfQueue(
                        queue, QueueName.of(in.text()), QueueConfigCodec.read(in), in.bool(), in.varint());
            case QueueChangeKinds.QUEUE_REMOVED -> new QueueChange.QueueRemoved(queue);
            case QueueChangeKinds.GROUP ->
                new QueueChange.OfGroup(
                        queue,
                        int32(in),
                        GroupName.of(in.text()),
                        in.text(),
                        in.bool(),
                        in.varint(),
                        in.bool() ? PositionSet.read(in) : null);
            case QueueChangeKinds.GROUP_REMOVED -> new QueueChange.GroupRemoved(queue, int32(in));
            case QueueChangeKinds.ENQUEUED -> enqueued(queue, in);
            case QueueChangeKinds.ENTRY -> DeliveryStateCodec.readChange(queue, in);
            case QueueChangeKinds.DONE -> new QueueChange.Done(queue, int32(in), in.varint(), REASONS.read(in));
            case QueueChangeKinds.REMOVED -> new QueueChange.Removed(queue, in.varint(), REASONS.read(in));
            case QueueChangeKinds.PURGED -> purged(queue, in);
            case QueueChangeKinds.TASK -> new QueueChange.OfTask(queue, RedriveTaskCodec.read(in));
            case QueueChangeKinds.TASK_REMOVED -> new QueueChange.TaskRemoved(queue, in.varint());
            case QueueChangeKinds.FORGOTTEN -> new QueueChange.Forgotten(queue, MessageCodec.readSource(in));
            case QueueChangeKinds.BOUND ->
                new QueueChange.Bound(queue, int32(in), in.varint(), QueueName.of(in.text()));
            default ->
                throw new IllegalStateException("the journal has a change of kind " + kind + ", made by a newer Leat");
        };
    }

    private static QueueChange enqueued(long queue, BytesIn in) {
        QueuedMessage message = MessageCodec.read(queue, in.varint(), in);
        @Nullable String dedup = in.maybeText();
        return new QueueChange.Enqueued(queue, message, dedup, dedup == null ? 0 : in.varint());
    }

    private static QueueChange purged(long queue, BytesIn in) {
        int group = int32(in);
        boolean leased = in.bool();
        return new QueueChange.Purged(queue, group, readLanes(in), leased);
    }

    /** Writes one position for each lane. */
    static void writeLanes(long[] places, BytesOut out) {
        out.u8(places.length);
        for (long at : places) {
            out.varint(Positions.within(at));
        }
    }

    static long[] readLanes(BytesIn in) {
        int lanes = in.u8();
        if (lanes != Positions.LANES) {
            throw new IllegalArgumentException("a queue has " + Positions.LANES + " lanes, not " + lanes);
        }
        long[] places = new long[lanes];
        for (int lane = 0; lane < lanes; lane++) {
            places[lane] = Positions.of(lane, in.varint());
        }
        return places;
    }

    static int int32(BytesIn in) {
        return Math.toIntExact(in.varint());
    }

    /** The codes of changes in the journal. They are on disk: a code never changes. */
    public static final class QueueChangeKinds {
        public static final KindRange RANGE = new KindRange(48, 79);

        static final int QUEUE = 48;
        static final int QUEUE_REMOVED = 49;
        static final int GROUP = 50;
        static final int GROUP_REMOVED = 51;
        static final int ENQUEUED = 52;
        static final int ENTRY = 53;
        public static final int DONE = 54;
        public static final int REMOVED = 55;
        public static final int PURGED = 56;
        static final int TASK = 57;
        static final int TASK_REMOVED = 58;
        static final int FORGOTTEN = 59;
        static final int BOUND = 60;

        private QueueChangeKinds() {}
    }
}
