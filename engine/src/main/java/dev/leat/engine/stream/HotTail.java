package dev.leat.engine.stream;

import dev.leat.engine.archive.RunWriter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
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

    /**
     * Some consecutive messages of a stream in memory, in the format of the wire. The shard's thread adds to it; readers see a
     * prefix: {@code count} is written last and read first, and what lies below it never changes.
     */
    static final class Chunk implements RunWriter.Piece {

        /** A chunk takes no more messages once it has this many bytes. */
        static final int FULL = 64 << 10;

        private static final VarHandle COUNT;

        static {
            try {
                COUNT = MethodHandles.lookup().findVarHandle(Chunk.class, "count", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        private final long start;
        private byte[] bytes;
        private int[] ends;
        private int length;

        @SuppressWarnings("UnusedVariable") // through COUNT
        private int count;

        Chunk(long start, int capacity, int messages) {
            this.start = start;
            this.bytes = new byte[capacity];
            this.ends = new int[messages];
        }

        @Override
        public long start() {
            return start;
        }

        /** The position after the last byte, for the shard's thread. */
        long end() {
            return start + length;
        }

        @Override
        public int length() {
            return length;
        }

        /** What it occupies, roughly. */
        int footprint() {
            return bytes.length + 4 * ends.length + 96;
        }

        boolean takes(int more) {
            return length + more <= FULL;
        }

        /** Returns by how much its footprint grew. */
        int add(WireMessages messages) {
            int before = bytes.length + 4 * ends.length;
            if (length + messages.length() > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(length + messages.length(), Math.min(FULL, bytes.length * 2)));
            }
            int first = (int) COUNT.get(this);
            int after = first + messages.count();
            if (after > ends.length) {
                ends = Arrays.copyOf(ends, Math.max(after, ends.length * 2));
            }
            messages.copyTo(bytes, length);
            messages.endsTo(ends, first, length);
            length += messages.length();
            COUNT.setRelease(this, after);
            return bytes.length + 4 * ends.length - before;
        }

        private int count() {
            return (int) COUNT.getAcquire(this);
        }

        /** The messages between two positions, for readers outside the engine. */
        ByteBuffer bytes(long from, long to) {
            count(); // orders the read of the array after what readers may see
            return ByteBuffer.wrap(bytes, (int) (from - start), (int) (to - from))
                    .asReadOnlyBuffer();
        }

        /** All messages, for the checkpoint, once the chunk takes no more. A checksum of a read-only buffer would copy it. */
        @Override
        public ByteBuffer bytes() {
            count();
            return ByteBuffer.wrap(bytes, 0, length);
        }

        /** The beginning of the message that a position lies in. */
        long floor(long position) {
            int found = find((int) (position - start));
            return start + (found == 0 ? 0 : ends[found - 1]);
        }

        /** The end of the last message that ends at or before a limit, or of the message at {@code from} if that is longer. */
        long endWithin(long from, long limit) {
            int first = find((int) (from - start));
            int last = find((int) Math.min(limit - start, Integer.MAX_VALUE));
            return start + (last > first ? ends[last - 1] : ends[first]);
        }

        /** The ends of the messages that lie after one position and up to another, relative to the chunk's start. */
        int[] ends(long from, long to) {
            int first = find((int) (from - start));
            int last = find((int) (to - start));
            return Arrays.copyOfRange(ends, first, last);
        }

        /** All ends, for the checkpoint, once the chunk takes no more. */
        @Override
        public int[] ends() {
            return Arrays.copyOf(ends, count());
        }

        /** How many messages end at or before a place. */
        private int find(int place) {
            int count = count();
            int low = 0;
            int high = count;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (ends[middle] <= place) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }
    }
}
