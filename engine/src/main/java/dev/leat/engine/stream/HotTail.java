package dev.leat.engine.stream;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The newest messages of a stream, in memory because the archive does not have them yet. One thread changes it; readers
 * take the array of chunks once and work with that.
 */
final class HotTail {
    private static final Chunk[] NONE = {};
    private static final int SMALLEST = 64;

    /** A stream that gets a message is likely to get a few: growing a chunk costs more than a little room. */
    private static final int FIRST_ROOM = 4;

    private static final int LARGEST_GUESS = 512;

    private volatile Chunk[] chunks = NONE;
    private @Nullable Chunk open; // the last one, unless it is sealed
    private int usual = SMALLEST;

    Chunk[] chunks() {
        return chunks;
    }

    /** Adds messages and returns by how much the footprint grew. */
    int add(long position, WireMessages messages) {
        Chunk last = open;
        if (last != null && last.takes(messages.length())) {
            return last.add(messages);
        }
        Chunk[] now = chunks;
        int capacity = Math.max(usual, Math.min(LARGEST_GUESS, FIRST_ROOM * messages.length()));
        Chunk fresh = new Chunk(position, Math.max(capacity, messages.length()), FIRST_ROOM * messages.count());
        fresh.add(messages);
        Chunk[] more = Arrays.copyOf(now, now.length + 1);
        more[now.length] = fresh;
        chunks = more;
        if (last != null) {
            usual = Chunk.FULL; // one that filled a chunk will fill another
        }
        open = fresh;
        return fresh.footprint();
    }

    /**
     * The next messages go into a new chunk, so that those that are there can be archived whole. A stream is likely to write as
     * much until the next checkpoint as it did until this one.
     */
    void seal() {
        Chunk[] now = chunks;
        if (open != null) {
            usual = Math.min(Chunk.FULL, Math.max(SMALLEST, now.length > 1 ? Chunk.FULL : open.length()));
            open = null;
        }
    }

    /** Lets go of the chunks that end at or before a position; returns by how much the footprint shrank. */
    int dropUpTo(long position) {
        Chunk[] now = chunks;
        int gone = 0;
        int freed = 0;
        while (gone < now.length && now[gone].end() <= position) {
            freed += now[gone].footprint();
            gone++;
        }
        if (gone > 0) {
            chunks = gone == now.length ? NONE : Arrays.copyOfRange(now, gone, now.length);
        }
        return freed;
    }
}
