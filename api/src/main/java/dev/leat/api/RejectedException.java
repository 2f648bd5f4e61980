package dev.leat.api;

/** A rejection in the shape that blocking calls and {@code CompletionStage}s need. It has no stack trace of its own. */
public final class RejectedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Rejection rejection;

    public RejectedException(Rejection rejection) {
        super(rejection.reason(), null, false, false);
        this.rejection = rejection;
    }

    public Rejection rejection() {
        return rejection;
    }
}
