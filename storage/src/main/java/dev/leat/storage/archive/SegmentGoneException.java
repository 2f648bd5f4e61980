package dev.leat.storage.archive;

/** The segment of a run was dropped after the run was looked up. The bytes are elsewhere by now: look the run up again. */
public final class SegmentGoneException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public SegmentGoneException(int segment) {
        super("segment " + segment + " was dropped", null, false, false);
    }
}
