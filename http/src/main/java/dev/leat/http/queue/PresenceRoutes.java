package dev.leat.http.queue;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.leat.api.ConsumerName;
import dev.leat.api.GroupName;
import dev.leat.api.Presence;
import dev.leat.api.QueueCommand;
import dev.leat.api.QueueName;
import dev.leat.api.QueueQuery;
import dev.leat.http.access.Action;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Hears from consumers that they are alive or go, and tells who is there. */
final class PresenceRoutes {

    void handle(Request request) {
        if (request.target().verb() == Verb.PRESENCE) {
            list(request);
        } else if (request.method().equals("PUT")) {
            heartbeat(request);
        } else {
            leave(request);
        }
    }

    private static void heartbeat(Request request) {
        QueueName queue = request.queue();
        GroupName group = request.group();
        ConsumerName consumer = request.consumer();
        request.small(fields -> {
            QueueCommand.Heartbeat heartbeat = Bad.checked(() -> new QueueCommand.Heartbeat(
                    queue,
                    group,
                    consumer,
                    Objects.requireNonNullElse(fields.text("instance"), ""),
                    fields.duration("ttl"),
                    fields.textMap("labels"),
                    fields.flag("extendLeases", false)));
            fields.end();
            request.submit(heartbeat, present -> request.answer(200, json -> write(json, present.presence())));
        });
    }

    private static void leave(Request request) {
        Query query = request.query();
        String instance = query.text("instance");
        QueueCommand.Leave leave = new QueueCommand.Leave(
                request.queue(),
                request.group(),
                request.consumer(),
                instance == null ? "" : instance,
                query.flag("release"));
        request.submit(
                leave,
                left -> request.answer(200, json -> {
                    json.writeStartObject();
                    json.writeBooleanField("existed", left.existed());
                    json.writeEndObject();
                }));
    }

    /** Shows the consumers of those queues that the caller may see. */
    private static void list(Request request) {
        Query query = request.query();
        String queue = query.text("queue");
        String group = query.text("group");
        if (queue != null) {
            request.permit().require(Action.BROWSE, queue);
        }
        QueueQuery.Consumers consumers = Bad.checked(() -> new QueueQuery.Consumers(
                queue == null ? null : QueueName.of(queue), group == null ? null : GroupName.of(group)));
        request.ask(
                consumers,
                page -> request.answer(200, json -> {
                    json.writeStartObject();
                    json.writeArrayFieldStart("consumers");
                    for (Presence presence : page.consumers()) {
                        if (isVisible(request, presence.queue())) {
                            write(json, presence);
                        }
                    }
                    json.writeEndArray();
                    json.writeArrayFieldStart("counts");
                    for (Presence.Counts counts : page.counts()) {
                        if (isVisible(request, counts.queue())) {
                            write(json, counts);
                        }
                    }
                    json.writeEndArray();
                    json.writeEndObject();
                }));
    }

    private static boolean isVisible(Request request, QueueName queue) {
        return request.permit().may(Action.BROWSE, queue.value());
    }

    private static void write(JsonGenerator json, Presence presence) throws IOException {
        json.writeStartObject();
        json.writeStringField("queue", presence.queue().value());
        json.writeStringField("group", presence.group().value());
        json.writeStringField("consumer", presence.consumer().value());
        json.writeStringField("instance", presence.instance());
        json.writeStringField("state", Words.of(presence.state()));
        json.writeStringField("registeredAt", presence.registeredAt().toString());
        json.writeStringField("lastSeen", presence.lastSeen().toString());
        json.writeStringField("ttl", presence.ttl().toString());
        json.writeObjectFieldStart("labels");
        for (Map.Entry<String, String> label : new TreeMap<>(presence.labels()).entrySet()) {
            json.writeStringField(label.getKey(), label.getValue());
        }
        json.writeEndObject();
        json.writeNumberField("leases", presence.leases());
        QueueJson.moment(json, "lastReceive", presence.lastReceive());
        QueueJson.moment(json, "lastSettle", presence.lastSettle());
        json.writeNumberField("received", presence.received());
        json.writeNumberField("settled", presence.settled());
        json.writeBooleanField("recovering", presence.recovering());
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, Presence.Counts counts) throws IOException {
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
