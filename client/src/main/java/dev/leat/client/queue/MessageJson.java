package dev.leat.client.queue;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.leat.api.ConsumerName;
import dev.leat.api.ContentType;
import dev.leat.api.Delivery;
import dev.leat.api.DeliveryId;
import dev.leat.api.GroupName;
import dev.leat.api.MessageId;
import dev.leat.api.MessageInfo;
import dev.leat.api.NewMessage;
import dev.leat.api.Provenance;
import dev.leat.api.QueueName;
import dev.leat.client.wire.Fields;
import dev.leat.client.wire.Times;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Messages: those to be enqueued, those to be worked on, and those that somebody only looks at. */
final class MessageJson {

    private MessageJson() {}

    /** Writes the members of a message, into an object that was begun. */
    static void write(JsonGenerator json, NewMessage message) throws IOException {
        Payloads.write(json, message.payload());
        json.writeStringField("contentType", message.contentType().value());
        Writing.text(json, "key", message.key());
        if (message.priority() != NewMessage.DEFAULT_PRIORITY) {
            json.writeNumberField("priority", message.priority());
        }
        Writing.text(json, "notBefore", message.notBefore());
        Writing.text(json, "delay", message.delay());
        Writing.text(json, "ttl", message.ttl());
        Writing.text(json, "dedupId", message.dedupId());
        Integer attempts = message.maxAttempts();
        if (attempts != null) {
            json.writeNumberField("maxAttempts", attempts);
        }
        if (!message.groups().isEmpty()) {
            json.writeArrayFieldStart("groups");
            for (GroupName group : message.groups()) {
                json.writeString(group.value());
            }
            json.writeEndArray();
        }
        Writing.map(json, "headers", message.headers());
    }

    static Delivery delivery(Fields fields) {
        ContentType type = new ContentType(fields.requiredText("contentType"));
        return new Delivery(
                DeliveryId.of(fields.requiredText("deliveryId")),
                id(fields, "messageId"),
                fields.requiredWhole("seq"),
                small(fields, "attempt"),
                small(fields, "maxAttempts"),
                Payloads.read(fields, type),
                type,
                fields.text("key"),
                small(fields, "priority"),
                textMap(fields, "headers"),
                Times.moment(fields, "enqueuedAt"),
                Times.moment(fields, "leaseUntil"),
                Words.find(fields, "redeliveryReason", Delivery.Redelivery.class),
                provenance(fields.object("provenance")));
    }

    static MessageInfo info(Fields fields) {
        ContentType type = new ContentType(fields.requiredText("contentType"));
        return new MessageInfo(
                id(fields, "messageId"),
                fields.requiredWhole("seq"),
                Payloads.read(fields, type),
                type,
                fields.text("key"),
                small(fields, "priority"),
                textMap(fields, "headers"),
                Times.moment(fields, "enqueuedAt"),
                Times.findMoment(fields, "notBefore"),
                Times.findMoment(fields, "expiresAt"),
                provenance(fields.object("provenance")),
                fields.objects("groups").stream().map(MessageJson::inGroup).toList());
    }

    private static MessageInfo.InGroup inGroup(Fields fields) {
        String blockedBy = fields.text("blockedBy");
        return new MessageInfo.InGroup(
                GroupName.of(fields.requiredText("group")),
                Words.read(fields, "state", MessageInfo.State.class),
                small(fields, "attempts"),
                small(fields, "releases"),
                Times.findMoment(fields, "due"),
                consumer(fields, "consumer"),
                blockedBy == null ? null : MessageId.of(blockedBy),
                history(fields));
    }

    private static @Nullable Provenance provenance(@Nullable Fields fields) {
        if (fields == null) {
            return null;
        }
        return new Provenance(
                QueueName.of(fields.requiredText("originQueue")),
                GroupName.of(fields.requiredText("originGroup")),
                id(fields, "originId"),
                fields.requiredWhole("originSeq"),
                Times.moment(fields, "originEnqueuedAt"),
                Times.findMoment(fields, "firstDeliveredAt"),
                Times.findMoment(fields, "lastDeliveredAt"),
                small(fields, "attempts"),
                small(fields, "releases"),
                Words.read(fields, "reason", Provenance.Reason.class),
                fields.text("lastError"),
                consumer(fields, "lastConsumer"),
                history(fields),
                small(fields, "hops"));
    }

    private static List<Provenance.Attempt> history(Fields fields) {
        return fields.objects("history").stream().map(MessageJson::attempt).toList();
    }

    private static Provenance.Attempt attempt(Fields fields) {
        return new Provenance.Attempt(
                small(fields, "attempt"),
                ConsumerName.of(fields.requiredText("consumer")),
                Times.moment(fields, "at"),
                fields.requiredText("outcome"),
                fields.text("reason"),
                fields.text("error"));
    }

    private static MessageId id(Fields fields, String name) {
        return MessageId.of(fields.requiredText(name));
    }

    private static @Nullable ConsumerName consumer(Fields fields, String name) {
        String consumer = fields.text(name);
        return consumer == null ? null : ConsumerName.of(consumer);
    }

    private static int small(Fields fields, String name) {
        return Math.toIntExact(fields.requiredWhole(name));
    }

    /** An object whose members are strings; empty if it is absent. */
    static Map<String, String> textMap(Fields fields, String name) {
        Map<String, String> map = new LinkedHashMap<>();
        Fields object = fields.object(name);
        if (object != null) {
            object.names().forEach(key -> map.put(key, object.requiredText(key)));
        }
        return map;
    }
}
