package dev.leat.storage.journal;

import dev.leat.storage.LayoutException;
import dev.leat.storage.StorageException;
import dev.leat.storage.layout.DiskFailure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The segment files of a directory, which holds nothing else. */
record JournalFiles(Path directory, NavigableMap<Long, Path> byIndex) {
    private static final Pattern NAME = Pattern.compile("(\\d{16})\\.journal");

    static Path file(Path directory, long index) {
        return directory.resolve("%016d.journal".formatted(index));
    }

    static JournalFiles list(Path directory) {
        if (!Files.isDirectory(directory)) {
            throw new LayoutException("the journal's directory " + directory + " does not exist or is no directory");
        }
        NavigableMap<Long, Path> byIndex = new TreeMap<>();
        try (Stream<Path> files = Files.list(directory)) {
            files.forEach(file -> byIndex.put(index(file), file));
        } catch (IOException e) {
            throw DiskFailure.of("cannot list " + directory, e);
        }
        return new JournalFiles(directory, byIndex);
    }

    Path file(long index) {
        return file(directory, index);
    }

    boolean has(long index) {
        return byIndex.containsKey(index);
    }

    boolean isEmpty() {
        return byIndex.isEmpty();
    }

    /** The size that the first sound header gives, if there is one. */
    Optional<Integer> segmentSize() {
        return byIndex.values().stream()
                .flatMap(file -> header(file).stream())
                .map(header -> Math.toIntExact(header.segmentSize()))
                .findFirst();
    }

    /** Fails if a segment was made with another size than the one asked for. */
    void requireSize(int segmentSize) {
        for (Path file : byIndex.values()) {
            header(file).ifPresent(header -> requireSize(file, segmentSize, header.segmentSize()));
            if (length(file) > segmentSize) {
                requireSize(file, segmentSize, length(file));
            }
        }
    }

    /** The length of the longest file. */
    long longest() {
        return byIndex.values().stream().mapToLong(JournalFiles::length).max().orElse(0);
    }

    static long length(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw DiskFailure.of("cannot read the length of " + file, e);
        }
    }

    private static void requireSize(Path file, int expected, long found) {
        if (expected != found) {
            throw new LayoutException(file + " is a journal segment of another size: expected " + expected
                    + " bytes, found " + found + ". It is damaged or of another directory: restore a backup");
        }
    }

    private static Optional<JournalSegment.Header> header(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer bytes = ByteBuffer.allocate(JournalSegment.Header.SIZE);
            while (bytes.hasRemaining() && channel.read(bytes) >= 0) {}
            return JournalSegment.Header.decode(bytes.flip());
        } catch (IOException e) {
            throw DiskFailure.of("cannot read " + file, e);
        }
    }

    private static long index(Path file) {
        var matcher = NAME.matcher(file.getFileName().toString());
        if (!matcher.matches() || !Files.isRegularFile(file)) {
            throw new LayoutException(file + " does not belong into a journal's directory: expected only files like "
                    + file(file.resolveSibling(""), 0).getFileName() + ". Move it out of the data directory");
        }
        return Long.parseLong(matcher.group(1));
    }

    static void requireWritable(Path directory) throws StorageException {
        if (!Files.isWritable(directory)) {
            throw new LayoutException("the journal's directory " + directory + " cannot be written to");
        }
    }
}
