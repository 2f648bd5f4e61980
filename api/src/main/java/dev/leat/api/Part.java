package dev.leat.api;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.function.Supplier;

/** Some of the bytes of a slice. */
public sealed interface Part {

    long length();

    /** Bytes in memory; not to be changed. */
    record Bytes(ByteBuffer bytes) implements Part {
        @Override
        public long length() {
            return bytes.remaining();
        }
    }

    /**
     * Bytes in a file, to be sent without copying while the slice is open.
     *
     * @param source gives the file's channel. Many readers share it, and one that is interrupted closes it for all: on a {@link
     *     java.nio.channels.ClosedChannelException} ask again
     */
    record FileRange(Supplier<FileChannel> source, long place, long length) implements Part {

        public FileChannel file() {
            return source.get();
        }
    }
}
