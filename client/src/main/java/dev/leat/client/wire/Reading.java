package dev.leat.client.wire;

import dev.leat.api.Rejection;

/** How the answer to a request is read. */
@FunctionalInterface
public interface Reading<O> {

    /** Whether an answer says yes. */
    default boolean isGood(WireAnswer answer) {
        return answer.isGood();
    }

    /** Reads an answer that says yes. What is missing in it is a {@link BadAnswer}. */
    O read(WireAnswer answer);

    /** Reads an answer that says no. */
    default Rejection refused(WireAnswer answer) {
        return Refusals.of(answer);
    }
}
