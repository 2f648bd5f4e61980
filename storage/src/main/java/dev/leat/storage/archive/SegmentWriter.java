package dev.leat.storage.archive;

import dev.leat.storage.StorageException;
import dev.leat.storage.layout.DiskFailure;
import dev.leat.storage.layout.DurableFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;

/**
 * Appends runs to one segment through a buffer that gathers small ones.
 *
 * <p>A write that fails (a full disk) takes nothing of its run and can be tried again: bytes that reached the file beyond
 * {@link #end} are overwritten by the next run or cut at the next start. A sync that fails is final, because the kernel
 * may have thrown away pages that it could not write, and a second sync would not tell.
 */
final class SegmentWriter {

    private final SegmentFile file;
    private final FileChannel channel;
    private final ByteBuffer buffer;
    private long end;
    private boolean broken;

    private SegmentWriter(SegmentFile file, FileChannel channel, ByteBuffer buffer) {
        this.file = file;
        this.channel = channel;
        this.buffer = buffer;
        this.end = file.length();
    }

    /** Goes on at the end of a segment that is there. */
    static SegmentWriter resume(SegmentFile file, ByteBuffer buffer) throws IOException {
        return new SegmentWriter(file, FileChannel.open(file.path(), StandardOpenOption.WRITE), buffer.clear());
    }

    /** Begins a segment. A file that an earlier attempt left behind is emptied. */
    static SegmentWriter begin(SegmentFile file, ByteBuffer buffer) throws IOException {
        FileChannel channel = FileChannel.open(
                file.path(), StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
        DurableFiles.syncParent(file.path());
        SegmentWriter writer = new SegmentWriter(file, channel, buffer.clear());
        writer.put(SegmentHeader.of(file.id()));
        return writer;
    }

    /** Where the next run goes. */
    long end() {
        return end;
    }

    Run append(RunBytes run) {
        checkUsable();
        if (run.size() > buffer.remaining()) {
            flush();
        }
        long at = end;
        try {
            run.write(file.id(), at, this::put);
        } catch (StorageException e) {
            // Only a run longer than the buffer gets here, and the buffer was empty when it began.
            buffer.clear();
            end = at;
            throw e;
        }
        return run.header().run(file.id(), at);
    }

    /** Makes everything up to {@link #end} durable and lets readers see it. */
    void sync() {
        checkUsable();
        flush();
        try {
            channel.force(false);
        } catch (IOException e) {
            broken = true;
            throw DiskFailure.of("cannot sync archive segment " + file.path(), e);
        }
        file.length(end);
    }

    /** Closes the file. Bytes that were not synced may be lost. */
    void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw DiskFailure.of("cannot close archive segment " + file.path(), e);
        }
    }

    private void put(ByteBuffer bytes) {
        while (bytes.hasRemaining()) {
            if (!buffer.hasRemaining()) {
                flush();
            }
            int count = Math.min(bytes.remaining(), buffer.remaining());
            buffer.put(buffer.position(), bytes, bytes.position(), count);
            buffer.position(buffer.position() + count);
            bytes.position(bytes.position() + count);
            end += count;
        }
    }

    /** Writes out the buffer. What cannot be written stays in it. */
    private void flush() {
        long place = end - buffer.position();
        buffer.flip();
        try {
            while (buffer.hasRemaining()) {
                place += channel.write(buffer, place);
            }
        } catch (IOException e) {
            throw DiskFailure.of("cannot write archive segment " + file.path(), e);
        } finally {
            buffer.compact();
        }
    }

    private void checkUsable() {
        if (broken) {
            throw new StorageException("archive segment " + file.path()
                    + " takes no more runs: an earlier sync failed. Open the data directory again");
        }
    }
}
