package dev.leat.client.queue;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.leat.client.transport.ClientRequest;
import dev.leat.client.transport.Json;
import dev.leat.wire.JsonMembers;
import java.io.IOException;
import java.util.Map;

/** Members of a JSON object that may not be there. */
final class RequestBodies {

    private RequestBodies() {}

    /** The request with an object as its body. */
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
