package dev.leat.engine.stream;

import java.util.Arrays;

/**
 * The newest messages of a stream, in memory because the archive does not have them yet. One thread changes it; readers
 * take the array of chunks once and work with that.
 */
final class HotTail {
    private static final Chunk[] NONE = {};
    private static final int SMALLEST = 64;

    private volatile Chunk[] chunks = NONE;
    private boolean sealed;

    Chunk[] chunks() {
        return chunks;
    }

    /** Adds messages and returns by how much the footprint grew. */
    int add(long position, Prepared messages) {
        Chunk[] now = chunks;
        Chunk last = now.length == 0 || sealed ? null : now[now.length - 1];
        if (last != null && last.takes(messages.length())) {
            int before = last.footprint();
            last.add(messages);
            return last.footprint() - before;
        }
        Chunk fresh = new Chunk(position, capacity(last, messages), Math.max(2, messages.count()));
        fresh.add(messages);
        Chunk[] more = Arrays.copyOf(now, now.length + 1);
        more[now.length] = fresh;
        chunks = more;
        sealed = false;
        return fresh.footprint();
    }

    /** A stream that filled a chunk will fill another; one that has just begun may stay small. */
    private static int capacity(@org.jspecify.annotations.Nullable Chunk last, Prepared messages) {
        int wanted = last == null ? SMALLEST : Chunk.FULL;
        return Math.max(wanted, messages.length());
    }

    /** The next messages go into a new chunk, so that those that are there can be archived whole. */
    void seal() {
        sealed = true;
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

    int footprint() {
        int sum = 0;
        for (Chunk chunk : chunks) {
            sum += chunk.footprint();
        }
        return sum;
    }
}
