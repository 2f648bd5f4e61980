package dev.leat.api.spi;

import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.zip.CRC32C;

/** Some of the bytes of a slice. */
public sealed interface Part {

    /** Returns how many bytes the part has. */
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
     * @param check what a reader that copies the bytes compares them with, and tells if they are damaged
     */
    record FileRange(Supplier<FileChannel> source, long place, long length, RangeCheck check) implements Part {

        /** Returns the channel of the file. */
        public FileChannel file() {
            return source.get();
        }

        /**
         * Reports the range as damaged if its file is too short for it. Returns whether it is; a file that cannot be read counts as long
         * enough.
         */
        public boolean isCutOff() {
            try {
                long size = file().size();
                if (size < place + length) {
                    check.damaged("the file ends at byte " + size);
                    return true;
                }
            } catch (IOException e) {
                return false;
            }
            return false;
        }

        /**
         * Fills a buffer with bytes from a place within the range on.
         *
         * @throws RejectedException with {@link Rejection.StorageFailed} if they cannot be read, which is reported
         */
        public void read(ByteBuffer into, long from) {
            int begin = into.position();
            while (into.hasRemaining()) {
                try {
                    if (file().read(into, place + from + into.position() - begin) < 0) {
                        throw RejectedException.of(check.damaged("the file ends inside the range"));
                    }
                } catch (ClosedChannelException e) {
                    if (Thread.currentThread().isInterrupted()) {
                        throw new UncheckedIOException("interrupted while reading", e);
                    }
                } catch (IOException e) {
                    throw RejectedException.of(check.damaged("it cannot be read: " + e.getMessage()));
                }
            }
        }

        /**
         * Compares all bytes of the range, which were copied, with the checksum of the range, if it has one.
         *
         * @throws RejectedException with {@link Rejection.StorageFailed} if they are not what was written, which is reported
         */
        public void compare(CRC32C copied) {
            OptionalInt written = check.checksum();
            if (written.isPresent() && written.getAsInt() != (int) copied.getValue()) {
                throw RejectedException.of(check.damaged("the checksum is not the one it was written with"));
            }
        }
    }

    /** What an engine knows about the bytes of a file range, and does if they are damaged. */
    interface RangeCheck {

        /**
         * The CRC32C of the bytes as they were written; empty if they are a part of something longer that has one checksum as a whole.
         * May wait for the disk.
         *
         * @throws RejectedException with {@link Rejection.StorageFailed} if even that cannot be read, which is reported
         */
        OptionalInt checksum();

        /** Reports that the bytes are not what was written: in the log, as a figure and as a finding. Returns how to refuse the reader. */
        Rejection damaged(String what);
    }
}
