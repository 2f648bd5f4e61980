package dev.leat.storage.journal;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/** A disk that fills up, fails and forgets on command. It remembers what was written and not yet synced, and what was there. */
final class TestDisk implements Disk {
    private static final int SECTOR = 512;

    private final Disk local = Disk.local();
    private final List<Unsynced> unsynced = new ArrayList<>();

    volatile boolean full;
    volatile boolean failing;

    /** Called before a sync, when what was written since the last one may or may not be on the disk. */
    volatile Consumer<TestDisk> beforeSync = disk -> {};

    private record Unsynced(TestHandle by, Path file, long offset, byte[] before, byte[] after) {}

    @Override
    public Handle open(Path file) throws IOException {
        return new TestHandle(file, local.open(file));
    }

    @Override
    public Handle openThrough(Path file) throws IOException {
        return new PagesOnly(file, open(file));
    }

    /** Holds whoever writes frames to what a disk needs that takes them directly. */
    private record PagesOnly(Path file, Handle under) implements Handle {
        @Override
        public void writeThrough(ByteBuffer bytes, long offset) throws IOException {
            long end = offset + bytes.remaining();
            if (offset % Frame.PAGE != 0 || end % Frame.PAGE != 0) {
                throw new AssertionError("bytes " + offset + " to " + end + " are no pages");
            }
            if (bytes.alignmentOffset(0, Frame.PAGE) != 0) {
                throw new AssertionError("memory does not begin with a page");
            }
            if (end > JournalFiles.length(file)) {
                throw new AssertionError("frames would change the size of " + file);
            }
            under.writeThrough(bytes, offset);
        }

        @Override
        public void write(ByteBuffer bytes, long offset) throws IOException {
            under.write(bytes, offset);
        }

        @Override
        public void force() throws IOException {
            under.force();
        }

        @Override
        public void close() throws IOException {
            under.close();
        }
    }

    /** Applies to a copy of the files what a power failure does: each sector that was not synced is old or new. */
    synchronized void tear(Path copy, Random random) {
        for (Unsynced write : unsynced) {
            Path file = copy.resolve(write.file.getFileName());
            int length = write.after.length;
            for (int at = 0; at < length; at = sectorEnd(write.offset, at, length)) {
                int end = sectorEnd(write.offset, at, length);
                if (random.nextBoolean()) {
                    Directories.write(file, write.offset + at, Arrays.copyOfRange(write.before, at, end));
                }
            }
        }
    }

    private static int sectorEnd(long offset, int at, int length) {
        long next = ((offset + at) / SECTOR + 1) * SECTOR;
        return (int) Math.min(length, next - offset);
    }

    private synchronized void remember(TestHandle by, ByteBuffer bytes, long offset) throws IOException {
        byte[] after = new byte[bytes.remaining()];
        bytes.duplicate().get(after);
        byte[] before = new byte[after.length];
        try (RandomAccessFile access = new RandomAccessFile(by.file.toFile(), "r")) {
            access.seek(offset);
            access.read(before);
        }
        unsynced.add(new Unsynced(by, by.file, offset, before, after));
    }

    private synchronized void forget(TestHandle by) {
        unsynced.removeIf(write -> write.by == by);
    }

    private final class TestHandle implements Handle {
        private final Path file;
        private final Handle handle;

        TestHandle(Path file, Handle handle) {
            this.file = file;
            this.handle = handle;
        }

        @Override
        public void write(ByteBuffer bytes, long offset) throws IOException {
            if (full && offset + bytes.remaining() > JournalFiles.length(file)) {
                throw new IOException("No space left on device");
            }
            remember(this, bytes, offset);
            handle.write(bytes, offset);
        }

        @Override
        public void force() throws IOException {
            if (failing) {
                throw new IOException("Input/output error");
            }
            beforeSync.accept(TestDisk.this);
            handle.force();
            forget(this);
        }

        @Override
        public void close() throws IOException {
            handle.close();
        }
    }
}
