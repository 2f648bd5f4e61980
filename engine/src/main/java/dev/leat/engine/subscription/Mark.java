package dev.leat.engine.subscription;

import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.BytesOut;
import java.util.ArrayList;
import java.util.List;

/** A position in the stream of a link. */
record Mark(long link, long position) {

    static void write(List<Mark> marks, BytesOut out) {
        out.varint(marks.size());
        for (Mark mark : marks) {
            out.varint(mark.link).varint(mark.position);
        }
    }

    static List<Mark> read(BytesIn in) {
        List<Mark> marks = new ArrayList<>();
        for (long i = in.varint(); i > 0; i--) {
            marks.add(new Mark(in.varint(), in.varint()));
        }
        return marks;
    }
}
