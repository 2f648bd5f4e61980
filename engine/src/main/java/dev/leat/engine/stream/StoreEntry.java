package dev.leat.engine.stream;

import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.BytesOut;
import dev.leat.storage.archive.Run;
import dev.leat.storage.store.Batch;

/** An entry of the store, whatever its kind: for those who look at all of them. */
public sealed interface StoreEntry {

    /** How far the journal is applied for a shard, and its next id. */
    record Applied(int shard, long position, long counter) implements StoreEntry {

        public void writeTo(Batch batch) {
            batch.put(StreamKeys.applied(shard), value(position, counter));
        }

        static byte[] value(long position, long counter) {
            return BytesOut.onHeap(20).varint(position).varint(counter).toBytes();
        }
    }

    /** How long an archive segment is, and how many bytes of its runs are used. */
    record SegmentUse(int segment, long length, long live) implements StoreEntry {

        public SegmentUse {
            if (segment < 1 || live > length) {
                throw new IllegalArgumentException(
                        "it says that " + live + " of " + length + " bytes of segment " + segment + " are used");
            }
        }
    }

    record ProducerOf(long stream, String id, long epoch, long seq, long used) implements StoreEntry {

        /** The shard that owns the stream. */
        public int shard() {
            return StreamTable.shardOf(stream);
        }
    }

    record RunOf(Run run) implements StoreEntry {}

    record StreamAt(StreamRecord stream) implements StoreEntry {}

    /**
     * Reads an entry.
     *
     * @throws IllegalArgumentException if it is of no kind that is known, or not what an entry of its kind looks like
     */
    static StoreEntry read(byte[] key, byte[] value) {
        try {
            BytesIn in = new BytesIn(value);
            StoreEntry entry = switch (key.length == 0 ? 0 : key[0]) {
                case 'A' -> new Applied(StreamKeys.shardOf(sized(key, 5)), in.varint(), in.varint());
                case 'G' -> new SegmentUse(StreamKeys.segmentOf(sized(key, 5)), in.varint(), in.varint());
                case 'P' ->
                    new ProducerOf(
                            StreamKeys.idOf(key), StreamKeys.producerOf(key), in.varint(), in.varint(), in.varint());
                case 'R' -> new RunOf(RunIndex.read(sized(key, 17), in));
                case 'S' -> new StreamAt(StreamRecord.read(StreamKeys.idOf(sized(key, 9)), in));
                default -> throw new IllegalArgumentException("it is of no kind that this version of Leat knows");
            };
            in.requireEnd();
            return entry;
        } catch (java.nio.BufferUnderflowException | IndexOutOfBoundsException | ArithmeticException e) {
            throw new IllegalArgumentException("it is too short or too long for its kind", e);
        }
    }

    private static byte[] sized(byte[] key, int length) {
        if (key.length != length) {
            throw new IllegalArgumentException("its key has " + key.length + " bytes, expected " + length);
        }
        return key;
    }
}
