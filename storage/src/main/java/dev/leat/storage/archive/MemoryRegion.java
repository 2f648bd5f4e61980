package dev.leat.storage.archive;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;

/** A range of archived bytes that is in memory anyway. */
record MemoryRegion(ByteBuffer wire, long place) implements Region {

    @Override
    public long length() {
        return wire.remaining();
    }

    @Override
    public @Nullable FileChannel channel() {
        return null;
    }

    @Override
    public ByteBuffer bytes() {
        return wire.duplicate();
    }

    @Override
    public void close() {}
}
