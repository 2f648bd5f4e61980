package dev.leat.engine.stream;

/** A stream was removed while it was being read. */
final class StreamRemovedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StreamRemovedException() {
        super("removed while it was being read", null, false, false);
    }
}
