package dev.leat.storage.archive;

import dev.leat.storage.CorruptionException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
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
    public CorruptionException damaged(String what) {
        return new CorruptionException(Path.of("memory"), place, what);
    }

    @Override
    public void close() {}
}
