package dev.leat.storage.journal;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A frame as a reader saw it; its body by length and checksum, which read better in a failure. */
record Shown(int shard, long end, int length, int crc) {

    static Shown of(int shard, long end, ByteBuffer body) {
        return new Shown(shard, end, body.remaining(), Frame.crc(body));
    }

    static FrameReader into(List<Shown> list) {
        return (shard, end, body) -> list.add(of(shard, end, body));
    }

    /** The frames that replay shows from a position on; the journal stays open. */
    static List<Shown> by(Journal journal, long from) {
        List<Shown> list = new ArrayList<>();
        journal.replay(from, from, Long.MAX_VALUE, into(list));
        return list;
    }
}
