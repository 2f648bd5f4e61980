package dev.leat.engine.subscription;

import dev.leat.api.stream.StreamPath;
import dev.leat.api.subscription.SubscriptionConfig;
import dev.leat.api.subscription.SubscriptionId;
import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.BytesOut;
import dev.leat.engine.shard.Ids;
import dev.leat.engine.shard.Placement;
import dev.leat.storage.store.Batch;
import java.nio.BufferUnderflowException;
import java.util.function.Consumer;

/** A row of the store that subscriptions own. One for each link: a cursor that moves must not cost the others anything. */
public sealed interface SubscriptionRow {

    /** The letters that the keys of these rows begin with; what others need comes first. */
    String LETTERS = "UKLN";

    int VERSION = 1;

    /** The shard that owns it. */
    int shard();

    /** Fails if the row is not in the shard of so many that it belongs to. */
    default void requireShard(int shards) {
        Ids.requireShard(shard(), shards);
        if (this instanceof OfSubscription of && Placement.shard(of.id().tag(), shards) != shard()) {
            throw new IllegalArgumentException("subscription " + of.id() + " is in shard " + shard() + ", expected "
                    + Placement.shard(of.id().tag(), shards) + " of " + shards);
        }
    }

    void writeTo(Batch batch);

    record Next(int shard, long next) implements SubscriptionRow {
        @Override
        public void writeTo(Batch batch) {
            batch.put(
                    SubscriptionKeys.next(shard),
                    BytesOut.onHeap(10).varint(next).toBytes());
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Secret(int shard, String name, byte[] secret) implements SubscriptionRow {
        @Override
        public void writeTo(Batch batch) {
            batch.put(SubscriptionKeys.secret(shard, name), secret);
        }
    }

    record OfSubscription(
            long number,
            SubscriptionId id,
            SubscriptionConfig config,
            long created,
            long nextLink,
            long generation,
            String wakeId,
            WakeState wakeState)
            implements SubscriptionRow {

        @Override
        public int shard() {
            return Ids.shardOf(number);
        }

        static OfSubscription of(Subscription s) {
            return new OfSubscription(
                    s.number, s.id, s.config, s.created, s.nextLink, s.generation, s.wakeId, s.wakeState);
        }

        Subscription restored(Consumer<StreamLink> onMoved) {
            Subscription subscription = new Subscription(number, id, config, created, onMoved);
            subscription.nextLink = nextLink;
            subscription.generation = generation;
            subscription.wakeId = wakeId;
            subscription.wakeState = wakeState;
            subscription.stored = true;
            return subscription;
        }

        @Override
        public void writeTo(Batch batch) {
            BytesOut out = BytesOut.onHeap(128).u8(VERSION).text(id.value());
            SubscriptionConfigCodec.write(config, out);
            out.varint(created).varint(nextLink).varint(generation).text(wakeId);
            wakeState.write(out);
            batch.put(SubscriptionKeys.subscription(number), out.toBytes());
        }

        static OfSubscription read(long number, BytesIn in) {
            requireVersion(in.u8());
            return new OfSubscription(
                    number,
                    SubscriptionId.of(in.text()),
                    SubscriptionConfigCodec.read(in),
                    in.varint(),
                    in.varint(),
                    in.varint(),
                    in.text(),
                    WakeState.read(in));
        }
    }

    record OfLink(long number, long link, StreamPath path, boolean explicit, long stream, long acked, long shown)
            implements SubscriptionRow {

        @Override
        public int shard() {
            return Ids.shardOf(number);
        }

        static OfLink of(StreamLink l) {
            return new OfLink(l.subscription.number, l.number, l.path, l.explicit, l.streamId, l.acked, l.shown);
        }

        StreamLink restored(Subscription subscription) {
            StreamLink restored = new StreamLink(subscription, link, path);
            restored.explicit = explicit;
            restored.streamId = stream;
            restored.acked = acked;
            restored.shown = shown;
            restored.stored = true;
            return restored;
        }

        @Override
        public void writeTo(Batch batch) {
            BytesOut out = BytesOut.onHeap(64).u8(VERSION).text(path.value()).bool(explicit);
            batch.put(
                    SubscriptionKeys.link(number, link),
                    out.i64(stream).varint(acked).varint(shown).toBytes());
        }

        static OfLink read(byte[] key, BytesIn in) {
            requireVersion(in.u8());
            return new OfLink(
                    SubscriptionKeys.numberOf(key),
                    SubscriptionKeys.linkOf(key),
                    StreamPath.of(in.text()),
                    in.bool(),
                    in.i64(),
                    in.varint(),
                    in.varint());
        }
    }

    /**
     * Reads a row.
     *
     * @throws IllegalArgumentException if it is of no kind that is known, or not what a row of its kind looks like
     */
    static SubscriptionRow read(byte[] key, byte[] value) {
        try {
            BytesIn in = new BytesIn(value);
            if (key[0] == 'K') {
                return new Secret(SubscriptionKeys.shardOf(key), SubscriptionKeys.nameOf(key), value);
            }
            SubscriptionRow row = switch (key[0]) {
                case 'L' -> OfLink.read(sized(key, 17), in);
                case 'N' -> new Next(SubscriptionKeys.shardOf(sized(key, 5)), in.varint());
                case 'U' -> OfSubscription.read(SubscriptionKeys.numberOf(sized(key, 9)), in);
                default -> throw new IllegalArgumentException("it is of no kind that this version of Leat knows");
            };
            in.requireEnd();
            return row;
        } catch (BufferUnderflowException | IndexOutOfBoundsException | ArithmeticException e) {
            throw new IllegalArgumentException("it is too short or too long for its kind", e);
        }
    }

    private static byte[] sized(byte[] key, int length) {
        if (key.length != length) {
            throw new IllegalArgumentException("its key has " + key.length + " bytes, expected " + length);
        }
        return key;
    }

    private static void requireVersion(int version) {
        if (version != VERSION) {
            throw new IllegalArgumentException(
                    "it has version " + version + ": it is damaged, or a newer Leat wrote it");
        }
    }
}
