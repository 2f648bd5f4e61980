package dev.leat.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.leat.api.ContentType;
import dev.leat.wire.JsonObject.Raw;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Payloads inside of JSON: one whose content type is JSON is a value and keeps its bytes, one that is text is a string, any other
 * is in base64. A payload that does not match its content type is in base64 too, so that an answer is valid JSON in any case.
 */
public final class PayloadJson {

    /** The member that {@link JsonReader} keeps as it was written. */
    public static final String PAYLOAD = "payload";

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

    private PayloadJson() {}

    /**
     * The payload of a request.
     *
     * @param contentType null if the request does not say
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Payload(byte[] bytes, @Nullable ContentType contentType) {}

    /** Reads {@code payload} or {@code payloadBase64}, and {@code contentType}; null if there is neither. */
    public static @Nullable Payload read(JsonObject fields) {
        String given = fields.text("contentType");
        ContentType type = given == null ? null : fields.checked(() -> new ContentType(given));
        Raw raw = fields.raw(PAYLOAD);
        String base64 = fields.text(BASE64);
        if (base64 != null && raw != null && !isNull(raw)) {
            throw fields.invalid(fields.at(PAYLOAD) + " and " + fields.at(BASE64) + " are two ways to say one thing");
        }
        if (base64 != null) {
            return new Payload(decoded(fields, base64), type);
        }
        return raw == null ? null : new Payload(bytes(fields, raw, type), type == null ? ContentType.JSON : type);
    }

    private static boolean isNull(Raw raw) {
        return raw.bytes().length == 4 && raw.bytes()[0] == 'n';
    }

    private static byte[] decoded(JsonObject fields, String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw fields.invalid(fields.at(BASE64) + " is not valid base64");
        }
    }

    private static byte[] bytes(JsonObject fields, Raw raw, @Nullable ContentType type) {
        Kind kind = type == null ? Kind.JSON : Kind.of(type);
        if (kind.json) {
            return raw.bytes();
        }
        String text = raw.text();
        if (!kind.text || text == null) {
            throw fields.invalid(fields.at(PAYLOAD) + " of the content type " + JsonObject.quoted(String.valueOf(type))
                    + (kind.text ? " is a string" : " is sent as " + BASE64));
        }
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Reads the payload of an answer, which has members that {@link #write} has written. */
    static byte[] readWritten(JsonObject fields, ContentType type) {
        String base64 = fields.text(BASE64);
        if (base64 != null) {
            return decoded(fields, base64);
        }
        Raw raw = fields.raw(PAYLOAD);
        if (raw == null) {
            throw fields.invalid(fields.at(PAYLOAD) + " is missing");
        }
        if (Kind.of(type).json) {
            return raw.bytes();
        }
        String text = raw.text();
        if (text == null) {
            throw fields.invalid(fields.at(PAYLOAD) + " must be a string");
        }
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Writes a payload in base64, in which any bytes arrive unchanged. */
    public static void writeBase64(JsonGenerator json, byte[] payload) throws IOException {
        json.writeStringField(BASE64, Base64.getEncoder().encodeToString(payload));
    }

    /** Writes the members that {@link #read} reads. */
    public static void write(JsonGenerator json, byte[] payload, ContentType type) throws IOException {
        Kind kind = Kind.of(type);
        if (kind.json && isValid(payload)) {
            json.writeFieldName(PAYLOAD);
            json.writeRawValue(new String(payload, StandardCharsets.UTF_8));
        } else if (kind.text && (isAscii(payload) || utf8(payload) != null)) {
            json.writeFieldName(PAYLOAD);
            json.writeUTF8String(payload, 0, payload.length);
        } else {
            writeBase64(json, payload);
        }
        json.writeStringField("contentType", type.value());
    }

    /** How payloads of a content type are written. The last few types are cached, since this is looked up for each message. */
    private record Kind(String type, boolean json, boolean text) {
        static final Kind JSON = new Kind(ContentType.JSON.value(), true, false);
        private static final @Nullable Kind[] CACHE = new Kind[64];

        static Kind of(ContentType type) {
            int slot = type.value().hashCode() & (CACHE.length - 1);
            Kind cached = CACHE[slot]; // a thread that loses the race looks once more
            if (cached == null || !cached.type.equals(type.value())) {
                cached = new Kind(type.value(), isJson(type), isText(type));
                CACHE[slot] = cached;
            }
            return cached;
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

    /** Returns the text of bytes in UTF-8; null if they are not. */
    static @Nullable String utf8(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        return text.indexOf(REPLACEMENT) < 0 ? text : utf8Strictly(bytes);
    }

    /** Decodes with the slower decoder, which tells a replacement character of the text from one for malformed bytes. */
    private static @Nullable String utf8Strictly(byte[] bytes) {
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
        if (utf8(bytes) == null || bytes.length == 0 || bytes[0] <= 0 || (bytes.length > 1 && bytes[1] == 0)) {
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
