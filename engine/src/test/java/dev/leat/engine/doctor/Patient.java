package dev.leat.engine.doctor;

import dev.leat.Leat;
import dev.leat.engine.EmbeddedEngine;
import dev.leat.engine.Settings;
import dev.leat.storage.journal.JournalCheck;
import dev.leat.storage.settings.JournalSettings;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A data directory with a life behind it, to be damaged byte by byte. */
record Patient(Path directory) {
    static final int SEGMENT = 1 << 20;

    static final Settings SETTINGS =
            Settings.defaults().withShards(4).withThreads(1).with(new JournalSettings(SEGMENT, 64 << 10, 1));

    /** A sound frame of its journal: where it starts and ends, and the position of its body. */
    record Found(long start, long body, long end) {}

    /** Closed in order: everything is in archive and store. */
    static Patient closed(Path directory, Consumer<Leat> life) {
        try (Leat leat = Leat.open(directory, SETTINGS)) {
            life.accept(leat);
        }
        return new Patient(directory);
    }

    /** As a kill leaves it: what came after the last checkpoint is in the journal alone. */
    static Patient killed(Path directory, Consumer<Leat> life) {
        Path live = directory.resolveSibling("live");
        try (Leat leat = Leat.open(live, SETTINGS)) {
            life.accept(leat);
            copy(live, directory);
        }
        return new Patient(directory);
    }

    static void checkpoint(Leat leat) {
        ((EmbeddedEngine) leat.engine()).checkpoint();
    }

    Leat open() {
        return Leat.open(directory, SETTINGS);
    }

    void flip(String file, long at) {
        try (RandomAccessFile bytes =
                new RandomAccessFile(directory.resolve(file).toFile(), "rw")) {
            bytes.seek(at);
            int old = bytes.read();
            bytes.seek(at);
            bytes.write(old ^ 4);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void flipJournal(long position) {
        flip("journal/%016d.journal".formatted(position / SEGMENT), position % SEGMENT);
    }

    /** Makes everything from a position on zeros, to the end of its segment. */
    void zeroJournal(long position) {
        Path file = directory.resolve("journal/%016d.journal".formatted(position / SEGMENT));
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.seek(position % SEGMENT);
            bytes.write(new byte[(int) (bytes.length() - position % SEGMENT)]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<Found> frames() {
        List<Found> found = new ArrayList<>();
        JournalCheck check = JournalCheck.of(directory.resolve("journal"));
        check.read(check.start(), (shard, end, body) -> {
            long start = end - (40L + body.remaining() + 7) / 8 * 8;
            found.add(new Found(start, start + 40, end));
        });
        return found;
    }

    /** The file of a part whose name ends like this. */
    String file(String part, String suffix) {
        try (Stream<Path> files = Files.list(directory.resolve(part))) {
            return part + "/"
                    + files.map(file -> String.valueOf(file.getFileName()))
                            .filter(name -> name.endsWith(suffix))
                            .sorted()
                            .findFirst()
                            .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Everything in it, to see that nothing changed. */
    TreeMap<String, String> content() {
        TreeMap<String, String> content = new TreeMap<>();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                byte[] bytes = Files.readAllBytes(file);
                content.put(file.toString(), bytes.length + " " + java.util.Arrays.hashCode(bytes));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return content;
    }

    /** Copies a directory that RocksDB may be tidying: again, until no file came or went meanwhile. */
    static void copy(Path from, Path to) {
        List<Path> before;
        do {
            before = list(from);
            for (Path old : list(to).reversed()) {
                old.toFile().delete();
            }
            try {
                for (Path path : before) {
                    Files.copy(path, to.resolve(from.relativize(path)));
                }
            } catch (NoSuchFileException e) {
                before = List.of();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        } while (!before.equals(list(from)));
    }

    private static List<Path> list(Path directory) {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.sorted().toList();
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (UncheckedIOException e) {
            return list(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
