package dev.leat.api;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

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

    /** Bytes in a file, to be sent without copying while the slice is open. */
    record FileRange(FileChannel file, long place, long length) implements Part {}
}
