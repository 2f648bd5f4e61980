package dev.leat.client.wire;

/** The answer is not one that a server of Leat gives. */
public final class BadAnswer extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public BadAnswer(String message) {
        super(message);
    }
}
