package dev.leat.outbox.spi;

/**
 * Thrown by a sink when its target does not know the producer of a batch, or another epoch of it: the target was made anew, or has
 * lost what it knew. Nothing more is handed on from the shard until an operator has decided what that means.
 */
public class ProducerForgottenException extends Exception {

    private static final long serialVersionUID = 1;

    /** Creates the exception with a message for operators. */
    public ProducerForgottenException(String message) {
        super(message);
    }
}
