package dev.leat.engine.fault;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** What tests do to the files of a data directory behind the engine's back. */
final class Damage {
    private Damage() {}

    /** Copies a data directory that is open, as a kill of its process would leave it. */
    static Path killed(Path directory, Path copy) {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path file : all.toList()) {
                Path target = copy.resolve(directory.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
            return copy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The files of a directory whose names contain something, in order. */
    static List<Path> files(Path directory, String namePart) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().contains(namePart))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void flip(Path file, long at) {
        change(file, access -> {
            access.seek(at);
            int before = access.read();
            access.seek(at);
            access.write(before ^ 0x10);
        });
    }

    static void zero(Path file, long from, int length) {
        change(file, access -> {
            access.seek(from);
            access.write(new byte[length]);
        });
    }

    /** Makes bytes of a journal what they are before frames are written to them. */
    static void unwrite(Path file, long from, int length) {
        byte[] fill = new byte[length];
        java.util.Arrays.fill(fill, (byte) 0xE5);
        change(file, access -> {
            access.seek(from);
            access.write(fill);
        });
    }

    /** Removes a directory and all that is in it. */
    static void delete(Path directory) {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void truncate(Path file, long length) {
        change(file, access -> access.setLength(length));
    }

    /** Where bytes occur in a file for the last time; -1 if nowhere. */
    static int lastIndexOf(Path file, byte[] wanted) {
        byte[] all = bytes(file);
        for (int at = all.length - wanted.length; at >= 0; at--) {
            if (java.util.Arrays.equals(all, at, at + wanted.length, wanted, 0, wanted.length)) {
                return at;
            }
        }
        return -1;
    }

    static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private interface Change {
        void apply(RandomAccessFile access) throws IOException;
    }

    private static void change(Path file, Change change) {
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
            change.apply(access);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
