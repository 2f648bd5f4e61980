package dev.leat.engine.stream;

/** A stream was removed while it was being read. */
final class VanishedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    VanishedException() {
        super("removed while it was being read", null, false, false);
    }
}
