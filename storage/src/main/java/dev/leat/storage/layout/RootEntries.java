package dev.leat.storage.layout;

import dev.leat.storage.LayoutException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The entries in the root of a data directory, compared with those that may be there. */
record RootEntries(Path root, List<Path> entries) {

    static final String MANIFEST = "MANIFEST";
    static final String MANIFEST_TEMPORARY = "MANIFEST.tmp";
    static final String SCRUB = "SCRUB";
    static final String SCRUB_TEMPORARY = "SCRUB.tmp";
    static final List<String> DIRECTORIES = List.of("journal", "archive", "store");

    private static final Set<String> FILES =
            Set.of(DirectoryLock.NAME, MANIFEST, MANIFEST_TEMPORARY, SCRUB, SCRUB_TEMPORARY);

    /** A file system that has the root for its own puts this there. */
    private static final String LOST_AND_FOUND = "lost+found";

    static RootEntries of(Path root) throws IOException {
        try (Stream<Path> entries = Files.list(root)) {
            return new RootEntries(root, entries.sorted().toList());
        }
    }

    boolean hasManifest() {
        return Files.exists(root.resolve(MANIFEST));
    }

    /** Refuses a directory that is neither empty nor whole. */
    void check() throws IOException {
        for (Path entry : entries) {
            checkOurs(entry);
        }
        if (hasManifest()) {
            checkWhole();
        } else {
            checkEmpty();
        }
    }

    private void checkOurs(Path entry) {
        String name = String.valueOf(entry.getFileName());
        if (FILES.contains(name) ? Files.isRegularFile(entry) : isOurDirectory(name) && Files.isDirectory(entry)) {
            return;
        }
        if (hasManifest()) {
            throw new LayoutException(entry + " does not belong into a Leat data directory. Move it out of " + root);
        }
        throw new LayoutException(
                root + " is not a Leat data directory: found " + name + ". Choose an empty directory");
    }

    private static boolean isOurDirectory(String name) {
        return DIRECTORIES.contains(name) || name.equals(LOST_AND_FOUND);
    }

    /** Without a manifest nothing but the beginnings of a directory that was never finished may be there. */
    private void checkEmpty() throws IOException {
        for (String name : DIRECTORIES) {
            if (hasContent(name)) {
                throw new LayoutException(root + " has data in " + name + "/ but no " + MANIFEST
                        + ": the manifest was lost. Restore it from a backup; nothing is opened without it");
            }
        }
    }

    /** The archive is written only for a store that is there: without one, opening it would remove everything. */
    private void checkWhole() throws IOException {
        for (String name : DIRECTORIES) {
            if (!Files.isDirectory(root.resolve(name))) {
                throw new LayoutException(root + " has a " + MANIFEST + " but no " + name
                        + "/: a part of the data was lost. Restore the directory from a backup");
            }
        }
        if (hasContent("archive") && !hasContent("store")) {
            throw new LayoutException(root + " has data in archive/ but store/ is empty: a part of the data was lost."
                    + " Restore the directory from a backup");
        }
    }

    /** Whether all directories are there, and one of them has content. */
    boolean hasData() throws IOException {
        boolean content = false;
        for (String name : DIRECTORIES) {
            if (!Files.isDirectory(root.resolve(name))) {
                return false;
            }
            content |= hasContent(name);
        }
        return content;
    }

    private boolean hasContent(String name) throws IOException {
        Path directory = root.resolve(name);
        return Files.isDirectory(directory) && !DurableFiles.isEmpty(directory);
    }
}
