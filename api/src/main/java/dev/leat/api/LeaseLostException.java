package dev.leat.api;

/**
 * A settlement of a delivery, or of a wake, whose lease is over: another consumer may have the message by now. The caller has to leave
 * the work to that one; {@link Rejection.LeaseLost#state} says where the message is.
 */
public final class LeaseLostException extends RejectedException {
    private static final long serialVersionUID = 1L;

    LeaseLostException(Rejection rejection, boolean traced) {
        super(rejection, traced);
    }
}
