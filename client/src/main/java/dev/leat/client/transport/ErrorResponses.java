package dev.leat.client.transport;

import dev.leat.api.Rejection;
import dev.leat.wire.JsonObject;
import dev.leat.wire.ProblemReader;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Maps answers that are no success to rejections: by their problem, else by their status. */
public final class ErrorResponses {
    private static final Duration A_MOMENT = Duration.ofSeconds(1);

    private ErrorResponses() {}

    /** Returns the rejection of an answer. */
    static Rejection of(Response answer) {
        JsonObject problem = problem(answer);
        Rejection known = problem == null ? null : ProblemReader.find(problem);
        return known != null ? known : byStatus(answer, problem);
    }

    /** Returns the problem in an answer; null if it does not come from a server of Leat. */
    static @Nullable JsonObject problem(Response answer) {
        String type = answer.header("Content-Type");
        if (type == null || !type.startsWith("application/problem+json")) {
            return null;
        }
        try {
            return answer.json();
        } catch (MalformedResponse e) {
            return null;
        }
    }

    /** Returns the rejection of a problem without one, of an older server, or of a proxy. */
    private static Rejection byStatus(Response answer, @Nullable JsonObject problem) {
        String what = problem == null ? "the server answered " + answer.status() : ProblemReader.detail(problem);
        Duration wait = answer.retryAfter() == null ? A_MOMENT : answer.retryAfter();
        return switch (answer.status()) {
            case 401 -> new Rejection.CredentialsRefused(what);
            case 403 -> new Rejection.AccessRefused(what);
            case 429 -> new Rejection.RateExceeded(wait);
            case 503 -> new Rejection.Unavailable(what, wait);
            default ->
                answer.status() >= 500
                        ? new Rejection.OutcomeUnknown(what)
                        : new Rejection.BadArgument(problem == null ? what + " " + answer.excerpt() : what);
        };
    }
}
