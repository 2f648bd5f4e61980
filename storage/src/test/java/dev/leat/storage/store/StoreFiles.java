package dev.leat.storage.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The files of a store, to be copied and damaged by tests. */
final class StoreFiles {

    private StoreFiles() {}

    /** Copies the files as they are, as a crash of the process would leave them. */
    static Path copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        for (Path file : list(from, "")) {
            Files.copy(file, to.resolve(String.valueOf(file.getFileName())));
        }
        return to;
    }

    static List<Path> list(Path directory, String namePart) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> String.valueOf(file.getFileName()).contains(namePart))
                    .sorted()
                    .toList();
        }
    }

    static void flip(Path file, int at) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[at] ^= (byte) (1 << (at % 8));
        Files.write(file, bytes);
    }
}
