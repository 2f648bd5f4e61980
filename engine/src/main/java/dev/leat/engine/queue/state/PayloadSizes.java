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
 * How many bytes of payload each message of a queue has, for blocks of places: most messages are in the store only, and whoever
 * removes a range of them has to know at once how much room that makes. A block costs two or four bytes for each message, and a row
 * of the store that is written anew only when something in the block changed.
 */
public final class PayloadSizes {
    private static final int BITS = 10;

    /** How many places a block has. */
    public static final int SIZE = 1 << BITS;

    private final TreeMap<Long, Block> blocks = new TreeMap<>();
    private long total;

    /** The blocks that differ from their rows in the store, and which of them have rows. */
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

    /** How many bytes a message has that is there. */
    public int of(long at) {
        Block block = blocks.get(block(at));
        return block == null ? 0 : block.get((int) (at - first(block(at))));
    }

    public void remove(long at) {
        removeRange(at, at + 1);
    }

    /** Those from a place up to another, without that, have no bytes any more. */
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

    /** What differs from the rows in the store, as of now; then nothing does any more. */
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

    /** Is told which rows to write. */
    public interface RowSink {

        /** @param sizes of the messages of a block; null if they are all gone */
        void row(long block, int @Nullable [] sizes);
    }

    /** A block as its row in the store has it. */
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

    /** The sizes of the messages of one block, from the first that had one on. Small ones take two bytes. */
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
                throw new IllegalStateException("messages come in the order of their places");
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

        /** Returns how many bytes less there are. */
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
