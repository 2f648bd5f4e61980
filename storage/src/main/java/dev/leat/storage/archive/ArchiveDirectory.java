package dev.leat.storage.archive;

import dev.leat.storage.CorruptionException;
import dev.leat.storage.LayoutException;
import dev.leat.storage.StorageException;
import dev.leat.storage.layout.DiskFailure;
import dev.leat.storage.layout.DurableFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a directory of segments to what the store had committed. Whatever lies beyond that comes from a checkpoint that
 * never became durable, or from a drop whose file was still being read: nothing in the store points there.
 */
final class ArchiveDirectory {

    private static final Logger LOG = LoggerFactory.getLogger(ArchiveDirectory.class);

    private final Path directory;
    private final TreeMap<Integer, Segment> known = new TreeMap<>();

    ArchiveDirectory(Path directory, List<Segment> known) {
        this.directory = directory;
        known.forEach(segment -> {
            if (segment.id() < 0 || this.known.put(segment.id(), segment) != null) {
                throw new IllegalArgumentException("segment " + segment.id() + " is negative or known twice");
            }
        });
    }

    /** The known segments, each exactly as long as known. Nothing is removed before all of them were found good. */
    List<SegmentFile> restore() {
        try {
            DurableFiles.createDirectories(directory);
            List<Path> found = list();
            List<SegmentFile> files = new ArrayList<>();
            for (Segment segment : known.values()) {
                files.add(check(segment));
            }
            removeUnknown(found);
            cut(files);
            return files;
        } catch (IOException e) {
            throw DiskFailure.of("cannot open archive " + directory, e);
        }
    }

    private List<Path> list() throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.sorted().peek(ArchiveDirectory::checkOurs).toList();
        }
    }

    private static void checkOurs(Path file) {
        if (id(file) < 0 || !Files.isRegularFile(file)) {
            throw new LayoutException(file + " is not an archive segment. Move it out of the data directory");
        }
    }

    Path path(int segment) {
        return directory.resolve(SegmentFile.name(segment));
    }

    /** Refuses files that are no segments. */
    void requireOurs() {
        try {
            list();
        } catch (IOException e) {
            throw DiskFailure.of("cannot open archive " + directory, e);
        }
    }

    /** The bytes that {@link #restore} would remove. */
    long surplus() throws IOException {
        long bytes = 0;
        for (Path file : list()) {
            Segment segment = known.get(id(file));
            bytes += Math.max(0, Files.size(file) - (segment == null ? 0 : segment.length()));
        }
        return bytes;
    }

    SegmentFile check(Segment segment) throws IOException {
        Path path = path(segment.id());
        if (!Files.exists(path)) {
            throw new CorruptionException(path, 0, "the file is missing, it had " + segment.length() + " bytes");
        }
        long size = Files.size(path);
        if (size < segment.length() || size < SegmentHeader.BYTES) {
            throw new CorruptionException(path, size, "the file ends here, it had " + segment.length() + " bytes");
        }
        SegmentFile file = new SegmentFile(segment.id(), path, segment.length());
        try {
            SegmentHeader.check(file.read(ByteBuffer.allocate(SegmentHeader.BYTES), 0), segment.id(), path);
        } finally {
            file.closeChannel();
        }
        return file;
    }

    private void removeUnknown(Collection<Path> found) throws IOException {
        for (Path file : found) {
            if (!known.containsKey(id(file))) {
                boolean newer = known.isEmpty() || id(file) > known.lastKey();
                LOG.info("removing {}: {}", file, newer ? "its checkpoint was not finished" : "it was dropped");
                Files.delete(file);
            }
        }
        DurableFiles.syncDirectory(directory);
    }

    private static void cut(List<SegmentFile> files) throws IOException {
        for (SegmentFile file : files) {
            long surplus = Files.size(file.path()) - file.length();
            if (surplus > 0) {
                LOG.info("cutting {} bytes off {}: their checkpoint was not finished", surplus, file.path());
                truncate(file);
            }
        }
    }

    private static void truncate(SegmentFile file) throws IOException {
        try (FileChannel channel = FileChannel.open(file.path(), StandardOpenOption.WRITE)) {
            channel.truncate(file.length()).force(true);
        }
    }

    private static int id(Path file) {
        return SegmentFile.id(String.valueOf(file.getFileName()));
    }

    /** Whether a file is also a part of a copy. Such a file must not grow: the copy would grow with it. */
    static boolean isLinked(Path file) {
        try {
            return Files.getAttribute(file, "unix:nlink") instanceof Integer links && links > 1;
        } catch (UnsupportedOperationException | IllegalArgumentException e) {
            return false; // no such attribute here: copies are made without links, see SegmentCopy
        } catch (IOException e) {
            throw new StorageException("cannot read the attributes of " + file, e);
        }
    }
}
