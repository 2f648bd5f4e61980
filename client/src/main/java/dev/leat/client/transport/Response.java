package dev.leat.client.transport;

import dev.leat.wire.JsonObject;
import dev.leat.wire.LeatHeaders;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What the server answered.
 *
 * @param repeated whether the request was sent before and may have been carried out then, because that answer was lost
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Response(int status, HttpHeaders headers, byte[] body, boolean repeated) {

    private static final int LONGEST_EXCERPT = 200;

    public boolean isGood() {
        return status >= 200 && status < 300;
    }

    public @Nullable String header(String name) {
        return headers.firstValue(name).orElse(null);
    }

    /** A header that a good answer must have. */
    public String required(String name) {
        return headers.firstValue(name)
                .orElseThrow(() -> new MalformedResponse("the answer " + status + " has no header " + name));
    }

    public boolean isTrue(String name) {
        return "true".equalsIgnoreCase(header(name));
    }

    /** A header that is a number, or -1. */
    public long number(String name) {
        String text = header(name);
        try {
            return text == null ? -1 : Long.parseLong(text.trim());
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** Whether it says what is wrong in the words of Leat, rather than by its status alone. */
    public boolean hasProblem() {
        return ErrorResponses.problem(this) != null;
    }

    /** The body, which must be a JSON object. */
    public JsonObject json() {
        return Json.object(body);
    }

    /** The body, which must be a JSON object; members of one name are kept as they were written. */
    public JsonObject json(String raw) {
        return Json.object(body, raw);
    }

    /** How long the server asks to wait; null if it does not say, or gives a date. */
    @Nullable
    Duration retryAfter() {
        long seconds = number(LeatHeaders.RETRY_AFTER);
        return seconds < 0 ? null : Duration.ofSeconds(seconds);
    }

    /** The beginning of a body that is not what it should be, for the person who will look into it. */
    String excerpt() {
        String text = new String(body, StandardCharsets.UTF_8).strip();
        return text.length() > LONGEST_EXCERPT ? text.substring(0, LONGEST_EXCERPT) + "…" : text;
    }
}
