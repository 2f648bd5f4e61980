package dev.leat.engine.queue;

import dev.leat.api.GroupName;
import dev.leat.api.QueueName;
import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.BytesOut;
import dev.leat.engine.shard.Changes;
import org.jspecify.annotations.Nullable;

/** How changes look in the journal. */
final class ChangeFormat {
    private static final Codes<Ending> ENDINGS = Codes.of(
            Ending.ACKED,
            Ending.DEAD,
            Ending.CANCELLED,
            Ending.PURGED,
            Ending.EXPIRED,
            Ending.DROPPED,
            Ending.SKIPPED,
            Ending.MOVED,
            Ending.POPPED);

    private ChangeFormat() {}

    /** @param before how the message of an entry stood */
    static void write(Change change, @Nullable Entry before, Changes changes) {
        write(change, before, changes.add(kind(change)));
    }

    /** Writes what follows the kind, and of an entry only what is new. */
    static void write(Change change, @Nullable Entry before, BytesOut out) {
        if (change instanceof Change.OfEntry of && before != null) {
            out.varint(of.queue()).varint(of.group()).varint(of.at());
            EntryFormat.write(of.entry(), before, out);
        } else {
            write(change, out);
        }
    }

    static int kind(Change change) {
        return switch (change) {
            case Change.OfQueue of -> Kinds.QUEUE;
            case Change.QueueRemoved removed -> Kinds.QUEUE_REMOVED;
            case Change.OfGroup of -> Kinds.GROUP;
            case Change.GroupRemoved removed -> Kinds.GROUP_REMOVED;
            case Change.Enqueued enqueued -> Kinds.ENQUEUED;
            case Change.OfEntry of -> Kinds.ENTRY;
            case Change.Done done -> Kinds.DONE;
            case Change.Removed removed -> Kinds.REMOVED;
            case Change.Purged purged -> Kinds.PURGED;
            case Change.OfTask of -> Kinds.TASK;
            case Change.TaskRemoved removed -> Kinds.TASK_REMOVED;
            case Change.Forgotten forgotten -> Kinds.FORGOTTEN;
            case Change.Bound bound -> Kinds.BOUND;
        };
    }

    /** Writes what follows the kind. */
    static void write(Change change, BytesOut out) {
        out.varint(change.queue());
        switch (change) {
            case Change.OfQueue of -> {
                Configs.write(of.config(), out.text(of.name().value()));
                out.bool(of.paused()).varint(of.created());
            }
            case Change.QueueRemoved removed -> {}
            case Change.OfGroup of -> write(of, out);
            case Change.GroupRemoved(long queue, int group) -> out.varint(group);
            case Change.Enqueued(long queue, var message, var dedup, long until) -> {
                MessageFormat.write(message, out.varint(message.at()));
                out.maybeText(dedup);
                if (dedup != null) {
                    out.varint(until);
                }
            }
            case Change.OfEntry(long queue, int group, long at, var entry, boolean added) ->
                EntryFormat.write(entry, out.varint(group).varint(at));
            case Change.Done(long queue, int group, long at, var ending) ->
                ENDINGS.write(ending, out.varint(group).varint(at));
            case Change.Removed(long queue, long at, var ending) -> ENDINGS.write(ending, out.varint(at));
            case Change.Purged(long queue, int group, long[] before, boolean leased) ->
                writeLanes(before, out.varint(group).bool(leased));
            case Change.OfTask(long queue, var task) -> TaskFormat.write(task, out);
            case Change.TaskRemoved(long queue, long task) -> out.varint(task);
            case Change.Forgotten(long queue, var origin) -> origin.write(out);
            case Change.Bound(long queue, int group, long at, var to) ->
                out.varint(group).varint(at).text(to.value());
        }
    }

    private static void write(Change.OfGroup of, BytesOut out) {
        out.varint(of.group()).text(of.name().value()).text(of.start());
        out.bool(of.paused()).varint(of.created()).bool(of.done() != null);
        if (of.done() != null) {
            of.done().write(out);
        }
    }

    /** Reads the change that follows its kind. */
    static Change read(int kind, BytesIn in) {
        long queue = in.varint();
        return switch (kind) {
            case Kinds.QUEUE ->
                new Change.OfQueue(queue, QueueName.of(in.text()), Configs.read(in), in.bool(), in.varint());
            case Kinds.QUEUE_REMOVED -> new Change.QueueRemoved(queue);
            case Kinds.GROUP ->
                new Change.OfGroup(
                        queue,
                        int32(in),
                        GroupName.of(in.text()),
                        in.text(),
                        in.bool(),
                        in.varint(),
                        in.bool() ? Places.read(in) : null);
            case Kinds.GROUP_REMOVED -> new Change.GroupRemoved(queue, int32(in));
            case Kinds.ENQUEUED -> enqueued(queue, in);
            case Kinds.ENTRY -> EntryFormat.readChange(queue, in);
            case Kinds.DONE -> new Change.Done(queue, int32(in), in.varint(), ENDINGS.read(in));
            case Kinds.REMOVED -> new Change.Removed(queue, in.varint(), ENDINGS.read(in));
            case Kinds.PURGED -> purged(queue, in);
            case Kinds.TASK -> new Change.OfTask(queue, TaskFormat.read(in));
            case Kinds.TASK_REMOVED -> new Change.TaskRemoved(queue, in.varint());
            case Kinds.FORGOTTEN -> new Change.Forgotten(queue, Origin.read(in));
            case Kinds.BOUND -> new Change.Bound(queue, int32(in), in.varint(), QueueName.of(in.text()));
            default ->
                throw new IllegalStateException("the journal has a change of kind " + kind + ", made by a newer Leat");
        };
    }

    private static Change enqueued(long queue, BytesIn in) {
        Message message = MessageFormat.read(queue, in.varint(), in);
        @Nullable String dedup = in.maybeText();
        return new Change.Enqueued(queue, message, dedup, dedup == null ? 0 : in.varint());
    }

    private static Change purged(long queue, BytesIn in) {
        int group = int32(in);
        boolean leased = in.bool();
        return new Change.Purged(queue, group, readLanes(in), leased);
    }

    /** One place of each lane. */
    static void writeLanes(long[] places, BytesOut out) {
        out.u8(places.length);
        for (long at : places) {
            out.varint(Place.within(at));
        }
    }

    static long[] readLanes(BytesIn in) {
        int lanes = in.u8();
        if (lanes != Place.LANES) {
            throw new IllegalArgumentException("a queue has " + Place.LANES + " lanes, not " + lanes);
        }
        long[] places = new long[lanes];
        for (int lane = 0; lane < lanes; lane++) {
            places[lane] = Place.of(lane, in.varint());
        }
        return places;
    }

    static int int32(BytesIn in) {
        return Math.toIntExact(in.varint());
    }
}
