package dev.leat.http.queue;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.leat.api.DeliveryId;
import dev.leat.api.MessageSettlement;
import dev.leat.api.SettleResult;
import dev.leat.api.Settlement;
import dev.leat.http.exchange.Problems;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;

/** What workers say about deliveries, and what they are told came of it. */
final class Settlements {

    /** The words for it. */
    static final Set<String> VERBS = Set.of("ack", "nack", "release", "reject", "extend");

    private Settlements() {}

    /** One that says which it is: {@code {"ack": {"deliveryId": …}}}. */
    static Settlement read(Fields fields) {
        String verb = fields.onlyName();
        Fields about = fields.requiredObject(verb);
        Settlement settlement = read(verb, about);
        about.end();
        return settlement;
    }

    /** The caller looks for members that are not known, because it may know more of them. */
    static Settlement read(String verb, Fields fields) {
        DeliveryId delivery = Bad.checked(() -> DeliveryId.of(fields.requiredText("deliveryId")));
        return switch (verb) {
            case "ack" -> new Settlement.Ack(delivery, fields.flag("ackDead", false));
            case "nack" ->
                new Settlement.Nack(delivery, fields.duration("delay"), fields.text("reason"), fields.text("error"));
            case "release" -> new Settlement.Release(delivery, fields.duration("delay"));
            case "reject" -> new Settlement.Reject(delivery, fields.text("reason"), fields.text("error"));
            case "extend" -> new Settlement.Extend(delivery, lease(fields));
            default ->
                throw Bad.argument("a settlement is ack, nack, release, reject or extend, not " + Bad.quoted(verb));
        };
    }

    /** What an operator says about a message, with the fields that belong to it. */
    static MessageSettlement ofMessage(String verb, Fields fields) {
        return switch (verb) {
            case "ack" -> new MessageSettlement.Ack();
            case "nack" -> new MessageSettlement.Nack(fields.duration("delay"), fields.text("reason"));
            case "release" -> new MessageSettlement.Release(fields.duration("delay"));
            case "reject" -> new MessageSettlement.Reject(fields.text("reason"));
            case "extend" -> new MessageSettlement.Extend(lease(fields));
            default -> throw new IllegalStateException("no route leads here: " + verb);
        };
    }

    private static Duration lease(Fields fields) {
        Duration lease = fields.duration("lease");
        if (lease == null) {
            throw Bad.argument(fields.at("lease") + " is missing");
        }
        return lease;
    }

    /** The word for what a settlement is. */
    static String verb(Settlement settlement) {
        return switch (settlement) {
            case Settlement.Ack ignored -> "ack";
            case Settlement.Nack ignored -> "nack";
            case Settlement.Release ignored -> "release";
            case Settlement.Reject ignored -> "reject";
            case Settlement.Extend ignored -> "extend";
        };
    }

    static void write(JsonGenerator json, SettleResult result) throws IOException {
        json.writeStartObject();
        switch (result) {
            case SettleResult.Acked(var late) -> {
                json.writeStringField("outcome", "acked");
                json.writeBooleanField("late", late);
            }
            case SettleResult.AlreadySettled(var how) -> {
                json.writeStringField("outcome", "alreadySettled");
                json.writeStringField("how", Words.of(how));
            }
            case SettleResult.Requeued(var readyAt) -> {
                json.writeStringField("outcome", "requeued");
                json.writeStringField("readyAt", readyAt.toString());
            }
            case SettleResult.DeadLettered(var queue, var messageId) -> {
                json.writeStringField("outcome", "deadLettered");
                json.writeStringField("dlq", queue.value());
                if (messageId != null) {
                    json.writeStringField("dlqMessageId", messageId.value());
                }
            }
            case SettleResult.Parked() -> json.writeStringField("outcome", "parked");
            case SettleResult.Dropped() -> json.writeStringField("outcome", "dropped");
            case SettleResult.Extended(var leaseUntil) -> {
                json.writeStringField("outcome", "extended");
                json.writeStringField("leaseUntil", leaseUntil.toString());
            }
            case SettleResult.Refused(var rejection) -> {
                json.writeStringField("outcome", "refused");
                json.writeObjectFieldStart("problem");
                Problems.from(rejection).writeFields(json);
                json.writeEndObject();
            }
        }
        json.writeEndObject();
    }
}
