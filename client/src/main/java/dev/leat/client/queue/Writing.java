package dev.leat.client.queue;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.leat.client.wire.Json;
import dev.leat.client.wire.Request;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Members of a JSON object that may not be there. */
final class Writing {

    private Writing() {}

    /** The request with an object as its body. */
    static Request object(Request request, Json members) {
        byte[] body = Json.bytes(json -> {
            json.writeStartObject();
            members.write(json);
            json.writeEndObject();
        });
        return request.with(Json.CONTENT_TYPE, body);
    }

    /** Names, durations, moments and texts; nothing if there is none. */
    static void text(JsonGenerator json, String name, @Nullable Object value) throws IOException {
        if (value != null) {
            json.writeStringField(name, value.toString());
        }
    }

    /** A word; nothing if there is none. */
    static void word(JsonGenerator json, String name, @Nullable Enum<?> constant) throws IOException {
        text(json, name, constant == null ? null : Words.of(constant));
    }

    static void map(JsonGenerator json, String name, Map<String, String> map) throws IOException {
        if (!map.isEmpty()) {
            json.writeObjectFieldStart(name);
            for (Map.Entry<String, String> each : map.entrySet()) {
                json.writeStringField(each.getKey(), each.getValue());
            }
            json.writeEndObject();
        }
    }
}
