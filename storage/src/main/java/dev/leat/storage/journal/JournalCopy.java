package dev.leat.storage.journal;

import dev.leat.storage.LayoutException;
import dev.leat.storage.layout.DiskFailure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** A copy of a journal up to a position, in a directory of its own. */
final class JournalCopy {
    private final Path directory;
    private final int segmentSize;

    JournalCopy(Path directory, int segmentSize) {
        this.directory = directory;
        this.segmentSize = segmentSize;
    }

    /**
     * Copies segments that are not recycled meanwhile. Of the segment after the last position at least the header comes
     * along, because the last frame may say that the journal goes on there.
     */
    void copy(List<JournalSegment> segments, long end) {
        try {
            Files.createDirectories(directory);
            requireEmpty();
            for (JournalSegment segment : segments) {
                long base = segment.index * segmentSize;
                if (base <= end + segmentSize) {
                    copy(segment.file, Math.clamp(end - base, JournalSegment.Header.SIZE, segmentSize));
                }
            }
            Disk.syncDirectory(directory);
        } catch (IOException e) {
            throw DiskFailure.of("cannot copy the journal to " + directory, e);
        }
    }

    private void requireEmpty() {
        if (!JournalFiles.list(directory).isEmpty()) {
            throw new LayoutException(
                    "the journal can only be copied to an empty directory, and " + directory + " is not");
        }
    }

    /** The copy ends with a page of prepared space, as every segment does to which frames were written. */
    private void copy(Path file, long length) throws IOException {
        Path target = directory.resolve(file.getFileName());
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ);
                FileChannel out = FileChannel.open(target, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            long done = 0;
            while (done < length) {
                long count = in.transferTo(done, length - done, out);
                if (count <= 0) {
                    break; // a used-up segment may end before its size
                }
                done += count;
            }
            int missing = Frame.preparedEnd((int) done, segmentSize) - (int) done;
            out.write(Frame.filled(ByteBuffer.allocate(missing)), done);
            out.force(true);
        }
    }
}
