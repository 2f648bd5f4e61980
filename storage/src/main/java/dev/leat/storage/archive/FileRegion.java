package dev.leat.storage.archive;

import dev.leat.storage.CorruptionException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;

/** A range of a segment file that is held until it is closed. */
final class FileRegion implements Region {

    private final SegmentFiles files;
    private final SegmentFile file;
    private final Run run;
    private final long place;
    private final int length;
    private final AtomicBoolean closed = new AtomicBoolean();

    FileRegion(SegmentFiles files, SegmentFile file, Run run, long place, int length) {
        this.files = files;
        this.file = file;
        this.run = run;
        this.place = place;
        this.length = length;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public FileChannel channel() {
        checkOpen();
        return file.channel();
    }

    @Override
    public long place() {
        return place;
    }

    @Override
    public ByteBuffer bytes() {
        checkOpen();
        return file.read(ByteBuffer.allocate(length), place);
    }

    @Override
    public int[] ends() {
        checkOpen();
        return new RunReader(file).ends(run);
    }

    @Override
    public OptionalInt checksum() {
        checkOpen();
        boolean whole = place == run.place() && length == run.length();
        return whole ? OptionalInt.of(new RunReader(file).header(run).wireSum()) : OptionalInt.empty();
    }

    @Override
    public CorruptionException damaged(String what) {
        return new CorruptionException(file.path(), place, what + " (" + run + ")");
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            files.release(file);
        }
    }

    private void checkOpen() {
        if (closed.get()) {
            throw new IllegalStateException("the region is closed");
        }
    }
}
