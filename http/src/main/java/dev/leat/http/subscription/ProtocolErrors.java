package dev.leat.http.subscription;

import dev.leat.api.Rejection;
import dev.leat.http.exchange.Exchange;
import dev.leat.http.exchange.HeaderNames;
import dev.leat.http.exchange.Json;
import dev.leat.http.exchange.Problem;
import dev.leat.http.exchange.ProblemException;
import dev.leat.http.exchange.ProblemForm;
import dev.leat.http.exchange.Problems;
import java.util.Locale;
import java.util.Map;

/** The protocol's form of problems on the routes of subscriptions: a code in capitals. */
final class ProtocolErrors implements ProblemForm {
    static final ProtocolErrors FORM = new ProtocolErrors();

    private static final String URL_REJECTED = "webhook-url-rejected";

    /** The protocol's words where they are not ours. */
    private static final Map<String, String> CODES = Map.of(
            "subscription-exists", "SUBSCRIPTION_ALREADY_EXISTS",
            "wake-fenced", "FENCED",
            "wake-claimed", "ALREADY_CLAIMED",
            "nothing-pending", "NO_PENDING_WORK",
            "ack-out-of-range", "INVALID_OFFSET");

    private ProtocolErrors() {}

    static ProblemException invalid(String message) {
        return ProblemException.malformed("invalid-request", message);
    }

    static ProblemException urlRejected(String message) {
        return ProblemException.malformed(URL_REJECTED, message);
    }

    static ProblemException tokenInvalid(String message) {
        return unauthorized("token-invalid", message);
    }

    static ProblemException tokenExpired() {
        return unauthorized("token-expired", "the token was good once, but its time is over");
    }

    static ProblemException fenced() {
        return new ProblemException(Problem.of(409, "wake-fenced", "the token belongs to another wake"));
    }

    static ProblemException invalidOffset(String message) {
        return new ProblemException(Problem.of(409, "ack-out-of-range", message));
    }

    private static ProblemException unauthorized(String type, String message) {
        return new ProblemException(Problem.of(401, type, message).with("WWW-Authenticate", "Bearer"));
    }

    @Override
    public String contentType() {
        return Json.CONTENT_TYPE;
    }

    @Override
    public byte[] body(Problem problem, String requestId) {
        return Json.bytes(json -> {
            json.writeStartObject();
            json.writeObjectFieldStart("error");
            json.writeStringField("code", code(problem));
            json.writeStringField("message", problem.detail());
            json.writeStringField("request_id", requestId);
            json.writeEndObject();
            json.writeEndObject();
        });
    }

    private static String code(Problem problem) {
        if (problem.status() == 400 && !problem.type().equals(URL_REJECTED)) {
            return "INVALID_REQUEST";
        }
        String same = problem.type().toUpperCase(Locale.ROOT).replace('-', '_');
        return CODES.getOrDefault(problem.type(), same);
    }

    /** Answers with the problem and the current holder of the wake. */
    static void refuse(Exchange exchange, Rejection.WakeClaimed claimed) {
        Problem problem = Problems.from(claimed);
        exchange.answer(problem.status()).putHeader(HeaderNames.CACHE_CONTROL, HeaderNames.NO_STORE);
        Json.end(exchange, json -> {
            json.writeStartObject();
            json.writeObjectFieldStart("error");
            json.writeStringField("code", code(problem));
            json.writeStringField("message", problem.detail());
            json.writeStringField("current_holder", claimed.holder());
            json.writeNumberField("generation", claimed.generation());
            json.writeEndObject();
            json.writeEndObject();
        });
    }
}
