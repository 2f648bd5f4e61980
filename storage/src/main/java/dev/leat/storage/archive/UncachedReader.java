package dev.leat.storage.archive;

import dev.leat.storage.layout.DirectIo;
import dev.leat.storage.layout.DiskFailure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reader of segment files past the page cache, through a window of 256 KiB: what is compared comes from the disk, and pages that
 * readers need stay in memory. Where the file system refuses direct reads, it reads through the page cache. A file is open between
 * {@link #begin} and {@link #end} only. For one thread.
 */
final class UncachedReader {
    private static final Logger LOG = LoggerFactory.getLogger(UncachedReader.class);
    private static final int WINDOW = 256 << 10;
    private static final int PAGE = 4096;

    private @Nullable ByteBuffer buffer;
    private @Nullable SegmentFile file;
    private @Nullable FileChannel channel;
    private boolean direct = DirectIo.option().isPresent();
    private boolean directWorks;
    private long expectedEnd;
    private long windowStart;
    private int windowLength;
    private int bytesRead;

    /** @param end up to which place the file will be read, about: a short run does not need a whole window */
    void begin(SegmentFile segment, long end) {
        file = segment;
        expectedEnd = end;
        windowLength = 0;
        bytesRead = 0;
    }

    /** Closes the file. */
    void end() {
        file = null;
        close();
    }

    /** How many bytes came from the disk since {@link #begin}. */
    int bytesRead() {
        return bytesRead;
    }

    /** Fills a buffer from a place of the file on and flips it. */
    ByteBuffer read(ByteBuffer into, long at) {
        while (into.hasRemaining()) {
            into.put(view(at + into.position(), into.remaining()));
        }
        return into.flip();
    }

    /** Some of the bytes from a place on, valid until the next call: at least one, at most {@code length}, none if that is 0. */
    ByteBuffer view(long at, int length) {
        if (length > 0 && (at < windowStart || at >= windowStart + windowLength)) {
            load(at, length);
        }
        int begin = (int) (at - windowStart);
        return length == 0 ? ByteBuffer.allocate(0) : window().slice(begin, Math.min(length, windowLength - begin));
    }

    private void load(long at, int length) {
        Path path = segment().path();
        windowStart = at - at % PAGE;
        long wanted = Math.max(at + length, expectedEnd) - windowStart;
        int pages = (int) Math.min(WINDOW, (wanted + PAGE - 1) / PAGE * PAGE);
        try {
            windowLength = fill(window().clear().limit(pages), windowStart);
        } catch (IOException e) {
            windowLength = 0;
            throw DiskFailure.of("cannot read archive segment " + path + " at byte " + at, e);
        }
        bytesRead += windowLength;
        if (windowStart + windowLength <= at) {
            long read = windowStart + windowLength;
            windowLength = 0;
            throw segment().endsEarly(Math.min(read, size(path)));
        }
    }

    private long size(Path path) {
        try {
            return open().size();
        } catch (IOException e) {
            throw DiskFailure.of("cannot read archive segment " + path, e);
        }
    }

    /** A file can be opened for direct reads and then refuse them: the first one decides. */
    private int fill(ByteBuffer into, long at) throws IOException {
        int limit = into.limit();
        try {
            int filled = fillFrom(open(), into, at);
            directWorks |= direct;
            return filled;
        } catch (IOException | UnsupportedOperationException e) {
            if (!direct || directWorks) {
                throw e;
            }
            return fillFromCache(into.clear().limit(limit), at, e);
        }
    }

    /** Direct reads are given up if the same read succeeds by way of the page cache: then the file is not at fault. */
    private int fillFromCache(ByteBuffer into, long at, Exception refusal) throws IOException {
        close();
        direct = false;
        try {
            int filled = fillFrom(open(), into, at);
            LOG.debug("direct reads are refused, the page cache is used", refusal);
            return filled;
        } catch (IOException e) {
            direct = true;
            close();
            throw e;
        }
    }

    /** Stops at the end of the file, or where a direct read came short of a page, which is the same. */
    private static int fillFrom(FileChannel from, ByteBuffer into, long at) throws IOException {
        while (into.hasRemaining() && into.position() % PAGE == 0) {
            if (from.read(into, at + into.position()) < 0) {
                break;
            }
        }
        return into.position();
    }

    private FileChannel open() throws IOException {
        FileChannel open = channel;
        if (open == null) {
            Optional<OpenOption> option = direct ? DirectIo.option() : Optional.empty();
            open = FileChannel.open(
                    segment().path(),
                    option.<Set<OpenOption>>map(how -> Set.of(StandardOpenOption.READ, how))
                            .orElse(Set.of(StandardOpenOption.READ)));
            channel = open;
        }
        return open;
    }

    private void close() {
        FileChannel open = channel;
        channel = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                LOG.debug("a file that was read cannot be closed", e);
            }
        }
    }

    private SegmentFile segment() {
        SegmentFile open = file;
        if (open == null) {
            throw new IllegalStateException("no file is being read");
        }
        return open;
    }

    private ByteBuffer window() {
        ByteBuffer made = buffer;
        if (made == null) {
            made = ByteBuffer.allocateDirect(WINDOW + PAGE).alignedSlice(PAGE);
            buffer = made;
        }
        return made;
    }
}
