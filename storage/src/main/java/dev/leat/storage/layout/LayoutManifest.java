package dev.leat.storage.layout;

import java.time.Instant;
import java.util.UUID;

/**
 * The settings that are fixed for the life of a data directory.
 *
 * @param format the version of everything in the directory
 * @param id tells this directory from every other
 */
public record LayoutManifest(
        int format, UUID id, Instant created, int shards, String hashPolicy, long journalSegmentBytes) {

    /** The format that this version of Leat reads and writes. */
    public static final int FORMAT = 1;
}
