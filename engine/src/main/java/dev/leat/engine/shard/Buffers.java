package dev.leat.engine.shard;

import java.util.ArrayDeque;

/** Buffers for the next turns: allocating fresh ones costs zeroing. Used only by the thread that runs the shards. */
final class Buffers {
    private static final int BUFFER_BYTES = 16 << 10;

    /** How much memory is kept. */
    private static final int SPARE_BYTES = 32 << 20;

    private final ArrayDeque<BytesOut> spares = new ArrayDeque<>();
    private int spareBytes;

    BytesOut take() {
        BytesOut spare = spares.poll();
        if (spare == null) {
            return BytesOut.direct(BUFFER_BYTES);
        }
        spareBytes -= spare.capacity();
        return spare;
    }

    void giveBack(BytesOut buffer) {
        if (spareBytes + buffer.capacity() <= SPARE_BYTES) {
            spareBytes += buffer.capacity();
            spares.push(buffer);
        }
    }
}
