package dev.leat.storage.layout;

import dev.leat.storage.LayoutException;
import dev.leat.storage.StorageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** A directory that holds everything Leat remembers. It belongs to the process that opened it until it is closed. */
public final class DataDirectory implements AutoCloseable {

    private final Path root;
    private final LayoutManifest manifest;
    private final DirectoryLock lock;

    private DataDirectory(Path root, LayoutManifest manifest, DirectoryLock lock) {
        this.root = root;
        this.manifest = manifest;
        this.lock = lock;
    }

    /**
     * Opens a data directory, and makes one where nothing or an empty directory is.
     *
     * @param newId the id of a directory that is made now
     * @param now the time at which a directory is made
     * @param lockWait how long to wait for another process that has it open
     * @throws LayoutException if it is in use, was made with another layout, or is not a directory of Leat
     */
    public static DataDirectory open(Path root, LayoutSettings wanted, UUID newId, Instant now, Duration lockWait) {
        try {
            DurableFiles.createDirectories(root);
            RootEntries.of(root).check(); // before the first change, so that a foreign directory stays as it is
            return opened(root, DirectoryLock.exclusive(root, lockWait), entries -> {
                if (!entries.hasManifest()) {
                    create(root, wanted, newId, now);
                }
                Files.deleteIfExists(root.resolve(RootEntries.MANIFEST_TEMPORARY));
                Files.deleteIfExists(root.resolve(RootEntries.SCRUB_TEMPORARY));
                return match(read(root), root, wanted);
            });
        } catch (IOException e) {
            throw failure(root, e);
        }
    }

    /** Whether there is a data directory, sound or not: a manifest, or data in the directories that belong to one. */
    public static boolean exists(Path root) {
        return Files.exists(root.resolve(RootEntries.MANIFEST)) || hasLostManifest(root);
    }

    private static boolean hasLostManifest(Path root) {
        try {
            return Files.isDirectory(root) && RootEntries.of(root).hasData();
        } catch (IOException e) {
            return false;
        }
    }

    /** Opens a data directory that is there, to look at it: keeps writers out and changes nothing. */
    public static DataDirectory inspect(Path root) {
        try {
            requireThere(root);
            return opened(root, DirectoryLock.shared(root), entries -> read(root));
        } catch (IOException e) {
            throw failure(root, e);
        }
    }

    /** Opens a data directory that is there, whatever it was made with, to mend it: keeps other processes out. */
    public static DataDirectory mend(Path root) {
        try {
            requireThere(root);
            return opened(root, DirectoryLock.exclusive(root, Duration.ZERO), entries -> read(root));
        } catch (IOException e) {
            throw failure(root, e);
        }
    }

    private static void requireThere(Path root) {
        if (!exists(root)) {
            throw new LayoutException(root + " is not a Leat data directory: it has no " + RootEntries.MANIFEST);
        }
    }

    public Path root() {
        return root;
    }

    public Path journal() {
        return root.resolve("journal");
    }

    public Path archive() {
        return root.resolve("archive");
    }

    public Path store() {
        return root.resolve("store");
    }

    /** Writes the same manifest into another directory, which becomes a data directory by that. */
    public void copyManifest(Path target) {
        try {
            writeManifest(target, manifest);
        } catch (IOException e) {
            throw DiskFailure.of("cannot write the manifest of " + target, e);
        }
    }

    /** Puts another record in the place of what the scrub has recorded; after a crash it is the old one or the new one. */
    public void recordScrub(byte[] content) {
        try {
            DurableFiles.replace(root.resolve(RootEntries.SCRUB), root.resolve(RootEntries.SCRUB_TEMPORARY), content);
        } catch (IOException e) {
            throw DiskFailure.of("cannot write " + root.resolve(RootEntries.SCRUB), e);
        }
    }

    /** What the scrub has recorded in a data directory, also if that is in use; empty if nothing or if it cannot be read. */
    public static Optional<byte[]> scrubRecord(Path root) {
        try {
            return Optional.of(Files.readAllBytes(root.resolve(RootEntries.SCRUB)));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    public LayoutManifest manifest() {
        return manifest;
    }

    /** Lets the next one in. Close everything that was opened below it first. */
    @Override
    public void close() {
        lock.close();
    }

    private interface ManifestSource {
        LayoutManifest manifest(RootEntries entries) throws IOException;
    }

    private static DataDirectory opened(Path root, DirectoryLock lock, ManifestSource source) throws IOException {
        try {
            RootEntries entries = RootEntries.of(root);
            entries.check();
            return new DataDirectory(root, source.manifest(entries), lock);
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /** The manifest comes last: a directory without one was never used. */
    private static void create(Path root, LayoutSettings wanted, UUID id, Instant now) throws IOException {
        for (String name : RootEntries.DIRECTORIES) {
            DurableFiles.createDirectories(root.resolve(name));
        }
        Integer asked = wanted.shards();
        int shards = asked == null ? LayoutSettings.DEFAULT_SHARDS : asked;
        LayoutManifest manifest = new LayoutManifest(
                LayoutManifest.FORMAT, id, now, shards, wanted.hashPolicy(), wanted.journalSegmentBytes());
        writeManifest(root, manifest);
    }

    private static void writeManifest(Path root, LayoutManifest manifest) throws IOException {
        DurableFiles.replace(
                root.resolve(RootEntries.MANIFEST),
                root.resolve(RootEntries.MANIFEST_TEMPORARY),
                ManifestText.write(manifest));
    }

    private static LayoutManifest read(Path root) {
        Path file = root.resolve(RootEntries.MANIFEST);
        try {
            return ManifestText.read(file, Files.readAllBytes(file));
        } catch (IOException e) {
            throw new LayoutException(
                    "cannot read " + file + ": " + DiskFailure.reason(e) + ". Check the disk, the owner and the mode",
                    e);
        }
    }

    private static LayoutManifest match(LayoutManifest found, Path root, LayoutSettings wanted) {
        Integer asked = wanted.shards();
        if (asked != null && asked != found.shards()) {
            throw new LayoutException(root + " was made with " + found.shards() + " shards, expected " + asked
                    + ". The shard count is fixed: ask for " + found.shards()
                    + " or for none, or choose an empty directory");
        }
        if (!wanted.hashPolicy().equals(found.hashPolicy())) {
            throw new LayoutException(root + " was made with hash policy " + found.hashPolicy() + ", expected "
                    + wanted.hashPolicy() + ". Use the version of Leat that made it, or choose an empty directory");
        }
        return found;
    }

    private static StorageException failure(Path root, IOException cause) {
        if (DiskFailure.isFull(String.valueOf(cause.getMessage()))) {
            return DiskFailure.of("cannot open data directory " + root, cause);
        }
        return new LayoutException(
                "cannot open data directory " + root + ": " + DiskFailure.reason(cause)
                        + ". Check its owner and mode, or choose another directory",
                cause);
    }
}
