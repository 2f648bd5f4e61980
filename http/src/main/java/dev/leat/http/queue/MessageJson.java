package dev.leat.http.queue;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.SerializedString;
import dev.leat.api.Delivery;
import dev.leat.api.MessageInfo;
import dev.leat.api.Provenance;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Messages as clients are told of them: those who work on them, and those who only look. */
public final class MessageJson {
    private static final SerializableString DELIVERY_ID = new SerializedString("deliveryId");
    private static final SerializableString MESSAGE_ID = new SerializedString("messageId");
    private static final SerializableString SEQ = new SerializedString("seq");
    private static final SerializableString ATTEMPT = new SerializedString("attempt");
    private static final SerializableString MAX_ATTEMPTS = new SerializedString("maxAttempts");
    private static final SerializableString PRIORITY = new SerializedString("priority");
    private static final SerializableString ENQUEUED_AT = new SerializedString("enqueuedAt");
    private static final SerializableString LEASE_UNTIL = new SerializedString("leaseUntil");

    private MessageJson() {}

    /** The one object that is written once for every message: its names are encoded beforehand. */
    public static void write(JsonGenerator json, Delivery delivery) throws IOException {
        json.writeStartObject();
        text(json, DELIVERY_ID, delivery.deliveryId().value());
        text(json, MESSAGE_ID, delivery.messageId().value());
        number(json, SEQ, delivery.seq());
        number(json, ATTEMPT, delivery.attempt());
        number(json, MAX_ATTEMPTS, delivery.maxAttempts());
        Payloads.write(json, delivery.payload(), delivery.contentType());
        QueueJson.text(json, "key", delivery.key());
        number(json, PRIORITY, delivery.priority());
        headers(json, delivery.headers());
        text(json, ENQUEUED_AT, Moments.text(delivery.enqueuedAt()));
        text(json, LEASE_UNTIL, Moments.text(delivery.leaseUntil()));
        word(json, "redeliveryReason", delivery.redeliveryReason());
        provenance(json, delivery.provenance());
        json.writeEndObject();
    }

    private static void text(JsonGenerator json, SerializableString name, String text) throws IOException {
        json.writeFieldName(name);
        json.writeString(text);
    }

    private static void number(JsonGenerator json, SerializableString name, long number) throws IOException {
        json.writeFieldName(name);
        json.writeNumber(number);
    }

    public static void write(JsonGenerator json, MessageInfo message) throws IOException {
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
