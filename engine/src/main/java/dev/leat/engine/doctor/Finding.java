package dev.leat.engine.doctor;

/**
 * Something that is not as it should be, in plain words.
 *
 * @param what what was found, and where
 * @param affected what cannot be relied on because of it
 * @param wayOut what to do about it
 */
public record Finding(Severity severity, String what, String affected, String wayOut) {

    /** How much it matters. */
    public enum Severity {
        /** Harmless: the engine opens, serves everything and tidies up by itself. */
        NOTE,
        /** Something was lost or cannot be served. */
        PROBLEM
    }
}
