package dev.leat.storage.archive;

import dev.leat.storage.CorruptionException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.OptionalInt;
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

    /**
     * The CRC32C of the bytes as they were written; empty if the range is a part of a run, which has one checksum as a whole, or is in
     * memory anyway. Reads the header of the run.
     */
    default OptionalInt checksum() {
        return OptionalInt.empty();
    }

    /** The failure that says that the bytes are not what was written, with the file and the place of the range in it. */
    CorruptionException damaged(String what);

    @Override
    void close();
}
