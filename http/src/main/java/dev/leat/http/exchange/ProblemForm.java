package dev.leat.http.exchange;

/** The form in which routes write problems. */
public interface ProblemForm {

    /** The form of RFC 9457, for all routes whose protocol defines no form of its own. */
    ProblemForm RFC_9457 = new ProblemForm() {
        @Override
        public String contentType() {
            return Problem.CONTENT_TYPE;
        }

        @Override
        public byte[] body(Problem problem, String requestId) {
            return problem.json(requestId);
        }
    };

    String contentType();

    byte[] body(Problem problem, String requestId);
}
