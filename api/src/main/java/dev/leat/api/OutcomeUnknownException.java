package dev.leat.api;

import dev.leat.api.stream.ProducerStamp;

/**
 * A change whose answer was lost: it may have been carried out or not. Only a client of a server throws it, and only for changes that
 * cannot be repeated without harm. With a {@link ProducerStamp} or a dedup id the same change can be repeated.
 */
public final class OutcomeUnknownException extends RejectedException {
    private static final long serialVersionUID = 1L;

    OutcomeUnknownException(Rejection rejection, boolean traced) {
        super(rejection, traced);
    }
}
