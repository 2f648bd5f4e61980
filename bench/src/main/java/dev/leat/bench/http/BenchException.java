package dev.leat.bench.http;

/** The server did something that makes figures worthless. */
final class BenchException extends RuntimeException {
    BenchException(String message) {
        super(message);
    }

    BenchException(String message, Throwable cause) {
        super(message, cause);
    }
}
