package dev.leat.storage.journal;

import dev.leat.storage.settings.JournalSettings;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** What tests do to the files of a journal behind its back. */
final class Directories {
    static final JournalSettings SMALL = new JournalSettings(16 * 1024, 4096, 2);

    private Directories() {}

    /** The directory as a crash of the process would leave it. */
    static Path crashed(Path directory, Path copy) {
        try (Stream<Path> files = Files.list(directory)) {
            Files.createDirectories(copy);
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
            return copy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Path segment(Path directory, long index) {
        return JournalFiles.file(directory, index);
    }

    static List<String> names(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void flip(Path file, long offset) {
        byte[] before = read(file, offset, 1);
        write(file, offset, new byte[] {(byte) (before[0] ^ 0x10)});
    }

    static byte[] read(Path file, long offset, int length) {
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "r")) {
            byte[] bytes = new byte[length];
            access.seek(offset);
            access.readFully(bytes);
            return bytes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void write(Path file, long offset, byte[] bytes) {
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
            access.seek(offset);
            access.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes the bytes from an offset up to another what they were before frames were written there. */
    static void unwrite(Path file, long from, long to) {
        byte[] fill = new byte[Math.toIntExact(to - from)];
        Arrays.fill(fill, Frame.FILL);
        write(file, from, fill);
    }

    static void truncate(Path file, long length) {
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
            access.setLength(length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
