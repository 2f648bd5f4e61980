package dev.leat.engine.presence;

import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.Presence;
import dev.leat.api.queue.QueueName;
import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.BytesOut;
import dev.leat.engine.shard.Ids;
import dev.leat.storage.store.Batch;
import java.nio.BufferUnderflowException;
import java.util.Map;
import java.util.TreeMap;

/**
 * Durable state of a consumer, in the store and in the journal. Times are in epoch milliseconds, 0 for never.
 *
 * @param number unique among the consumers of a queue
 * @param published the state that was published last, and when
 */
public record PresenceRow(
        long number,
        GroupId place,
        ConsumerName consumer,
        String instance,
        long registeredAt,
        long lastSeen,
        long ttl,
        Map<String, String> labels,
        Presence.State published,
        long publishedAt,
        Counters counters) {

    /** The letter that the keys of these rows begin with. */
    public static final char LETTER = 'C';

    private static final int VERSION = 1;

    /** Numbers of received messages and settlements, and the times of the last ones. */
    record Counters(long lastReceive, long lastSettle, long received, long settled) {
        static final Counters NONE = new Counters(0, 0, 0, 0);

        void write(BytesOut out) {
            out.varint(lastReceive).varint(lastSettle).varint(received).varint(settled);
        }

        static Counters read(BytesIn in) {
            return new Counters(in.varint(), in.varint(), in.varint(), in.varint());
        }
    }

    public PresenceRow {
        labels = Map.copyOf(labels);
    }

    /** Returns the shard of the queue. */
    public int shard() {
        return Ids.shardOf(place.queue());
    }

    void writeTo(Batch batch) {
        BytesOut out = BytesOut.onHeap(160).u8(VERSION);
        write(out);
        batch.put(PresenceKeys.entry(place.queue(), number), out.toBytes());
    }

    void write(BytesOut out) {
        out.text(place.queueName().value()).i32(place.group());
        out.text(place.groupName().value()).text(consumer.value()).text(instance);
        out.varint(registeredAt).varint(lastSeen).varint(ttl).varint(labels.size());
        new TreeMap<>(labels).forEach((name, value) -> out.text(name).text(value));
        out.u8(code(published)).varint(publishedAt);
        counters.write(out);
    }

    static PresenceRow read(long queue, long number, BytesIn in) {
        GroupId place = new GroupId(queue, QueueName.of(in.text()), in.i32(), GroupName.of(in.text()));
        return new PresenceRow(
                number,
                place,
                ConsumerName.of(in.text()),
                in.text(),
                in.varint(),
                in.varint(),
                in.varint(),
                labels(in),
                state(in),
                in.varint(),
                Counters.read(in));
    }

    /** Returns the number of a state. The numbers are on disk: never change one. */
    static int code(Presence.State state) {
        return switch (state) {
            case ACTIVE -> 0;
            case STALE -> 1;
            case EXPIRED -> 2;
            case LEFT -> 3;
        };
    }

    static Presence.State state(BytesIn in) {
        int code = in.u8();
        return switch (code) {
            case 0 -> Presence.State.ACTIVE;
            case 1 -> Presence.State.STALE;
            case 2 -> Presence.State.EXPIRED;
            case 3 -> Presence.State.LEFT;
            default ->
                throw new IllegalArgumentException(
                        "a consumer is in state " + code + ": it is damaged, or a newer Leat wrote it");
        };
    }

    private static Map<String, String> labels(BytesIn in) {
        Map<String, String> labels = new TreeMap<>();
        for (long left = in.varint(); left > 0; left--) {
            labels.put(in.text(), in.text());
        }
        return labels;
    }

    /**
     * Reads a row.
     *
     * @throws IllegalArgumentException if the bytes are not a valid row
     */
    public static PresenceRow read(byte[] key, byte[] value) {
        if (!PresenceKeys.isEntry(key)) {
            throw new IllegalArgumentException("its key has " + key.length + " bytes");
        }
        try {
            BytesIn in = new BytesIn(value);
            int version = in.u8();
            if (version != VERSION) {
                throw new IllegalArgumentException(
                        "it has version " + version + ": it is damaged, or a newer Leat wrote it");
            }
            PresenceRow row = read(PresenceKeys.queueOf(key), PresenceKeys.numberOf(key), in);
            in.requireEnd();
            return row;
        } catch (BufferUnderflowException | ArithmeticException e) {
            throw new IllegalArgumentException("it is too short or too long for its kind", e);
        }
    }
}
