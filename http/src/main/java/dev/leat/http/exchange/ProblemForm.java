package dev.leat.http.exchange;

/** How some routes write their problems down. */
public interface ProblemForm {

    /** What routes use that nobody else has defined a form for. */
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
