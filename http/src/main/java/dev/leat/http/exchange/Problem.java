package dev.leat.http.exchange;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.leat.wire.ProblemType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The reason of a refused request, in the terms of RFC 9457.
 *
 * @param type stable, for programs: a few words joined by dashes
 * @param detail a sentence for human readers
 * @param headers what the answer carries beside the body
 * @param members what programs may want to know beside the type: strings, whole numbers, booleans, and problems that
 *     are the cause of this one
 */
public record Problem(
        int status, String type, String detail, Map<CharSequence, String> headers, Map<String, Object> members) {
    public static final String CONTENT_TYPE = "application/problem+json";

    private static final JsonFactory JSON = new JsonFactory();

    /** Returns the problem of a rejection. */
    public static Problem of(ProblemType type, String detail) {
        return of(type.status(), type.text(), detail);
    }

    public static Problem of(int status, String type, String detail) {
        return new Problem(status, type, detail, Map.of(), Map.of());
    }

    /** Returns the problem of an invalid request. */
    public static Problem malformed(String type, String detail) {
        return of(400, type, detail);
    }

    public Problem with(CharSequence header, String value) {
        Map<CharSequence, String> more = new LinkedHashMap<>(headers);
        more.put(header, value);
        return new Problem(status, type, detail, more, members);
    }

    public Problem member(String name, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(members);
        more.put(name, value);
        return new Problem(status, type, detail, headers, more);
    }

    /** Returns the body of the answer. */
    public byte[] json(@Nullable String requestId) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            writeFields(json);
            if (requestId != null) {
                json.writeStringField("requestId", requestId);
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** Writes all but the request's id, into an object that was begun. */
    public void writeFields(JsonGenerator json) throws IOException {
        json.writeStringField("type", ProblemType.URN + type);
        json.writeStringField("title", title());
        json.writeNumberField("status", status);
        json.writeStringField("detail", detail);
        for (Map.Entry<String, Object> member : members.entrySet()) {
            json.writeFieldName(member.getKey());
            write(json, member.getValue());
        }
    }

    private static void write(JsonGenerator json, Object value) throws IOException {
        switch (value) {
            case Problem problem -> {
                json.writeStartObject();
                problem.writeFields(json);
                json.writeEndObject();
            }
            case Number number -> json.writeNumber(number.longValue());
            case Boolean flag -> json.writeBoolean(flag);
            default -> json.writeString(value.toString());
        }
    }

    private String title() {
        return type.substring(0, 1).toUpperCase(Locale.ROOT) + type.substring(1).replace('-', ' ');
    }
}
