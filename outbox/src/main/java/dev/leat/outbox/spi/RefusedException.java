package dev.leat.outbox.spi;

import org.jspecify.annotations.Nullable;

/**
 * Thrown by a sink when it is certain that nothing of a batch was taken, and that it never will be, because of what is in the rows.
 * The row that is to blame becomes a dead letter; if the sink does not know it, it is found by halving the batch.
 */
public class RefusedException extends Exception {

    private static final long serialVersionUID = 1;

    private final transient @Nullable Row row;

    /** Creates the exception of a batch whose bad row the sink does not know. */
    public RefusedException(String message) {
        this(message, null);
    }

    /**
     * Creates the exception of a batch.
     *
     * @param row the row that is refused; null if the sink does not know it
     */
    public RefusedException(String message, @Nullable Row row) {
        super(message);
        this.row = row;
    }

    /** The row that is to blame, if the sink knows it. */
    public @Nullable Row row() {
        return row;
    }
}
