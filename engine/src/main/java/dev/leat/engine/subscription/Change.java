package dev.leat.engine.subscription;

import dev.leat.api.StreamPath;
import dev.leat.api.SubscriptionConfig;
import dev.leat.api.SubscriptionId;
import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.BytesOut;
import dev.leat.engine.shard.Changes;
import java.util.List;

/** What happened to a subscription: written to the journal, and read back from it, in the same words. */
sealed interface Change {

    record Subscribed(long number, SubscriptionId id, SubscriptionConfig config) implements Change {}

    record Unsubscribed(long number) implements Change {}

    /**
     * A link was made, or is different now.
     *
     * @param stream the id of the stream; 0 while there is none at the path
     */
    record Linked(long number, long link, StreamPath path, boolean explicit, long stream, long acked)
            implements Change {}

    record Unlinked(long number, long link) implements Change {}

    /** @param shown how far the streams were that the wake tells of */
    record Woken(long number, long generation, String wakeId, Stance stance, List<Mark> shown) implements Change {}

    /** A wake went on to another phase; an idle stance ends it. */
    record Turned(long number, Stance stance) implements Change {}

    record Acked(long number, List<Mark> cursors) implements Change {}

    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Kept(String name, byte[] secret) implements Change {}

    default void write(Changes changes) {
        switch (this) {
            case Subscribed(long number, var id, var config) ->
                Configs.write(config, changes.add(Kinds.SUBSCRIBED).i64(number).text(id.value()));
            case Unsubscribed(long number) -> changes.add(Kinds.UNSUBSCRIBED).i64(number);
            case Linked(long number, long link, var path, boolean explicit, long stream, long acked) ->
                changes.add(Kinds.LINKED)
                        .i64(number)
                        .varint(link)
                        .text(path.value())
                        .bool(explicit)
                        .i64(stream)
                        .varint(acked);
            case Unlinked(long number, long link) ->
                changes.add(Kinds.UNLINKED).i64(number).varint(link);
            case Woken(long number, long generation, var wakeId, var stance, var shown) -> {
                BytesOut out = changes.add(Kinds.WOKEN);
                stance.write(out.i64(number).varint(generation).text(wakeId));
                Mark.write(shown, out);
            }
            case Turned(long number, var stance) ->
                stance.write(changes.add(Kinds.TURNED).i64(number));
            case Acked(long number, var cursors) ->
                Mark.write(cursors, changes.add(Kinds.ACKED).i64(number));
            case Kept(var name, var secret) ->
                changes.add(Kinds.KEPT).text(name).bytes(secret);
        }
    }

    /** Reads the change that follows its kind. */
    static Change read(int kind, BytesIn in) {
        return switch (kind) {
            case Kinds.SUBSCRIBED -> new Subscribed(in.i64(), SubscriptionId.of(in.text()), Configs.read(in));
            case Kinds.UNSUBSCRIBED -> new Unsubscribed(in.i64());
            case Kinds.LINKED ->
                new Linked(in.i64(), in.varint(), StreamPath.of(in.text()), in.bool(), in.i64(), in.varint());
            case Kinds.UNLINKED -> new Unlinked(in.i64(), in.varint());
            case Kinds.WOKEN -> new Woken(in.i64(), in.varint(), in.text(), Stance.read(in), Mark.read(in));
            case Kinds.TURNED -> new Turned(in.i64(), Stance.read(in));
            case Kinds.ACKED -> new Acked(in.i64(), Mark.read(in));
            case Kinds.KEPT -> new Kept(in.text(), in.bytes());
            default ->
                throw new IllegalStateException("the journal has a change of kind " + kind + ", made by a newer Leat");
        };
    }
}
