package dev.leat.http.exchange;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Why a request got no for an answer, as RFC 9457 wants it told.
 *
 * @param type stable, for programs: a few words joined by dashes
 * @param detail a sentence for the person who will read it
 * @param headers what the answer carries beside the body
 */
public record Problem(int status, String type, String detail, Map<CharSequence, String> headers) {
    public static final String CONTENT_TYPE = "application/problem+json";

    /** What every type begins with. */
    public static final String TYPES = "urn:leat:problem:";

    private static final JsonFactory JSON = new JsonFactory();

    public static Problem of(int status, String type, String detail) {
        return new Problem(status, type, detail, Map.of());
    }

    /** A request that makes no sense. */
    public static Problem malformed(String type, String detail) {
        return of(400, type, detail);
    }

    public Problem with(CharSequence header, String value) {
        Map<CharSequence, String> more = new LinkedHashMap<>(headers);
        more.put(header, value);
        return new Problem(status, type, detail, more);
    }

    /** The body of the answer. */
    public byte[] json(@Nullable String requestId) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            json.writeStringField("type", TYPES + type);
            json.writeStringField("title", title());
            json.writeNumberField("status", status);
            json.writeStringField("detail", detail);
            if (requestId != null) {
                json.writeStringField("requestId", requestId);
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private String title() {
        return type.substring(0, 1).toUpperCase(Locale.ROOT) + type.substring(1).replace('-', ' ');
    }
}
