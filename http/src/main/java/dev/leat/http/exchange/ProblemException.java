package dev.leat.http.exchange;

import dev.leat.api.Rejection;
import dev.leat.wire.JsonObject;

/** Exception that ends the handling of an invalid request. Has no stack trace, since it is no bug of the server. */
public final class ProblemException extends RuntimeException {
    private final transient Problem problem;

    public ProblemException(Problem problem) {
        super(problem.detail(), null, false, false);
        this.problem = problem;
    }

    public static ProblemException malformed(String type, String detail) {
        return new ProblemException(Problem.malformed(type, detail));
    }

    /** Returns the exception for an argument that is not valid. */
    public static ProblemException badArgument(String what) {
        return new ProblemException(Problems.from(new Rejection.BadArgument(what)));
    }

    /** Returns a client's text in quotes, shortened. */
    public static String quoted(String text) {
        return JsonObject.quoted(text);
    }

    public Problem problem() {
        return problem;
    }
}
