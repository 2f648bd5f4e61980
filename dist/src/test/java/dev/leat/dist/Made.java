package dev.leat.dist;

import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** What the build made before the integration tests run. */
final class Made {
    static final Path JAR = Path.of("..", "cli", "target", "leat.jar");
    static final Path FILES = Path.of("src", "main", "image");

    private Made() {}

    static Image image() throws IOException {
        return new Image(theOnly(Path.of("target", "image"), "leat-*"));
    }

    static Path archive() throws IOException {
        return theOnly(Path.of("target"), "leat-*.tar.gz");
    }

    /** A JDK that cannot link makes none, and whoever needs one says so to the build. */
    private static Path theOnly(Path directory, String glob) throws IOException {
        List<Path> found = Files.isDirectory(directory) ? matches(directory, glob) : List.of();
        if (found.isEmpty() && !Boolean.getBoolean("leat.image.required")) {
            Assumptions.abort("there is no " + glob + " in " + directory + ": the build says why");
        }
        return found.size() == 1
                ? found.get(0)
                : fail("one " + glob + " was expected in " + directory + ", not " + found);
    }

    private static List<Path> matches(Path directory, String glob) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> directory
                            .getFileSystem()
                            .getPathMatcher("glob:" + glob)
                            .matches(file.getFileName()))
                    .map(Path::toAbsolutePath)
                    .map(Path::normalize)
                    .toList();
        }
    }
}
