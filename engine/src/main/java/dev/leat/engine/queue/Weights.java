package dev.leat.engine.queue;

import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.BytesOut;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How many bytes of payload the messages of a queue have, summed up for blocks of places. When single messages go, their bytes
 * are known. When a range of them goes, its messages may be in the store only, and their bytes are not: then a block counts until
 * the last of it is gone. So the total is never too low, and right again when a block is empty.
 */
final class Weights {
    private static final int BITS = 10;

    private final TreeMap<Long, Long> blocks = new TreeMap<>();
    private long total;

    long total() {
        return total;
    }

    static long block(long at) {
        return at >>> BITS;
    }

    static long first(long block) {
        return block << BITS;
    }

    void add(long at, long bytes) {
        if (bytes > 0) {
            blocks.merge(block(at), bytes, Long::sum);
            total += bytes;
        }
    }

    void remove(long at, long bytes) {
        Long has = blocks.get(block(at));
        if (has != null) {
            set(block(at), Math.max(0, has - bytes));
        }
    }

    boolean has(long block) {
        return blocks.containsKey(block);
    }

    /** The blocks with something in them that have any of these places. */
    List<Long> between(long from, long to) {
        return from < to
                ? new ArrayList<>(blocks.subMap(block(from), block(to - 1) + 1).keySet())
                : List.of();
    }

    /** A block has exactly this many bytes. */
    void set(long block, long bytes) {
        Long had = bytes == 0 ? blocks.remove(block) : blocks.put(block, bytes);
        total += bytes - (had == null ? 0 : had);
    }

    void write(BytesOut out) {
        out.varint(blocks.size());
        long last = 0;
        for (Map.Entry<Long, Long> block : blocks.entrySet()) {
            out.varint(block.getKey() - last).varint(block.getValue());
            last = block.getKey();
        }
    }

    static Weights read(BytesIn in) {
        Weights weights = new Weights();
        long block = 0;
        for (long left = in.varint(); left > 0; left--) {
            block += in.varint();
            weights.set(block, in.varint());
        }
        return weights;
    }

    @Override
    public String toString() {
        return blocks.toString();
    }
}
