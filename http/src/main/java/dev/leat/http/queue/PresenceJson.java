package dev.leat.http.queue;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.leat.api.Presence;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/** Consumers as clients are told of them. */
public final class PresenceJson {

    private PresenceJson() {}

    public static void write(JsonGenerator json, Presence presence) throws IOException {
        json.writeStartObject();
        json.writeStringField("queue", presence.queue().value());
        json.writeStringField("group", presence.group().value());
        json.writeStringField("consumer", presence.consumer().value());
        json.writeStringField("instance", presence.instance());
        json.writeStringField("state", Words.of(presence.state()));
        json.writeStringField("registeredAt", presence.registeredAt().toString());
        json.writeStringField("lastSeen", presence.lastSeen().toString());
        json.writeStringField("lastSeenAge", presence.lastSeenAge().toString());
        json.writeStringField("ttl", presence.ttl().toString());
        json.writeObjectFieldStart("labels");
        for (Map.Entry<String, String> label : new TreeMap<>(presence.labels()).entrySet()) {
            json.writeStringField(label.getKey(), label.getValue());
        }
        json.writeEndObject();
        json.writeNumberField("leases", presence.leases());
        if (presence.reportedLeases() != null) {
            json.writeNumberField("reportedLeases", presence.reportedLeases());
        }
        QueueJson.moment(json, "lastReceive", presence.lastReceive());
        QueueJson.moment(json, "lastSettle", presence.lastSettle());
        json.writeNumberField("received", presence.received());
        json.writeNumberField("settled", presence.settled());
        json.writeBooleanField("recovering", presence.recovering());
        json.writeEndObject();
    }

    static void write(JsonGenerator json, Presence.Counts counts) throws IOException {
        json.writeStartObject();
        json.writeStringField("queue", counts.queue().value());
        json.writeStringField("group", counts.group().value());
        json.writeNumberField("active", counts.active());
        json.writeNumberField("stale", counts.stale());
        json.writeNumberField("expired", counts.expired());
        json.writeNumberField("left", counts.left());
        json.writeEndObject();
    }
}
