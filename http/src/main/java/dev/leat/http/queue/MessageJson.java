package dev.leat.http.queue;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.leat.api.Delivery;
import dev.leat.api.MessageInfo;
import dev.leat.api.Provenance;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Messages as clients are told of them: those who work on them, and those who only look. */
final class MessageJson {

    private MessageJson() {}

    static void write(JsonGenerator json, Delivery delivery) throws IOException {
        json.writeStartObject();
        json.writeStringField("deliveryId", delivery.deliveryId().value());
        json.writeStringField("messageId", delivery.messageId().value());
        json.writeNumberField("seq", delivery.seq());
        json.writeNumberField("attempt", delivery.attempt());
        json.writeNumberField("maxAttempts", delivery.maxAttempts());
        Payloads.write(json, delivery.payload(), delivery.contentType());
        QueueJson.text(json, "key", delivery.key());
        json.writeNumberField("priority", delivery.priority());
        headers(json, delivery.headers());
        json.writeStringField("enqueuedAt", Moments.text(delivery.enqueuedAt()));
        json.writeStringField("leaseUntil", Moments.text(delivery.leaseUntil()));
        word(json, "redeliveryReason", delivery.redeliveryReason());
        provenance(json, delivery.provenance());
        json.writeEndObject();
    }

    static void write(JsonGenerator json, MessageInfo message) throws IOException {
        json.writeStartObject();
        json.writeStringField("messageId", message.messageId().value());
        json.writeNumberField("seq", message.seq());
        Payloads.write(json, message.payload(), message.contentType());
        QueueJson.text(json, "key", message.key());
        json.writeNumberField("priority", message.priority());
        headers(json, message.headers());
        json.writeStringField("enqueuedAt", message.enqueuedAt().toString());
        QueueJson.moment(json, "notBefore", message.notBefore());
        QueueJson.moment(json, "expiresAt", message.expiresAt());
        provenance(json, message.provenance());
        json.writeArrayFieldStart("groups");
        for (MessageInfo.InGroup group : message.groups()) {
            group(json, group);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void group(JsonGenerator json, MessageInfo.InGroup group) throws IOException {
        json.writeStartObject();
        json.writeStringField("group", group.group().value());
        json.writeStringField("state", Words.of(group.state()));
        json.writeNumberField("attempts", group.attempts());
        json.writeNumberField("releases", group.releases());
        QueueJson.moment(json, "due", group.due());
        QueueJson.text(json, "consumer", group.consumer());
        QueueJson.text(json, "blockedBy", group.blockedBy());
        history(json, group.history());
        json.writeEndObject();
    }

    private static void headers(JsonGenerator json, Map<String, String> headers) throws IOException {
        json.writeObjectFieldStart("headers");
        for (Map.Entry<String, String> header : new TreeMap<>(headers).entrySet()) {
            json.writeStringField(header.getKey(), header.getValue());
        }
        json.writeEndObject();
    }

    private static void provenance(JsonGenerator json, @Nullable Provenance provenance) throws IOException {
        if (provenance == null) {
            return;
        }
        json.writeObjectFieldStart("provenance");
        json.writeStringField("originQueue", provenance.originQueue().value());
        json.writeStringField("originGroup", provenance.originGroup().value());
        json.writeStringField("originId", provenance.originId().value());
        json.writeNumberField("originSeq", provenance.originSeq());
        json.writeStringField("originEnqueuedAt", provenance.originEnqueuedAt().toString());
        QueueJson.moment(json, "firstDeliveredAt", provenance.firstDeliveredAt());
        QueueJson.moment(json, "lastDeliveredAt", provenance.lastDeliveredAt());
        json.writeNumberField("attempts", provenance.attempts());
        json.writeNumberField("releases", provenance.releases());
        json.writeStringField("reason", Words.of(provenance.reason()));
        QueueJson.text(json, "lastError", provenance.lastError());
        QueueJson.text(json, "lastConsumer", provenance.lastConsumer());
        history(json, provenance.history());
        json.writeNumberField("hops", provenance.hops());
        json.writeEndObject();
    }

    private static void history(JsonGenerator json, List<Provenance.Attempt> history) throws IOException {
        json.writeArrayFieldStart("history");
        for (Provenance.Attempt attempt : history) {
            json.writeStartObject();
            json.writeNumberField("attempt", attempt.attempt());
            json.writeStringField("consumer", attempt.consumer().value());
            json.writeStringField("at", attempt.at().toString());
            json.writeStringField("outcome", attempt.outcome());
            QueueJson.text(json, "reason", attempt.reason());
            QueueJson.text(json, "error", attempt.error());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void word(JsonGenerator json, String name, @Nullable Enum<?> constant) throws IOException {
        if (constant != null) {
            json.writeStringField(name, Words.of(constant));
        }
    }
}
