package dev.leat.client.transport;

import dev.leat.api.Rejection;

/** How the answer to a request is read. */
@FunctionalInterface
public interface ResponseReader<O> {

    /** Whether an answer says yes. */
    default boolean isGood(Response answer) {
        return answer.isGood();
    }

    /** Reads an answer that says yes. What is missing in it is a {@link MalformedResponse}. */
    O read(Response answer);

    /** Reads an answer that says no. */
    default Rejection refused(Response answer) {
        return ErrorResponses.of(answer);
    }
}
