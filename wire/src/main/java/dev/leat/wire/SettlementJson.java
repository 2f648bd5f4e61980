package dev.leat.wire;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.leat.api.Rejection;
import dev.leat.api.queue.DeliveryId;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.MessageSettlement;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.SettleResult;
import dev.leat.api.queue.Settlement;
import java.io.IOException;
import java.util.Set;

/** Settlements of deliveries and messages, and their results, in JSON. */
public final class SettlementJson {

    /** The words for the kinds of settlement. */
    public static final Set<String> VERBS = Set.of("ack", "nack", "release", "reject", "extend");

    private SettlementJson() {}

    /** Writes a rejection as the members of a problem, into an object that was begun. */
    public interface ProblemWriter {
        /** Writes the members of the problem. */
        void write(JsonGenerator json, Rejection rejection) throws IOException;
    }

    /** Returns the word for a kind of settlement. */
    public static String verb(Settlement settlement) {
        if (settlement instanceof Settlement.Ack) {
            return "ack";
        } else if (settlement instanceof Settlement.Nack) {
            return "nack";
        } else if (settlement instanceof Settlement.Release) {
            return "release";
        }
        return settlement instanceof Settlement.Reject ? "reject" : "extend";
    }

    /** Writes the members of a settlement, into an object that was begun. */
    public static void write(JsonGenerator json, Settlement settlement) throws IOException {
        json.writeStringField("deliveryId", settlement.delivery().value());
        if (settlement instanceof Settlement.Ack ack) {
            json.writeBooleanField("ackDead", ack.evenIfDead());
        } else if (settlement instanceof Settlement.Nack nack) {
            JsonMembers.text(json, "delay", nack.delay());
            JsonMembers.text(json, "reason", nack.reason());
            JsonMembers.text(json, "error", nack.error());
        } else if (settlement instanceof Settlement.Release release) {
            JsonMembers.text(json, "delay", release.delay());
        } else if (settlement instanceof Settlement.Reject reject) {
            JsonMembers.text(json, "reason", reject.reason());
            JsonMembers.text(json, "error", reject.error());
        } else if (settlement instanceof Settlement.Extend extend) {
            JsonMembers.text(json, "lease", extend.lease());
        }
    }

    /** Returns the word for a kind of settlement. */
    public static String verb(MessageSettlement settlement) {
        if (settlement instanceof MessageSettlement.Ack) {
            return "ack";
        } else if (settlement instanceof MessageSettlement.Nack) {
            return "nack";
        } else if (settlement instanceof MessageSettlement.Release) {
            return "release";
        }
        return settlement instanceof MessageSettlement.Reject ? "reject" : "extend";
    }

    /** Writes the members of a settlement, into an object that was begun. */
    public static void write(JsonGenerator json, MessageSettlement settlement) throws IOException {
        if (settlement instanceof MessageSettlement.Nack nack) {
            JsonMembers.text(json, "delay", nack.delay());
            JsonMembers.text(json, "reason", nack.reason());
        } else if (settlement instanceof MessageSettlement.Release release) {
            JsonMembers.text(json, "delay", release.delay());
        } else if (settlement instanceof MessageSettlement.Reject reject) {
            JsonMembers.text(json, "reason", reject.reason());
        } else if (settlement instanceof MessageSettlement.Extend extend) {
            JsonMembers.text(json, "lease", extend.lease());
        }
    }

    /** Reads an object with one member, whose name is the kind of settlement: {@code {"ack": {"deliveryId": …}}}. */
    public static Settlement read(JsonObject fields) {
        String verb = fields.onlyName();
        JsonObject members = fields.requiredObject(verb);
        Settlement settlement = read(verb, members);
        members.end();
        return settlement;
    }

