package dev.leat.storage.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Operations of a running journal on its files: the seam at which tests let a disk tear, fill up and fail. */
interface Disk {

    /** Opens a file for writing and creates it if it is not there. */
    Handle open(Path file) throws IOException;

    /** Opens a file that is there for {@link Handle#writeThrough}, of whole pages in memory that begins with one. */
    Handle openThrough(Path file) throws IOException;

    interface Handle extends Closeable {

        /** Writes all that the buffer holds at an offset of the file. */
        void write(ByteBuffer bytes, long offset) throws IOException;

        /** Returns when everything that was written is on the disk. */
        void force() throws IOException;

        /** Writes all that the buffer holds at an offset of the file, and returns when it is on the disk. */
        default void writeThrough(ByteBuffer bytes, long offset) throws IOException {
            write(bytes, offset);
            force();
        }
    }

    static Disk local() {
        return new LocalDisk();
    }

    /** Makes the creation, renaming and deletion of files in a directory durable. */
    static void syncDirectory(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
