package dev.leat.bench.run;

/** The server did something that makes figures worthless. */
public final class BenchException extends RuntimeException {
    public BenchException(String message) {
        super(message);
    }

    public BenchException(String message, Throwable cause) {
        super(message, cause);
    }
}
