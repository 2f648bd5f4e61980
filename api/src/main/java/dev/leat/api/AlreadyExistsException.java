package dev.leat.api;

/** A call that makes a stream, queue, group or subscription where a different one exists. */
public final class AlreadyExistsException extends RejectedException {
    private static final long serialVersionUID = 1L;

    AlreadyExistsException(Rejection rejection, boolean traced) {
        super(rejection, traced);
    }
}
