package dev.leat.http.access;

import dev.leat.http.exchange.Problem;
import dev.leat.http.exchange.ProblemException;

/** What a caller that was let in may do, for requests whose needs are known only from their body or from the engine. */
public interface Permit {

    /** Everything. */
    Permit ALL = new Permit() {
        @Override
        public NameRanges ranges(Action action) {
            return NameRanges.ALL;
        }

        @Override
        public ProblemException refused(Action action, String path, Problem answer) {
            return new ProblemException(answer);
        }

        @Override
        public void require(Action action, String path) {}
    };

    default boolean may(Action action, String path) {
        return ranges(action).covers(path);
    }

    /** Where the caller may do this: ranges of paths of streams, or of names of queues. */
    NameRanges ranges(Action action);

    /** Ends the request if it may not go on: throws what the client is to be told, after it was written down. */
    void require(Action action, String path);

    /**
     * Writes down that the caller may not do this, and returns what ends the request: an answer that does not tell what the caller
     * must not learn, such as the path.
     */
    ProblemException refused(Action action, String path, Problem answer);
}
