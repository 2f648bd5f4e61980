package dev.leat.engine.queue.state;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Payload sizes of the messages of a queue, in blocks of positions. Most messages are only in the store, and the removal of a range has
 * to know at once how many bytes it frees. A block takes two or four bytes per message, and its row is written again only after a
 * change.
 */
public final class PayloadSizes {
    private static final int BITS = 10;

    /** The number of positions in a block. */
    public static final int SIZE = 1 << BITS;

    private final TreeMap<Long, Block> blocks = new TreeMap<>();
    private long total;

    /** The blocks that differ from their rows, and the blocks that have rows. */
    private Set<Long> changed = new HashSet<>();

    private final Set<Long> stored = new HashSet<>();

    public long total() {
        return total;
    }

    public static long block(long at) {
        return at >>> BITS;
    }

    public static long first(long block) {
        return block << BITS;
    }

    public void add(long at, int bytes) {
        if (bytes > 0) {
            long number = block(at);
            Block block = blocks.get(number);
            if (block == null) {
                block = new Block((int) (at - first(number)));
                blocks.put(number, block);
            }
            block.put((int) (at - first(number)), bytes);
            total += bytes;
            changed(number, block);
        }
    }

    /** Returns the payload bytes of a message. */
    public int of(long at) {
        Block block = blocks.get(block(at));
        return block == null ? 0 : block.get((int) (at - first(block(at))));
    }

    public void remove(long at) {
        removeRange(at, at + 1);
    }

    /** Clears the sizes from {@code from} to {@code to}, exclusive. */
    public void removeRange(long from, long to) {
        if (from >= to) {
            return;
        }
        Map<Long, Block> met = blocks.subMap(block(from), true, block(to - 1), true);
        List<Long> empty = new ArrayList<>();
        met.forEach((number, block) -> {
            long first = first(number);
            total -= block.clear((int) Math.max(0, from - first), (int) Math.min(SIZE, to - first));
            changed(number, block);
            if (block.total == 0) {
                empty.add(number);
            }
        });
        empty.forEach(blocks::remove);
    }

    private void changed(long number, Block block) {
        if (!block.changed) {
            block.changed = true;
            changed.add(number);
        }
    }

    /** Passes on the blocks that differ from their rows, and marks them as stored. */
    public void capture(RowSink sink) {
        for (long number : changed) {
            Block block = blocks.get(number);
            if (block != null) {
                block.changed = false;
                stored.add(number);
                sink.row(number, block.sizes());
            } else if (stored.remove(number)) {
                sink.row(number, null);
            }
        }
        changed = new HashSet<>();
    }

    /** Receiver of rows to write. */
    public interface RowSink {

        /** @param sizes of the messages of a block; null if all are removed */
        void row(long block, int @Nullable [] sizes);
    }

    /** Restores a block from its row. */
    public void load(long number, int[] sizes) {
        Block block = new Block(0);
        for (int i = 0; i < sizes.length; i++) {
            if (sizes[i] > 0) {
                block.put(i, sizes[i]);
            }
        }
        stored.add(number);
        blocks.put(number, block);
        total += block.total;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        blocks.forEach((number, block) ->
                text.append(number).append('=').append(block.total).append(' '));
        return text.toString();
    }

    /** Sizes of one block, from its first message on. Small sizes take two bytes. */
    private static final class Block {
        private static final int WIDE = 1 << Character.SIZE;

        private final int base;
        private char[] narrow = new char[8];
        private int @Nullable [] wide;
        private long total;
        private boolean changed;

        Block(int base) {
            this.base = base;
        }

        private int length() {
            return wide == null ? narrow.length : wide.length;
        }

        int get(int index) {
            int i = index - base;
            if (i < 0 || i >= length()) {
                return 0;
            }
            return wide == null ? narrow[i] : wide[i];
        }

        void put(int index, int bytes) {
            int i = index - base;
            if (i < 0) {
                throw new IllegalStateException("messages are added in the order of their positions");
            }
            int length = Math.min(Math.max(length(), Integer.highestOneBit(i) * 2), SIZE - base);
            length = Math.max(length, i + 1);
            if (wide == null && bytes >= WIDE) {
                wide = new int[length];
                for (int old = 0; old < narrow.length && old < length; old++) {
                    wide[old] = narrow[old];
                }
                narrow = new char[0];
            }
            total += bytes - get(index);
            if (wide == null) {
                narrow = length > narrow.length ? Arrays.copyOf(narrow, length) : narrow;
                narrow[i] = (char) bytes;
            } else {
                wide = length > wide.length ? Arrays.copyOf(wide, length) : wide;
                wide[i] = bytes;
            }
        }

        /** Clears a range. Returns how many bytes fewer there are. */
        long clear(int from, int to) {
            long before = total;
            int start = Math.max(0, from - base);
            int end = Math.min(length(), to - base);
            for (int i = start; i < end; i++) {
                total -= wide == null ? narrow[i] : wide[i];
                if (wide == null) {
                    narrow[i] = 0;
                } else {
                    wide[i] = 0;
                }
            }
            return before - total;
        }

        int[] sizes() {
            int[] sizes = new int[SIZE];
            for (int i = 0; i < length() && base + i < sizes.length; i++) {
                sizes[base + i] = wide == null ? narrow[i] : wide[i];
            }
            return sizes;
        }
    }
}
