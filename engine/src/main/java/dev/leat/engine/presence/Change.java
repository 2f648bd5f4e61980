package dev.leat.engine.presence;

import dev.leat.api.Presence;
import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.BytesOut;
import dev.leat.engine.shard.Changes;

/** What happened to a consumer: written to the journal, and read back from it, in the same words. */
sealed interface Change {

    /** The number of the queue. */
    long queue();

    /** A consumer is there, or says other things of itself. */
    record Known(Row row) implements Change {
        @Override
        public long queue() {
            return row.place().queue();
        }
    }

    /** A sign of life, and what the consumer has done up to then. */
    record Seen(long queue, long entry, long lastSeen, Row.Counters counters) implements Change {}

    /** It is in another state now, and that was told. */
    record Turned(long queue, long entry, Presence.State state) implements Change {}

    record Forgotten(long queue, long entry) implements Change {}

    /** All consumers of a group are forgotten. */
    record GroupForgotten(long queue, int group) implements Change {}

    /** All consumers of a queue are forgotten. */
    record QueueForgotten(long queue) implements Change {}

    default void write(Changes changes) {
        switch (this) {
            case Known(Row row) ->
                row.write(changes.add(Kinds.KNOWN).i64(row.place().queue()).varint(row.number()));
            case Seen(long queue, long entry, long lastSeen, var counters) -> {
                BytesOut out = changes.add(Kinds.SEEN).i64(queue).varint(entry).varint(lastSeen);
                counters.write(out);
            }
            case Turned(long queue, long entry, var state) ->
                changes.add(Kinds.TURNED).i64(queue).varint(entry).u8(Row.code(state));
            case Forgotten(long queue, long entry) ->
                changes.add(Kinds.FORGOTTEN).i64(queue).varint(entry);
            case GroupForgotten(long queue, int group) ->
                changes.add(Kinds.GROUP_FORGOTTEN).i64(queue).i32(group);
            case QueueForgotten(long queue) ->
                changes.add(Kinds.QUEUE_FORGOTTEN).i64(queue);
        }
    }

    /** Reads the change that follows its kind. */
    static Change read(int kind, BytesIn in) {
        return switch (kind) {
            case Kinds.KNOWN -> new Known(Row.read(in.i64(), in.varint(), in));
            case Kinds.SEEN -> new Seen(in.i64(), in.varint(), in.varint(), Row.Counters.read(in));
            case Kinds.TURNED -> new Turned(in.i64(), in.varint(), Row.state(in));
            case Kinds.FORGOTTEN -> new Forgotten(in.i64(), in.varint());
            case Kinds.GROUP_FORGOTTEN -> new GroupForgotten(in.i64(), in.i32());
            case Kinds.QUEUE_FORGOTTEN -> new QueueForgotten(in.i64());
            default ->
                throw new IllegalStateException("the journal has a change of kind " + kind + ", made by a newer Leat");
        };
    }
}
