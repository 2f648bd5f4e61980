package dev.leat.client.queue;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.leat.client.wire.Json;
import dev.leat.client.wire.Request;
import dev.leat.wire.JsonMembers;
import java.io.IOException;
import java.util.Map;

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

    static void map(JsonGenerator json, String name, Map<String, String> map) throws IOException {
        if (!map.isEmpty()) {
            JsonMembers.map(json, name, map);
        }
    }
}
