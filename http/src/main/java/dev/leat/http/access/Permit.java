package dev.leat.http.access;

import dev.leat.http.exchange.Problem;
import dev.leat.http.exchange.ProblemException;

/** Permissions of an admitted caller, for requests whose needs are known only from their body or from the engine. */
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

    /** Returns where the caller may do this: ranges of paths of streams, or of names of queues. */
    NameRanges ranges(Action action);

    /** Throws the problem to answer with, after it was audited, if the caller may not do this. */
    void require(Action action, String path);

    /**
     * Audits that the caller may not do this, and returns the exception that ends the request. Its answer reveals
     * nothing that the caller must not learn, such as the path.
     */
    ProblemException refused(Action action, String path, Problem answer);
}
