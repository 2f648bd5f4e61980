package dev.leat.engine.figures;

import dev.leat.storage.archive.Run;
import java.time.Instant;

/**
 * A part of archive or store that is not what was written, or cannot be read.
 *
 * @param what what was found, with the file and the place in it
 * @param affected the stream and its offsets, or what else cannot be relied on because of it
 * @param wayOut what to do about it
 * @param found when it was found first
 */
public record Damage(Place place, String what, String affected, String wayOut, Instant found) {

    /** The damaged part. A place has one damage at a time. */
    public sealed interface Place {}

    /** A run of the archive. What a run is, only the engine knows. */
    @SuppressWarnings("exports")
    public record OfRun(Run run) implements Place {}

    /**
     * A table file of the store.
     *
     * @param name the file's name
     */
    public record OfTable(String name) implements Place {}

    /**
     * An entry of the store whose checksum is right and that cannot be decoded.
     *
     * @param key its key in hexadecimal digits
     */
    public record OfEntry(String key) implements Place {}
}