    /** Reads the members of a settlement. The caller refuses unknown members, because the object can have members of its own. */
    public static Settlement read(String verb, JsonObject fields) {
        DeliveryId delivery = fields.checked(() -> DeliveryId.of(fields.requiredText("deliveryId")));
        return switch (verb) {
            case "ack" -> new Settlement.Ack(delivery, fields.flag("ackDead", false));
            case "nack" ->
                new Settlement.Nack(delivery, fields.duration("delay"), fields.text("reason"), fields.text("error"));
            case "release" -> new Settlement.Release(delivery, fields.duration("delay"));
            case "reject" -> new Settlement.Reject(delivery, fields.text("reason"), fields.text("error"));
            case "extend" -> new Settlement.Extend(delivery, fields.requiredDuration("lease"));
            default ->
                throw fields.invalid(
                        "a settlement is ack, nack, release, reject or extend, not " + JsonObject.quoted(verb));
        };
    }

    /** Reads the members of a settlement by message id. */
    public static MessageSettlement readOfMessage(String verb, JsonObject fields) {
        return switch (verb) {
            case "ack" -> new MessageSettlement.Ack();
            case "nack" -> new MessageSettlement.Nack(fields.duration("delay"), fields.text("reason"));
            case "release" -> new MessageSettlement.Release(fields.duration("delay"));
            case "reject" -> new MessageSettlement.Reject(fields.text("reason"));
            case "extend" -> new MessageSettlement.Extend(fields.requiredDuration("lease"));
            default -> throw new IllegalArgumentException("not a settlement: " + verb);
        };
    }

    /** Writes a result as an object. */
    public static void write(JsonGenerator json, SettleResult result, ProblemWriter problems) throws IOException {
        json.writeStartObject();
        json.writeStringField("outcome", outcome(result));
        if (result instanceof SettleResult.Acked acked) {
            json.writeBooleanField("late", acked.late());
        } else if (result instanceof SettleResult.AlreadySettled settled) {
            json.writeStringField("how", EnumWords.of(settled.how()));
        } else if (result instanceof SettleResult.Requeued requeued) {
            json.writeStringField("readyAt", requeued.readyAt().toString());
        } else if (result instanceof SettleResult.DeadLettered dead) {
            json.writeStringField("dlq", dead.queue().value());
            JsonMembers.text(json, "dlqMessageId", dead.messageId());
        } else if (result instanceof SettleResult.Extended extended) {
            json.writeStringField("leaseUntil", extended.leaseUntil().toString());
        } else if (result instanceof SettleResult.Refused refused) {
            json.writeObjectFieldStart("problem");
            problems.write(json, refused.rejection());
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    /** Returns the word for a kind of result. */
    public static String outcome(SettleResult result) {
        if (result instanceof SettleResult.Acked) {
            return "acked";
        } else if (result instanceof SettleResult.AlreadySettled) {
            return "alreadySettled";
        } else if (result instanceof SettleResult.Requeued) {
            return "requeued";
        } else if (result instanceof SettleResult.DeadLettered) {
            return "deadLettered";
        } else if (result instanceof SettleResult.Parked) {
            return "parked";
        } else if (result instanceof SettleResult.Dropped) {
            return "dropped";
        }
        return result instanceof SettleResult.Extended ? "extended" : "refused";
    }

    /** Reads a result. */
    public static SettleResult result(JsonObject fields) {
        String outcome = fields.requiredText("outcome");
        return switch (outcome) {
            case "acked" -> new SettleResult.Acked(fields.flag("late", false));
            case "alreadySettled" ->
                new SettleResult.AlreadySettled(fields.requiredWord("how", SettleResult.AlreadySettled.How.class));
            case "requeued" -> new SettleResult.Requeued(fields.requiredInstant("readyAt"));
            case "deadLettered" -> deadLettered(fields);
            case "parked" -> new SettleResult.Parked();
            case "dropped" -> new SettleResult.Dropped();
            case "extended" -> new SettleResult.Extended(fields.requiredInstant("leaseUntil"));
            case "refused" -> new SettleResult.Refused(ProblemReader.rejection(fields.requiredObject("problem")));
            default -> throw fields.invalid("the outcome " + JsonObject.quoted(outcome) + " is not known");
        };
    }

    private static SettleResult deadLettered(JsonObject fields) {
        String id = fields.text("dlqMessageId");
        return new SettleResult.DeadLettered(
                QueueName.of(fields.requiredText("dlq")), id == null ? null : MessageId.of(id));
    }
}
