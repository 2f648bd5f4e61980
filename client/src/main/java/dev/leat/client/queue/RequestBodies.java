package dev.leat.client.queue;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.leat.client.transport.ClientRequest;
import dev.leat.client.transport.Json;
import dev.leat.wire.JsonMembers;
import java.io.IOException;
import java.util.Map;

/** JSON bodies of requests. */
final class RequestBodies {

    private RequestBodies() {}

    /** Returns a request with a JSON object as its body. */
    static ClientRequest object(ClientRequest request, Json members) {
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
