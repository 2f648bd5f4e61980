package dev.leat.api;

/** A call to a stream, queue, group, message, subscription or task that does not exist, or no longer. */
public final class NotFoundException extends RejectedException {
    private static final long serialVersionUID = 1L;

    NotFoundException(Rejection rejection, boolean traced) {
        super(rejection, traced);
    }
}
