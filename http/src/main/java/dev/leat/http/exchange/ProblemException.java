package dev.leat.http.exchange;

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

    public Problem problem() {
        return problem;
    }
}
