package dev.leat.client.queue;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.leat.api.MessageId;
import dev.leat.api.MessageSettlement;
import dev.leat.api.QueueName;
import dev.leat.api.SettleResult;
import dev.leat.api.Settlement;
import dev.leat.client.wire.BadAnswer;
import dev.leat.client.wire.Fields;
import dev.leat.client.wire.Refusals;
import dev.leat.client.wire.Times;
import java.io.IOException;

/** What workers say about deliveries, and what they are told came of it. */
final class SettleJson {

    private SettleJson() {}

    /** The word for what a settlement is. */
    static String verb(Settlement settlement) {
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
    static void write(JsonGenerator json, Settlement settlement) throws IOException {
        json.writeStringField("deliveryId", settlement.delivery().value());
        if (settlement instanceof Settlement.Ack ack) {
            json.writeBooleanField("ackDead", ack.evenIfDead());
        } else if (settlement instanceof Settlement.Nack nack) {
            Writing.text(json, "delay", nack.delay());
            Writing.text(json, "reason", nack.reason());
            Writing.text(json, "error", nack.error());
        } else if (settlement instanceof Settlement.Release release) {
            Writing.text(json, "delay", release.delay());
        } else if (settlement instanceof Settlement.Reject reject) {
            Writing.text(json, "reason", reject.reason());
            Writing.text(json, "error", reject.error());
        } else if (settlement instanceof Settlement.Extend extend) {
            Writing.text(json, "lease", extend.lease());
        }
    }

    /** The word for what an operator says about a message. */
    static String verb(MessageSettlement settlement) {
        if (settlement instanceof MessageSettlement.Ack) {
            return "ack";
        } else if (settlement instanceof MessageSettlement.Nack) {
            return "nack";
        } else if (settlement instanceof MessageSettlement.Release) {
            return "release";
        }
        return settlement instanceof MessageSettlement.Reject ? "reject" : "extend";
    }

    static void write(JsonGenerator json, MessageSettlement settlement) throws IOException {
        if (settlement instanceof MessageSettlement.Nack nack) {
            Writing.text(json, "delay", nack.delay());
            Writing.text(json, "reason", nack.reason());
        } else if (settlement instanceof MessageSettlement.Release release) {
            Writing.text(json, "delay", release.delay());
        } else if (settlement instanceof MessageSettlement.Reject reject) {
            Writing.text(json, "reason", reject.reason());
        } else if (settlement instanceof MessageSettlement.Extend extend) {
            Writing.text(json, "lease", extend.lease());
        }
    }

    static SettleResult read(Fields fields) {
        String outcome = fields.requiredText("outcome");
        return switch (outcome) {
            case "acked" -> new SettleResult.Acked(fields.flag("late"));
            case "alreadySettled" ->
                new SettleResult.AlreadySettled(Words.read(fields, "how", SettleResult.AlreadySettled.How.class));
            case "requeued" -> new SettleResult.Requeued(Times.moment(fields, "readyAt"));
            case "deadLettered" -> deadLettered(fields);
            case "parked" -> new SettleResult.Parked();
            case "dropped" -> new SettleResult.Dropped();
            case "extended" -> new SettleResult.Extended(Times.moment(fields, "leaseUntil"));
            case "refused" -> new SettleResult.Refused(Refusals.of(fields.requiredObject("problem")));
            default -> throw new BadAnswer("outcome is '" + outcome + "', which is not known here");
        };
    }

    private static SettleResult deadLettered(Fields fields) {
        String id = fields.text("dlqMessageId");
        return new SettleResult.DeadLettered(
                QueueName.of(fields.requiredText("dlq")), id == null ? null : MessageId.of(id));
    }
}
