package dev.leat.storage.archive;

import dev.leat.storage.CorruptionException;
import dev.leat.storage.layout.DurableFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Copies segments into another directory: as a link where the file never changes again, byte by byte elsewhere. */
final class SegmentCopy {

    private final Path directory;

    /** A copy into a directory, which has to be empty; it is created if it is missing. */
    SegmentCopy(Path directory) throws IOException {
        DurableFiles.createDirectories(directory);
        if (!DurableFiles.isEmpty(directory)) {
            throw new IllegalArgumentException(directory + " is not empty");
        }
        this.directory = directory;
    }

    /** Takes a file that still grows. */
    void copy(SegmentFile file, long length) throws IOException {
        Path target = target(file);
        try (FileChannel to = FileChannel.open(target, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            long done = 0;
            while (done < length) {
                long count = file.channel().transferTo(done, length - done, to);
                if (count <= 0) {
                    throw new CorruptionException(
                            file.path(), done, "the file ends here, " + length + " bytes are wanted");
                }
                done += count;
            }
            to.force(true);
        }
    }

    /** Takes a file that never changes again. */
    void link(SegmentFile file, long length) throws IOException {
        if (!sameLength(file, length) || !tryLink(file)) {
            copy(file, length);
        }
    }

    /** Makes the copies durable. */
    void finish() throws IOException {
        DurableFiles.syncDirectory(directory);
    }

    /** Links where the link count can be read, because that is what keeps a linked file from growing later. */
    private boolean tryLink(SegmentFile file) throws IOException {
        if (!file.path().getFileSystem().supportedFileAttributeViews().contains("unix")) {
            return false;
        }
        try {
            Files.createLink(target(file), file.path());
            return true;
        } catch (FileSystemException | UnsupportedOperationException e) {
            return false; // another disk, or a file system without links
        }
    }

    private static boolean sameLength(SegmentFile file, long length) throws IOException {
        return Files.size(file.path()) == length;
    }

    private Path target(SegmentFile file) {
        return directory.resolve(SegmentFile.name(file.id()));
    }
}
