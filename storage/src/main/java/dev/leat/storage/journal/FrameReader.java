package dev.leat.storage.journal;

import java.nio.ByteBuffer;

/** Is shown the frames of a journal in order. The body is only valid during the call. */
@FunctionalInterface
public interface FrameReader {
    void frame(int shard, long end, ByteBuffer body);
}
