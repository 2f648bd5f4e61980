package dev.leat.engine.replica;

import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.BytesOut;
import dev.leat.storage.StorageException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * One record that a leader writes into the log of its cluster. Its bytes end with their CRC32C, which every node compares before it
 * stores the entry and before it applies it: the bytes may have lain in memory for a while.
 */
public sealed interface Entry {

    /**
     * Begins the reign of a leader. The index of the entry is the number of the reign.
     *
     * @param level the newest kinds of entries and changes that may follow
     * @param time of the leader, in epoch milliseconds
     */
    record Reign(NodeId leader, int level, long time) implements Entry {}

    /**
     * What one round of one thread decided: the turns of some shards.
     *
     * @param seq counts from 1 within the reign
     */
    record Turns(long reign, long seq, List<Turn> turns) implements Entry {

        /** Copies the list. */
        public Turns {
            turns = List.copyOf(turns);
        }
    }

    /** The changes of one turn of a shard, as its journal frame has them. */
    record Turn(int shard, ByteBuffer changes) {}

    /** Returns the bytes of an entry in a buffer of their own, which is not used for anything else. */
    static ByteBuffer encode(Entry entry) {
        BytesOut out = BytesOut.onHeap(64 + size(entry));
        switch (entry) {
            case Reign(NodeId leader, int level, long time) ->
                out.u8(Kind.REIGN).text(leader.name()).varint(level).varint(time);
            case Turns(long reign, long seq, List<Turn> turns) -> {
                out.u8(Kind.TURNS).varint(reign).varint(seq).varint(turns.size());
                for (Turn turn : turns) {
                    byte[] changes = new byte[turn.changes.remaining()];
                    turn.changes.duplicate().get(changes);
                    out.varint(turn.shard).bytes(changes);
                }
            }
        }
        out.i32(checksum(out.view()));
        return out.view().asReadOnlyBuffer();
    }

    private static int size(Entry entry) {
        return entry instanceof Turns turns
                ? turns.turns.stream()
                        .mapToInt(turn -> turn.changes.remaining() + 16)
                        .sum()
                : 0;
    }

    /**
     * Reads an entry.
     *
     * @throws StorageException if its checksum is wrong, or if it is of a kind that this version does not know
     */
    static Entry decode(ByteBuffer bytes) {
        requireSound(bytes);
        BytesIn in = new BytesIn(bytes.duplicate().limit(bytes.limit() - Integer.BYTES));
        Entry entry = switch (in.u8()) {
            case Kind.REIGN -> new Reign(new NodeId(in.text()), Math.toIntExact(in.varint()), in.varint());
            case Kind.TURNS -> turns(in);
            default ->
                throw new StorageException(
                        "the log has an entry of a kind that only a newer Leat knows: start that version on this node");
        };
        in.requireEnd();
        return entry;
    }

    private static Turns turns(BytesIn in) {
        long reign = in.varint();
        long seq = in.varint();
        int count = Math.toIntExact(in.varint());
        List<Turn> turns = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            turns.add(new Turn(Math.toIntExact(in.varint()), ByteBuffer.wrap(in.bytes())));
        }
        return new Turns(reign, seq, turns);
    }

    /** @throws StorageException if the checksum at the end is not that of the bytes before it */
    static void requireSound(ByteBuffer bytes) {
        int body = bytes.remaining() - Integer.BYTES;
        if (body < 1 || bytes.getInt(bytes.position() + body) != checksum(bytes.slice(bytes.position(), body))) {
            throw new StorageException(
                    "the checksum of an entry of the log is wrong, so it is neither stored nor applied");
        }
    }

    private static int checksum(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return (int) crc.getValue();
    }

    /** First byte of an entry. It is on disk: kinds are added, never changed. */
    final class Kind {
        private static final int TURNS = 1;
        private static final int REIGN = 5;

        private Kind() {}
    }
}
