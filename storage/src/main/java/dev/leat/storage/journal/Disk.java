package dev.leat.storage.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What a running journal does to its files: the seam at which tests let a disk tear, fill up and fail. */
@FunctionalInterface
interface Disk {

    /** Opens a file for writing and creates it if it is not there. */
    Handle open(Path file) throws IOException;

    interface Handle extends Closeable {

        /** Writes all that the buffer holds at an offset of the file. */
        void write(ByteBuffer bytes, long offset) throws IOException;

        /** Returns when everything that was written is on the disk. */
        void force() throws IOException;
    }

    static Disk local() {
        return file -> new LocalHandle(FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE));
    }

    /** Makes the creation, renaming and deletion of files in a directory durable. */
    static void syncDirectory(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    record LocalHandle(FileChannel channel) implements Handle {
        @Override
        public void write(ByteBuffer bytes, long offset) throws IOException {
            long at = offset;
            while (bytes.hasRemaining()) {
                at += channel.write(bytes, at);
            }
        }

        @Override
        public void force() throws IOException {
            channel.force(false);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
