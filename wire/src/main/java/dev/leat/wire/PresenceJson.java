package dev.leat.wire;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.Presence;
import dev.leat.api.queue.QueueName;
import java.io.IOException;
import java.util.TreeMap;

/** The presence of consumers in JSON. */
public final class PresenceJson {

    private PresenceJson() {}

    /** Writes a consumer as an object. */
    public static void write(JsonGenerator json, Presence presence) throws IOException {
        json.writeStartObject();
        json.writeStringField("queue", presence.queue().value());
        json.writeStringField("group", presence.group().value());
        json.writeStringField("consumer", presence.consumer().value());
        json.writeStringField("instance", presence.instance());
        json.writeStringField("state", EnumWords.of(presence.state()));
        json.writeStringField("registeredAt", presence.registeredAt().toString());
        json.writeStringField("lastSeen", presence.lastSeen().toString());
        json.writeStringField("lastSeenAge", presence.lastSeenAge().toString());
        json.writeStringField("ttl", presence.ttl().toString());
        JsonMembers.map(json, "labels", new TreeMap<>(presence.labels()));
        json.writeNumberField("leases", presence.leases());
        JsonMembers.whole(json, "reportedLeases", presence.reportedLeases());
        JsonMembers.text(json, "lastReceive", presence.lastReceive());
        JsonMembers.text(json, "lastSettle", presence.lastSettle());
        json.writeNumberField("received", presence.received());
        json.writeNumberField("settled", presence.settled());
        json.writeBooleanField("recovering", presence.recovering());
        json.writeEndObject();
    }

    /** Writes the counts of a group as an object. */
    public static void write(JsonGenerator json, Presence.Counts counts) throws IOException {
        json.writeStartObject();
        json.writeStringField("queue", counts.queue().value());
        json.writeStringField("group", counts.group().value());
        json.writeNumberField("active", counts.active());
        json.writeNumberField("stale", counts.stale());
        json.writeNumberField("expired", counts.expired());
        json.writeNumberField("left", counts.left());
        json.writeEndObject();
    }

    /** Reads a consumer. */
    public static Presence presence(JsonObject fields) {
        Long reported = fields.whole("reportedLeases", Integer.MIN_VALUE, Integer.MAX_VALUE);
        return new Presence(
                QueueName.of(fields.requiredText("queue")),
                GroupName.of(fields.requiredText("group")),
                ConsumerName.of(fields.requiredText("consumer")),
                fields.requiredText("instance"),
                fields.requiredWord("state", Presence.State.class),
                fields.requiredInstant("registeredAt"),
                fields.requiredInstant("lastSeen"),
                fields.requiredDuration("lastSeenAge"),
                fields.requiredDuration("ttl"),
                fields.textMap("labels"),
                fields.requiredInt("leases"),
                reported == null ? null : reported.intValue(),
                fields.instant("lastReceive"),
                fields.instant("lastSettle"),
                fields.requiredWhole("received"),
                fields.requiredWhole("settled"),
                fields.flag("recovering", false));
    }

    /** Reads the counts of a group. */
    public static Presence.Counts counts(JsonObject fields) {
        return new Presence.Counts(
                QueueName.of(fields.requiredText("queue")),
                GroupName.of(fields.requiredText("group")),
                fields.requiredInt("active"),
                fields.requiredInt("stale"),
                fields.requiredInt("expired"),
                fields.requiredInt("left"));
    }
}
