package dev.leat.dist;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Sizes of files. */
final class FileSizes {

    private FileSizes() {}

    /** Of a file, or of all that a directory has. */
    static long mebibytes(Path path) throws IOException {
        try (Stream<Path> files = Files.walk(path)) {
            return files.filter(Files::isRegularFile)
                            .mapToLong(FileSizes::bytes)
                            .sum()
                    >> 20;
        }
    }

    private static long bytes(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
