package dev.leat.engine;

import dev.leat.storage.StorageException;
import dev.leat.storage.layout.DataDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A copy of a running engine. The store is copied first, then the archive segments it knows, then the journal, which holds
 * everything that came after the store's checkpoint; the manifest comes last, so that half a copy cannot be opened.
 */
final class Backup {
    private final DataDirectory source;
    private final Storage storage;
    private final Path target;

    Backup(DataDirectory source, Storage storage, Path target) {
        this.source = source;
        this.storage = storage;
        this.target = target;
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

    /** To be run on the thread that writes archive and store, so that both stand still. */
    void copy() {
        storage.store().copyTo(target.resolve("store"));
        storage.archive().copyTo(directory("archive"), storage.book().segments());
        storage.journal().copyTo(directory("journal"));
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
        List<String> problems = Doctor.check(target).problems();
        if (!problems.isEmpty()) {
            throw new StorageException("the backup in " + target + " is not sound: " + String.join("; ", problems));
        }
    }
}
