package dev.leat.wire;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.SerializedString;
import dev.leat.api.ContentType;
import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.DeliveryId;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.Provenance;
import dev.leat.api.queue.QueueName;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Messages in JSON: to be enqueued, as a delivery, and as shown to an operator. */
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

    /** Writes a delivery. This runs for each message that is received, so the names of its members are encoded beforehand. */
    public static void write(JsonGenerator json, Delivery delivery) throws IOException {
        json.writeStartObject();
        text(json, DELIVERY_ID, delivery.deliveryId().value());
        text(json, MESSAGE_ID, delivery.messageId().value());
        number(json, SEQ, delivery.seq());
        number(json, ATTEMPT, delivery.attempt());
        number(json, MAX_ATTEMPTS, delivery.maxAttempts());
        PayloadJson.write(json, delivery.payload(), delivery.contentType());
        JsonMembers.text(json, "key", delivery.key());
        number(json, PRIORITY, delivery.priority());
        headers(json, delivery.headers());
        text(json, ENQUEUED_AT, InstantText.of(delivery.enqueuedAt()));
        text(json, LEASE_UNTIL, InstantText.of(delivery.leaseUntil()));
        JsonMembers.word(json, "redeliveryReason", delivery.redeliveryReason());
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

    /** Writes a message as {@link #info} reads it. */
    public static void write(JsonGenerator json, MessageInfo message) throws IOException {
        json.writeStartObject();
        json.writeStringField("messageId", message.messageId().value());
        json.writeNumberField("seq", message.seq());
        PayloadJson.write(json, message.payload(), message.contentType());
        JsonMembers.text(json, "key", message.key());
        json.writeNumberField("priority", message.priority());
        headers(json, message.headers());
        json.writeStringField("enqueuedAt", message.enqueuedAt().toString());
        JsonMembers.text(json, "notBefore", message.notBefore());
        JsonMembers.text(json, "expiresAt", message.expiresAt());
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
        json.writeStringField("state", EnumWords.of(group.state()));
        json.writeNumberField("attempts", group.attempts());
        json.writeNumberField("releases", group.releases());
        JsonMembers.text(json, "due", group.due());
        JsonMembers.text(json, "consumer", group.consumer());
        JsonMembers.text(json, "blockedBy", group.blockedBy());
        history(json, group.history());
        json.writeEndObject();
    }

    private static void headers(JsonGenerator json, Map<String, String> headers) throws IOException {
        JsonMembers.map(json, "headers", new TreeMap<>(headers));
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
        JsonMembers.text(json, "firstDeliveredAt", provenance.firstDeliveredAt());
        JsonMembers.text(json, "lastDeliveredAt", provenance.lastDeliveredAt());
        json.writeNumberField("attempts", provenance.attempts());
        json.writeNumberField("releases", provenance.releases());
        json.writeStringField("reason", EnumWords.of(provenance.reason()));
        JsonMembers.text(json, "lastError", provenance.lastError());
        JsonMembers.text(json, "lastConsumer", provenance.lastConsumer());
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
            JsonMembers.text(json, "reason", attempt.reason());
            JsonMembers.text(json, "error", attempt.error());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** Writes the members of a message to be enqueued, into an object that was begun. */
    public static void write(JsonGenerator json, NewMessage message) throws IOException {
        PayloadJson.writeBase64(json, message.payload());
        json.writeStringField("contentType", message.contentType().value());
        JsonMembers.text(json, "key", message.key());
        if (message.priority() != NewMessage.DEFAULT_PRIORITY) {
            json.writeNumberField("priority", message.priority());
        }
        JsonMembers.text(json, "notBefore", message.notBefore());
        JsonMembers.text(json, "delay", message.delay());
        JsonMembers.text(json, "ttl", message.ttl());
        JsonMembers.text(json, "dedupId", message.dedupId());
        JsonMembers.whole(json, "maxAttempts", message.maxAttempts());
        if (!message.groups().isEmpty()) {
            json.writeArrayFieldStart("groups");
            for (GroupName group : message.groups()) {
                json.writeString(group.value());
            }
            json.writeEndArray();
        }
        if (!message.headers().isEmpty()) {
            JsonMembers.map(json, "headers", message.headers());
        }
    }

    /** Reads a message to be enqueued. The caller refuses unknown members, because the object can have members of its own. */
    public static NewMessage newMessage(JsonObject fields) {
        PayloadJson.Payload payload = PayloadJson.read(fields);
        if (payload == null) {
            throw fields.invalid(fields.at("payload") + " or " + fields.at("payloadBase64") + " is missing");
        }
        ContentType type = payload.contentType();
        Long attempts = fields.whole("maxAttempts", 1, Integer.MAX_VALUE);
        return fields.checked(() -> new NewMessage(
                payload.bytes(),
                type == null ? ContentType.BYTES : type,
                fields.text("key"),
                fields.integer(
                        "priority",
                        NewMessage.LOWEST_PRIORITY,
                        NewMessage.HIGHEST_PRIORITY,
                        NewMessage.DEFAULT_PRIORITY),
                fields.instant("notBefore"),
                fields.duration("delay"),
                fields.duration("ttl"),
                fields.text("dedupId"),
                attempts == null ? null : attempts.intValue(),
                fields.texts("groups").stream().map(GroupName::of).collect(Collectors.toUnmodifiableSet()),
                fields.textMap("headers")));
    }

    /** Reads a delivery. */
    public static Delivery delivery(JsonObject fields) {
        ContentType type = new ContentType(fields.requiredText("contentType"));
        return new Delivery(
                DeliveryId.of(fields.requiredText("deliveryId")),
                id(fields, "messageId"),
                fields.requiredWhole("seq"),
                fields.requiredInt("attempt"),
                fields.requiredInt("maxAttempts"),
                PayloadJson.readWritten(fields, type),
                type,
                fields.text("key"),
                fields.requiredInt("priority"),
                fields.textMap("headers"),
                fields.requiredInstant("enqueuedAt"),
                fields.requiredInstant("leaseUntil"),
                fields.word("redeliveryReason", Delivery.Redelivery.class),
                provenance(fields.object("provenance")));
    }

    /** Reads what is known of a message. */
    public static MessageInfo info(JsonObject fields) {
        ContentType type = new ContentType(fields.requiredText("contentType"));
        return new MessageInfo(
                id(fields, "messageId"),
                fields.requiredWhole("seq"),
                PayloadJson.readWritten(fields, type),
                type,
                fields.text("key"),
                fields.requiredInt("priority"),
                fields.textMap("headers"),
                fields.requiredInstant("enqueuedAt"),
                fields.instant("notBefore"),
                fields.instant("expiresAt"),
                provenance(fields.object("provenance")),
                fields.objects("groups").stream().map(MessageJson::inGroup).toList());
    }

    private static MessageInfo.InGroup inGroup(JsonObject fields) {
        String blockedBy = fields.text("blockedBy");
        return new MessageInfo.InGroup(
                GroupName.of(fields.requiredText("group")),
                fields.requiredWord("state", MessageInfo.State.class),
                fields.requiredInt("attempts"),
                fields.requiredInt("releases"),
                fields.instant("due"),
                consumer(fields, "consumer"),
                blockedBy == null ? null : MessageId.of(blockedBy),
                history(fields));
    }

    private static @Nullable Provenance provenance(@Nullable JsonObject fields) {
        if (fields == null) {
            return null;
        }
        return new Provenance(
                QueueName.of(fields.requiredText("originQueue")),
                GroupName.of(fields.requiredText("originGroup")),
                id(fields, "originId"),
                fields.requiredWhole("originSeq"),
                fields.requiredInstant("originEnqueuedAt"),
                fields.instant("firstDeliveredAt"),
                fields.instant("lastDeliveredAt"),
                fields.requiredInt("attempts"),
                fields.requiredInt("releases"),
                fields.requiredWord("reason", Provenance.Reason.class),
                fields.text("lastError"),
                consumer(fields, "lastConsumer"),
                history(fields),
                fields.requiredInt("hops"));
    }

    private static List<Provenance.Attempt> history(JsonObject fields) {
        return fields.objects("history").stream().map(MessageJson::attempt).toList();
    }

    private static Provenance.Attempt attempt(JsonObject fields) {
        return new Provenance.Attempt(
                fields.requiredInt("attempt"),
                ConsumerName.of(fields.requiredText("consumer")),
                fields.requiredInstant("at"),
                fields.requiredText("outcome"),
                fields.text("reason"),
                fields.text("error"));
    }

    private static MessageId id(JsonObject fields, String name) {
        return MessageId.of(fields.requiredText(name));
    }

    private static @Nullable ConsumerName consumer(JsonObject fields, String name) {
        String consumer = fields.text(name);
        return consumer == null ? null : ConsumerName.of(consumer);
    }
}
