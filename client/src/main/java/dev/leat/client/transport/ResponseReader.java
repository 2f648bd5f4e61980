package dev.leat.client.transport;

import dev.leat.api.Rejection;

/** Reads the answer to a request. */
@FunctionalInterface
public interface ResponseReader<O> {

    /** Returns whether an answer is a success. */
    default boolean isGood(Response answer) {
        return answer.isGood();
    }

    /** Reads a successful answer. Throws {@link MalformedResponse} if a part of it is missing. */
    O read(Response answer);

    /** Returns the rejection of an answer that is no success. */
    default Rejection refused(Response answer) {
        return ErrorResponses.of(answer);
    }
}
