package dev.leat.http.queue;

import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.Presence;
import dev.leat.api.queue.QueueName;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueQuery;
import dev.leat.http.access.Action;
import dev.leat.http.exchange.Parameters;
import dev.leat.wire.PresenceJson;
import java.util.Objects;

/** Routes for heartbeats and departures of consumers, and for the list of those present. */
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
            Long leases = fields.whole("leases", 0, Integer.MAX_VALUE);
            QueueCommand.Heartbeat heartbeat = Bad.checked(() -> new QueueCommand.Heartbeat(
                    queue,
                    group,
                    consumer,
                    Objects.requireNonNullElse(fields.text("instance"), ""),
                    fields.duration("ttl"),
                    fields.textMap("labels"),
                    fields.flag("extendLeases", false),
                    leases == null ? null : Math.toIntExact(leases)));
            fields.end();
            request.submit(
                    heartbeat, present -> request.answer(200, json -> PresenceJson.write(json, present.presence())));
        });
    }

    private static void leave(Request request) {
        Parameters query = request.query();
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

    /** Shows the consumers of the queues that the caller may see. */
    private static void list(Request request) {
        Parameters query = request.query();
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
                            PresenceJson.write(json, presence);
                        }
                    }
                    json.writeEndArray();
                    json.writeArrayFieldStart("counts");
                    for (Presence.Counts counts : page.counts()) {
                        if (isVisible(request, counts.queue())) {
                            PresenceJson.write(json, counts);
                        }
                    }
                    json.writeEndArray();
                    json.writeEndObject();
                }));
    }

    private static boolean isVisible(Request request, QueueName queue) {
        return request.permit().may(Action.BROWSE, queue.value());
    }
}
