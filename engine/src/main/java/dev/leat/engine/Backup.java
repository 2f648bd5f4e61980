package dev.leat.engine;

import dev.leat.storage.Progress;
import dev.leat.storage.StorageException;
import dev.leat.storage.archive.Segment;
import dev.leat.storage.layout.DataDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A copy of a running engine. The store is copied first, then the journal, which holds everything that came after the
 * store's checkpoint, then the archive segments that the store knows; the manifest comes last, so that half a copy cannot be opened.
 */
final class Backup {
    private final DataDirectory source;
    private final Storage storage;
    private final Path target;
    private final Progress progress;
    private List<Segment> segments = List.of();

    Backup(DataDirectory source, Storage storage, Path target, Progress progress) {
        this.source = source;
        this.storage = storage;
        this.target = target;
        this.progress = progress;
    }

    void prepare() {
        try {
            Files.createDirectories(target);
            try (Stream<Path> entries = Files.list(target)) {
                if (entries.findAny().isPresent()) {
                    throw new StorageException(target + " is not empty; choose another directory for the backup");
                }
            }
        } catch (IOException e) {
            throw new StorageException("cannot make the directory " + target + " for the backup: " + e, e);
        }
    }

    /** To be run on the thread that writes archive and store, so that both stand still. The archive itself may take long. */
    void copyStoreAndJournal() {
        progress.at("store", 0, 0);
        storage.store().copyTo(target.resolve("store"));
        segments = storage.segments().segments();
        progress.at("journal", 0, 0);
        storage.journal().copyTo(directory("journal"));
    }

    /** Segments only grow and, while there is a backup, stay. */
    void copyArchive() {
        progress.at("archive", 0, 0);
        storage.archive().copyTo(directory("archive"), segments);
        source.copyManifest(target);
    }

    private Path directory(String name) {
        try {
            return Files.createDirectory(target.resolve(name));
        } catch (IOException e) {
            throw new StorageException("cannot make the directory " + target.resolve(name) + ": " + e, e);
        }
    }

    /** Reads the copy from end to end. */
    void check() {
        List<String> problems = Doctor.check(target, (step, done, total) -> progress.at("check", done, total))
                .problems();
        if (!problems.isEmpty()) {
            throw new StorageException("the backup in " + target + " is not sound: " + String.join("; ", problems));
        }
    }
}
