package dev.leat.engine.subscription;

import dev.leat.api.stream.StreamPath;
import dev.leat.api.subscription.SubscriptionConfig;
import dev.leat.api.subscription.SubscriptionId;
import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.BytesOut;
import dev.leat.engine.shard.Changes;
import java.util.List;

/** What happened to a subscription: written to the journal, and read back from it, in the same words. */
sealed interface SubscriptionChange {

    record Subscribed(long number, SubscriptionId id, SubscriptionConfig config) implements SubscriptionChange {}

    record Unsubscribed(long number) implements SubscriptionChange {}

    /**
     * A link was made, or is different now.
     *
     * @param stream the id of the stream; 0 while there is none at the path
     */
    record Linked(long number, long link, StreamPath path, boolean explicit, long stream, long acked)
            implements SubscriptionChange {}

    record Unlinked(long number, long link) implements SubscriptionChange {}

    /** @param shown how far the streams were that the wake tells of */
    record Woken(long number, long generation, String wakeId, WakeState wakeState, List<LinkPosition> shown)
            implements SubscriptionChange {}

    /** A wake went on to another phase; an idle state ends it. */
    record Turned(long number, WakeState wakeState) implements SubscriptionChange {}

    record Acked(long number, List<LinkPosition> cursors) implements SubscriptionChange {}

    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Kept(String name, byte[] secret) implements SubscriptionChange {}

    default void write(Changes changes) {
        switch (this) {
            case Subscribed(long number, var id, var config) ->
                SubscriptionConfigCodec.write(
                        config,
                        changes.add(SubscriptionChangeKinds.SUBSCRIBED)
                                .i64(number)
                                .text(id.value()));
            case Unsubscribed(long number) ->
                changes.add(SubscriptionChangeKinds.UNSUBSCRIBED).i64(number);
            case Linked(long number, long link, var path, boolean explicit, long stream, long acked) ->
                changes.add(SubscriptionChangeKinds.LINKED)
                        .i64(number)
                        .varint(link)
                        .text(path.value())
                        .bool(explicit)
                        .i64(stream)
                        .varint(acked);
            case Unlinked(long number, long link) ->
                changes.add(SubscriptionChangeKinds.UNLINKED).i64(number).varint(link);
            case Woken(long number, long generation, var wakeId, var wakeState, var shown) -> {
                BytesOut out = changes.add(SubscriptionChangeKinds.WOKEN);
                wakeState.write(out.i64(number).varint(generation).text(wakeId));
                LinkPosition.write(shown, out);
            }
            case Turned(long number, var wakeState) ->
                wakeState.write(changes.add(SubscriptionChangeKinds.TURNED).i64(number));
            case Acked(long number, var cursors) ->
                LinkPosition.write(
                        cursors, changes.add(SubscriptionChangeKinds.ACKED).i64(number));
            case Kept(var name, var secret) ->
                changes.add(SubscriptionChangeKinds.KEPT).text(name).bytes(secret);
        }
    }

    /** Reads the change that follows its kind. */
    static SubscriptionChange read(int kind, BytesIn in) {
        return switch (kind) {
            case SubscriptionChangeKinds.SUBSCRIBED ->
                new Subscribed(in.i64(), SubscriptionId.of(in.text()), SubscriptionConfigCodec.read(in));
            case SubscriptionChangeKinds.UNSUBSCRIBED -> new Unsubscribed(in.i64());
            case SubscriptionChangeKinds.LINKED ->
                new Linked(in.i64(), in.varint(), StreamPath.of(in.text()), in.bool(), in.i64(), in.varint());
            case SubscriptionChangeKinds.UNLINKED -> new Unlinked(in.i64(), in.varint());
            case SubscriptionChangeKinds.WOKEN ->
                new Woken(in.i64(), in.varint(), in.text(), WakeState.read(in), LinkPosition.read(in));
            case SubscriptionChangeKinds.TURNED -> new Turned(in.i64(), WakeState.read(in));
            case SubscriptionChangeKinds.ACKED -> new Acked(in.i64(), LinkPosition.read(in));
            case SubscriptionChangeKinds.KEPT -> new Kept(in.text(), in.bytes());
            default ->
                throw new IllegalStateException("the journal has a change of kind " + kind + ", made by a newer Leat");
        };
    }
}
