package dev.leat.engine.subscription;

import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.BytesOut;
import java.util.ArrayList;
import java.util.List;

/** A position in the stream of a link. */
record LinkPosition(long link, long position) {

    static void write(List<LinkPosition> marks, BytesOut out) {
        out.varint(marks.size());
        for (LinkPosition mark : marks) {
            out.varint(mark.link).varint(mark.position);
        }
    }

    static List<LinkPosition> read(BytesIn in) {
        List<LinkPosition> marks = new ArrayList<>();
        for (long i = in.varint(); i > 0; i--) {
            marks.add(new LinkPosition(in.varint(), in.varint()));
        }
        return marks;
    }
}
