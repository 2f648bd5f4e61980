package dev.leat.bench.run;

/** Exception for a failure that makes the figures invalid. */
public final class BenchException extends RuntimeException {
    public BenchException(String message) {
        super(message);
    }

    public BenchException(String message, Throwable cause) {
        super(message, cause);
    }
}
