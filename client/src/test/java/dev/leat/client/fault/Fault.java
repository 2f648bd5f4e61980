package dev.leat.client.fault;

/** What becomes of one connection. */
sealed interface Fault {

    /** Nothing. */
    record None() implements Fault {}

    /** The connection is cut after so many bytes on their way to the server. */
    record RequestCut(int bytes) implements Fault {}

    /** The connection is cut after so many bytes on their way to the client: the server may have done what was asked. */
    record AnswerCut(int bytes) implements Fault {}

    /** Every piece takes so long. */
    record Slow(int millis) implements Fault {}

    /** The server is not asked; the answer is this one. */
    record Answered(int status, int retryAfter) implements Fault {}
}
