package dev.leat.cli.backup;

import dev.leat.cli.config.FailureText;
import dev.leat.cli.console.CommandFailedException;
import dev.leat.engine.Doctor;
import dev.leat.storage.Progress;
import dev.leat.storage.StorageException;
import dev.leat.storage.layout.DataDirectory;
import dev.leat.storage.layout.DurableFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Copies a data directory that no engine has open. The manifest comes last, so that half a copy cannot be opened; when it is
 * there, everything before it is on disk.
 */
final class DirectoryCopy {
    private static final int BUFFER = 1 << 20;

    private final Path source;
    private final Path target;
    private final Progress progress;

    DirectoryCopy(Path source, Path target, Progress progress) {
        this.source = source;
        this.target = target;
        this.progress = progress;
    }

    /** Makes the copy and reads it from end to end; returns how many bytes it has. */
    long make() throws CommandFailedException {
        try (DataDirectory directory = DataDirectory.inspect(source)) {
            requireFree();
            long bytes = copy(directory);
            directory.copyManifest(target);
            check(target, "the copy in " + target);
            return bytes;
        } catch (StorageException e) {
            throw new CommandFailedException(String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw new CommandFailedException("cannot copy " + source + " to " + target + ": " + FailureText.of(e), e);
        }
    }

    /** Refuses a directory that an engine would not open as it is, before anything is copied. */
    void requireSound() throws CommandFailedException {
        try {
            check(source, source.toString());
        } catch (StorageException e) {
            throw new CommandFailedException(String.valueOf(e.getMessage()), e);
        }
    }

    private void check(Path directory, String name) throws CommandFailedException {
        List<String> problems = Doctor.check(directory, (step, done, total) -> progress.at("checking", done, total))
                .problems();
        if (!problems.isEmpty()) {
            throw new CommandFailedException(name + " is not sound: " + String.join("; ", problems));
        }
    }

    private void requireFree() throws CommandFailedException, IOException {
        if (Files.exists(target) && (!Files.isDirectory(target) || !DurableFiles.isEmpty(target))) {
            throw new CommandFailedException(
                    target + " is there already, and nothing is overwritten: choose another directory");
        }
    }

    private long copy(DataDirectory directory) throws IOException {
        List<Path> parts = List.of(directory.journal(), directory.archive(), directory.store());
        List<Path> files = new ArrayList<>();
        for (Path part : parts) {
            try (Stream<Path> all = Files.walk(part)) {
                files.addAll(all.filter(Files::isRegularFile).sorted().toList());
            }
        }
        long total = 0;
        for (Path file : files) {
            total += Files.size(file);
        }
        long done = 0;
        for (Path part : parts) {
            DurableFiles.createDirectories(target.resolve(source.relativize(part)));
        }
        for (Path file : files) {
            done = copy(file, target.resolve(source.relativize(file)), done, total);
        }
        for (Path part : parts) {
            DurableFiles.syncDirectory(target.resolve(source.relativize(part)));
        }
        return done;
    }

    private long copy(Path from, Path to, long before, long total) throws IOException {
        DurableFiles.createDirectories(Objects.requireNonNull(to.getParent())); // it is below the target
        long done = before;
        try (FileChannel in = FileChannel.open(from, StandardOpenOption.READ);
                FileChannel out = FileChannel.open(to, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
            while (in.read(buffer) >= 0) {
                buffer.flip();
                while (buffer.hasRemaining()) {
                    done += out.write(buffer);
                }
                buffer.clear();
                progress.at("copying", done, total);
            }
            out.force(true);
        }
        return done;
    }
}
