package dev.leat.http.exchange;

import dev.leat.api.Rejection;
import dev.leat.wire.JsonObject;

/** Ends the handling of a request that makes no sense. Carries no stack: nobody will look for a bug. */
public final class ProblemException extends RuntimeException {
    private final transient Problem problem;

    public ProblemException(Problem problem) {
        super(problem.detail(), null, false, false);
        this.problem = problem;
    }

    public static ProblemException malformed(String type, String detail) {
        return new ProblemException(Problem.malformed(type, detail));
    }

    /** The request says something that cannot be. */
    public static ProblemException badArgument(String what) {
        return new ProblemException(Problems.from(new Rejection.BadArgument(what)));
    }

    /** What a client wrote, short enough to be repeated to it. */
    public static String quoted(String text) {
        return JsonObject.quoted(text);
    }

    public Problem problem() {
        return problem;
    }
}
