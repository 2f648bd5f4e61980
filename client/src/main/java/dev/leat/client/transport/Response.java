package dev.leat.client.transport;

import dev.leat.wire.JsonObject;
import dev.leat.wire.LeatHeaders;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An answer of the server.
 *
 * @param repeated whether an earlier attempt of the request can have been carried out, because its answer was lost
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Response(int status, HttpHeaders headers, byte[] body, boolean repeated) {

    private static final int LONGEST_EXCERPT = 200;

    /** Returns whether the status is 2xx. */
    public boolean isGood() {
        return status >= 200 && status < 300;
    }

    /** Returns a header; null if it is absent. */
    public @Nullable String header(String name) {
        return headers.firstValue(name).orElse(null);
    }

    /** Returns a header that a successful answer must have. */
    public String required(String name) {
        return headers.firstValue(name)
                .orElseThrow(() -> new MalformedResponse("the answer " + status + " has no header " + name));
    }

    /** Returns whether a header is {@code true}, in any letter case. */
    public boolean isTrue(String name) {
        return "true".equalsIgnoreCase(header(name));
    }

    /** Returns a header that is a number; -1 if it is absent or none. */
    public long number(String name) {
        String text = header(name);
        try {
            return text == null ? -1 : Long.parseLong(text.trim());
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** Returns whether the body is a problem of Leat, so that more than the status is known. */
    public boolean hasProblem() {
        return ErrorResponses.problem(this) != null;
    }

    /** Returns the body, which must be a JSON object. */
    public JsonObject json() {
        return Json.object(body);
    }

    /** Returns the body, which must be a JSON object. Members with the name {@code raw} are kept as they were written. */
    public JsonObject json(String raw) {
        return Json.object(body, raw);
    }

    /** Returns how long the server asks to wait; null if it does not say, or gives a date. */
    @Nullable
    Duration retryAfter() {
        long seconds = number(LeatHeaders.RETRY_AFTER);
        return seconds < 0 ? null : Duration.ofSeconds(seconds);
    }

    /** Returns the beginning of an unexpected body, for a message. */
    String excerpt() {
        String text = new String(body, StandardCharsets.UTF_8).strip();
        return text.length() > LONGEST_EXCERPT ? text.substring(0, LONGEST_EXCERPT) + "…" : text;
    }
}
