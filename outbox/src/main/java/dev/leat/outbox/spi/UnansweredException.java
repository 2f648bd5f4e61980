package dev.leat.outbox.spi;

import java.io.IOException;

/**
 * Thrown by a sink when its target could not be asked, or has not answered for reasons that are not in the rows. Rows are not given up
 * because of it, however often it happens.
 */
public class UnansweredException extends IOException {

    private static final long serialVersionUID = 1;

    public UnansweredException(String message) {
        super(message);
    }

    public UnansweredException(IOException cause) {
        super(cause.toString(), cause);
    }
}
