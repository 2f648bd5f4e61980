package dev.leat.client.queue;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.leat.api.ContentType;
import dev.leat.client.wire.BadAnswer;
import dev.leat.client.wire.Fields;
import dev.leat.client.wire.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Payloads inside of JSON. The server writes one whose content type is JSON as the value that it is, one that is text as a string
 * and any other in base64; here all are written in base64, so that each byte arrives.
 */
final class Payloads {

    /** The member that is kept as it was written. */
    static final String RAW = "payload";

    private static final String BASE64 = "payloadBase64";

    private Payloads() {}

    static byte[] read(Fields fields, ContentType type) {
        String base64 = fields.text(BASE64);
        if (base64 != null) {
            return decoded(base64);
        }
        byte[] raw = fields.raw(RAW);
        return isJson(type) ? raw : Json.string(raw).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] decoded(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw new BadAnswer("a payload is not valid base64");
        }
    }

    private static boolean isJson(ContentType type) {
        return type.isJson() || type.mediaType().endsWith("+json");
    }

    static void write(JsonGenerator json, byte[] payload) throws IOException {
        json.writeStringField(BASE64, Base64.getEncoder().encodeToString(payload));
    }
}
