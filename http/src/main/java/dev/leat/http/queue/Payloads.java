package dev.leat.http.queue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.leat.api.ContentType;
import dev.leat.http.queue.JsonBody.Raw;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Payloads inside of JSON: one whose content type is JSON is a value and keeps its bytes, one that is text is a string, any other
 * is in base64. What is not what its content type says is in base64, too, so that an answer is valid whatever was enqueued.
 */
public final class Payloads {
    private static final String BASE64 = "payloadBase64";

    /** Less deep than what clients parse by default. */
    private static final int DEEPEST = 500;

    private static final char REPLACEMENT = '\uFFFD';

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEEPEST)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .build();

    private Payloads() {}

    /** A payload and what it is; null for the content type if nobody said. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Payload(byte[] bytes, @Nullable ContentType contentType) {}

    /** Reads {@code payload} or {@code payloadBase64}, and {@code contentType}; null if there is neither. */
    static @Nullable Payload read(Fields fields) {
        String given = fields.text("contentType");
        ContentType type = given == null ? null : Bad.checked(() -> new ContentType(given));
        Raw raw = fields.raw(JsonBody.PAYLOAD);
        String base64 = fields.text(BASE64);
        if (base64 != null && raw != null && !isNull(raw)) {
            throw Bad.argument(
                    fields.at(JsonBody.PAYLOAD) + " and " + fields.at(BASE64) + " are two ways to say one thing");
        }
        if (base64 != null) {
            return new Payload(decoded(fields, base64), type);
        }
        return raw == null ? null : new Payload(bytes(fields, raw, type), type == null ? ContentType.JSON : type);
    }

    private static boolean isNull(Raw raw) {
        return raw.bytes().length == 4 && raw.bytes()[0] == 'n';
    }

    private static byte[] decoded(Fields fields, String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw Bad.argument(fields.at(BASE64) + " is not valid base64");
        }
    }

    private static byte[] bytes(Fields fields, Raw raw, @Nullable ContentType type) {
        Kind kind = type == null ? Kind.JSON : Kind.of(type);
        if (kind.json) {
            return raw.bytes();
        }
        String text = raw.text();
        if (!kind.text || text == null) {
            throw Bad.argument(fields.at(JsonBody.PAYLOAD) + " of the content type " + Bad.quoted(String.valueOf(type))
                    + (kind.text ? " is a string" : " is sent as " + BASE64));
        }
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Writes the members that {@link #read} reads. */
    public static void write(JsonGenerator json, byte[] payload, ContentType type) throws IOException {
        Kind kind = Kind.of(type);
        if (kind.json && isValid(payload)) {
            json.writeFieldName(JsonBody.PAYLOAD);
            json.writeRawValue(new String(payload, StandardCharsets.UTF_8));
        } else if (kind.text && (isAscii(payload) || text(payload) != null)) {
            json.writeFieldName(JsonBody.PAYLOAD);
            json.writeUTF8String(payload, 0, payload.length);
        } else {
            json.writeStringField(BASE64, Base64.getEncoder().encodeToString(payload));
        }
        json.writeStringField("contentType", type.value());
    }

    /** What a content type means here. The last few are remembered: it is asked for every message, and they are few. */
    private record Kind(String type, boolean json, boolean text) {
        static final Kind JSON = new Kind(ContentType.JSON.value(), true, false);
        private static final @Nullable Kind[] KNOWN = new Kind[64];

        static Kind of(ContentType type) {
            int slot = type.value().hashCode() & (KNOWN.length - 1);
            Kind known = KNOWN[slot]; // whoever loses a race asks once more
            if (known == null || !known.type.equals(type.value())) {
                known = new Kind(type.value(), isJson(type), isText(type));
                KNOWN[slot] = known;
            }
            return known;
        }

        private static boolean isJson(ContentType type) {
            return type.isJson() || type.mediaType().endsWith("+json");
        }

        private static boolean isText(ContentType type) {
            String whole = type.value().toLowerCase(Locale.ROOT);
            return !isJson(type) // what looks like a string might be a value otherwise
                    && type.mediaType().startsWith("text/")
                    && (!whole.contains("charset") || whole.contains("utf-8"));
        }
    }

    private static boolean isAscii(byte[] bytes) {
        int all = 0;
        for (byte each : bytes) {
            all |= each;
        }
        return all >= 0;
    }

    /** Null if the bytes are not UTF-8. */
    static @Nullable String text(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        return text.indexOf(REPLACEMENT) < 0 ? text : strictly(bytes);
    }

    /** Whether what stands for bytes that are none was written as such is a question for the slower decoder. */
    private static @Nullable String strictly(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    private static boolean isValid(byte[] bytes) {
        if (text(bytes) == null || bytes.length == 0 || bytes[0] <= 0 || (bytes.length > 1 && bytes[1] == 0)) {
            return false;
        }
        try (JsonParser json = FACTORY.createParser(bytes)) {
            if (json.nextToken() == null) {
                return false;
            }
            json.skipChildren();
            return json.nextToken() == null;
        } catch (IOException e) {
            return false;
        }
    }
}
