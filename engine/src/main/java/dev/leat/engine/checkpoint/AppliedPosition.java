package dev.leat.engine.checkpoint;

import dev.leat.engine.shard.BytesOut;
import dev.leat.engine.shard.Rows;
import dev.leat.storage.store.Batch;
import java.nio.ByteBuffer;

/**
 * The store's row about a shard: up to which position of the journal its other rows are current, and the next id that the shard gives
 * out. The key is the letter {@code A} and the shard's number.
 */
public record AppliedPosition(int shard, long position, long nextId) {

    public static final char LETTER = 'A';

    /**
     * Reads a row.
     *
     * @throws IllegalArgumentException if it is malformed
     */
    public static AppliedPosition read(byte[] key, byte[] value) {
        int shard = ByteBuffer.wrap(Rows.requireKeyLength(key, 5)).getInt(1);
        return Rows.decode(value, in -> new AppliedPosition(shard, in.varint(), in.varint()));
    }

    public void writeTo(Batch batch) {
        byte[] key = ByteBuffer.allocate(5).put((byte) LETTER).putInt(shard).array();
        batch.put(key, BytesOut.onHeap(20).varint(position).varint(nextId).toBytes());
    }
}
