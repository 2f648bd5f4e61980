package dev.leat.storage.archive;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A range of archived bytes that is in memory anyway. */
record MemoryRegion(ByteBuffer wire, long place, Supplier<int[]> table) implements Region {

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
    public int[] ends() {
        return table.get();
    }

    @Override
    public void close() {}
}
