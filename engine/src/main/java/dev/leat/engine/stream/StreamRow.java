package dev.leat.engine.stream;

import dev.leat.api.stream.StreamPath;
import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.Ids;
import dev.leat.engine.shard.Rows;
import dev.leat.storage.store.Store;
import org.jspecify.annotations.Nullable;

/** A row of the store about a stream. */
public sealed interface StreamRow {

    /** The letters that begin the keys of these rows. A start loads them in this order: streams before their producers. */
    String LETTERS = "SP";

    record StreamAt(StreamRecord stream) implements StreamRow {}

    record ProducerOf(long stream, String id, long epoch, long seq, long used) implements StreamRow {

        /** The shard that owns the stream. */
        public int shard() {
            return Ids.shardOf(stream);
        }
    }

    /**
     * Reads a row.
     *
     * @throws IllegalArgumentException if it is malformed
     */
    static StreamRow read(byte[] key, byte[] value) {
        return Rows.decode(value, in -> switch (key[0]) {
            case 'P' ->
                new ProducerOf(StreamKeys.idOf(key), StreamKeys.producerOf(key), in.varint(), in.varint(), in.varint());
            case 'S' -> new StreamAt(StreamRecord.read(StreamKeys.idOf(Rows.requireKeyLength(key, 9)), in));
            default -> throw new IllegalArgumentException("it is of no kind that streams have");
        });
    }

    /** Returns the path of a stream; null if the store has no such stream. */
    static @Nullable StreamPath pathOf(Store store, long stream) {
        byte @Nullable [] known = store.get(StreamKeys.stream(stream));
        return known == null
                ? null
                : StreamRecord.read(stream, new BytesIn(known)).path();
    }
}
