package dev.leat.storage.journal;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A frame as a reader saw it. */
record Shown(int shard, long end, String body) {

    static FrameReader into(List<Shown> list) {
        return (shard, end, body) -> list.add(
                new Shown(shard, end, StandardCharsets.ISO_8859_1.decode(body).toString()));
    }

    /** The frames that replay shows from a position on; the journal stays open. */
    static List<Shown> by(Journal journal, long from) {
        List<Shown> list = new ArrayList<>();
        journal.replay(from, Long.MAX_VALUE, into(list));
        return list;
    }
}
