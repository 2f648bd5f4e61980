package dev.leat.outbox.spi;

import java.io.IOException;

/**
 * Thrown by a sink when its target could not be asked, or has not answered for reasons that are not in the rows. Rows are not given up
 * because of it, however often it happens.
 */
public class UnansweredException extends IOException {

    private static final long serialVersionUID = 1;

    /** Creates the exception with a message for operators. */
    public UnansweredException(String message) {
        super(message);
    }

    /** Creates the exception of a failed connection. */
    public UnansweredException(IOException cause) {
        super(cause.toString(), cause);
    }
}
