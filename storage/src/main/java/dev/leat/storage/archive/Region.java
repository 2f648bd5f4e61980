package dev.leat.storage.archive;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;

/** A range of archived bytes. Close it when it has been sent. */
public interface Region extends AutoCloseable {

    long length();

    /** The file to send from without copying, or null where the bytes are in memory. */
    @Nullable
    FileChannel channel();

    /** Where in the file the range starts. */
    long place();

    /** The bytes, read into memory. */
    ByteBuffer bytes();

    /** The ends of all messages of the run that the range is a part of, as {@link Archive#ends}; also after the segment was dropped. */
    int[] ends();

    @Override
    void close();
}
