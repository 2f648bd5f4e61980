package dev.leat.engine.presence;

import dev.leat.api.queue.Presence;
import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.BytesOut;
import dev.leat.engine.shard.Changes;

/** A change to the consumers of a queue, as it is in the journal. */
sealed interface PresenceChange {

    /** The number of the queue. */
    long queue();

    /** A consumer is new, or its description changed. */
    record Known(PresenceRow row) implements PresenceChange {
        @Override
        public long queue() {
            return row.place().queue();
        }
    }

    /** A sign of life, with the counters of the consumer at that time. */
    record Seen(long queue, long entry, long lastSeen, PresenceRow.Counters counters) implements PresenceChange {}

    /** The state changed, and the change was published. */
    record Turned(long queue, long entry, Presence.State state) implements PresenceChange {}

    record Forgotten(long queue, long entry) implements PresenceChange {}

    /** All consumers of a group are forgotten. */
    record GroupForgotten(long queue, int group) implements PresenceChange {}

    /** All consumers of a queue are forgotten. */
    record QueueForgotten(long queue) implements PresenceChange {}

    default void write(Changes changes) {
        switch (this) {
            case Known(PresenceRow row) ->
                row.write(changes.add(PresenceChangeKinds.KNOWN)
                        .i64(row.place().queue())
                        .varint(row.number()));
            case Seen(long queue, long entry, long lastSeen, var counters) -> {
                BytesOut out = changes.add(PresenceChangeKinds.SEEN)
                        .i64(queue)
                        .varint(entry)
                        .varint(lastSeen);
                counters.write(out);
            }
            case Turned(long queue, long entry, var state) ->
                changes.add(PresenceChangeKinds.TURNED).i64(queue).varint(entry).u8(PresenceRow.code(state));
            case Forgotten(long queue, long entry) ->
                changes.add(PresenceChangeKinds.FORGOTTEN).i64(queue).varint(entry);
            case GroupForgotten(long queue, int group) ->
                changes.add(PresenceChangeKinds.GROUP_FORGOTTEN).i64(queue).i32(group);
            case QueueForgotten(long queue) ->
                changes.add(PresenceChangeKinds.QUEUE_FORGOTTEN).i64(queue);
        }
    }

    /** Reads the change that follows its kind. */
    static PresenceChange read(int kind, BytesIn in) {
        return switch (kind) {
            case PresenceChangeKinds.KNOWN -> new Known(PresenceRow.read(in.i64(), in.varint(), in));
            case PresenceChangeKinds.SEEN ->
                new Seen(in.i64(), in.varint(), in.varint(), PresenceRow.Counters.read(in));
            case PresenceChangeKinds.TURNED -> new Turned(in.i64(), in.varint(), PresenceRow.state(in));
            case PresenceChangeKinds.FORGOTTEN -> new Forgotten(in.i64(), in.varint());
            case PresenceChangeKinds.GROUP_FORGOTTEN -> new GroupForgotten(in.i64(), in.i32());
            case PresenceChangeKinds.QUEUE_FORGOTTEN -> new QueueForgotten(in.i64());
            default ->
                throw new IllegalStateException("the journal has a change of kind " + kind + ", made by a newer Leat");
        };
    }
}
