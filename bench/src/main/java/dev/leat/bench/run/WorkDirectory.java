package dev.leat.bench.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** The temporary directory of a benchmark, deleted afterwards. */
public record WorkDirectory(Path path) implements AutoCloseable {

    public static WorkDirectory below(@Nullable Path parent) {
        try {
            if (parent == null) {
                return new WorkDirectory(Files.createTempDirectory("leat-bench"));
            }
            Files.createDirectories(parent);
            return new WorkDirectory(Files.createTempDirectory(parent, "leat-bench"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Path resolve(String name) {
        return path.resolve(name);
    }

    @Override
    public void close() {
        remove(path);
    }

    public static void remove(Path directory) {
        try {
            Files.walkFileTree(directory, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.delete(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path dir, @Nullable IOException e) throws IOException {
                    Files.delete(dir);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
