package dev.leat.client.queue;

import dev.leat.api.DeliveryId;
import dev.leat.api.QueueCommand;
import dev.leat.api.QueueOutcome;
import dev.leat.client.wire.Request;
import dev.leat.client.wire.WireAnswer;
import dev.leat.wire.JsonMembers;
import dev.leat.wire.JsonObject;
import dev.leat.wire.MessageJson;
import dev.leat.wire.PayloadJson;
import dev.leat.wire.SettlementJson;

/** What workers ask for: receive, pop, claim. */
final class WorkCalls {

    private WorkCalls() {}

    /** Can be repeated: what went with an answer that was lost comes again when its lease is over. */
    static Call<QueueOutcome.Received> receive(QueueCommand.Receive command) {
        Request post = Request.post(
                        Target.queue(command.queue()).verb("receive").toString())
                .repeatable(true);
        Request request = Writing.object(post, json -> {
            JsonMembers.text(json, "group", command.group());
            JsonMembers.text(json, "consumer", command.consumer());
            json.writeNumberField("max", command.max());
            JsonMembers.text(json, "wait", command.waitFor());
            JsonMembers.text(json, "lease", command.lease());
            if (command.side() != QueueCommand.Side.HEAD) {
                JsonMembers.word(json, "side", command.side());
            }
            if (!command.acks().isEmpty()) {
                json.writeArrayFieldStart("acks");
                for (DeliveryId delivery : command.acks()) {
                    json.writeString(delivery.value());
                }
                json.writeEndArray();
            }
        });
        return new Call<>(request, WorkCalls::received);
    }

    /** Not repeated by itself: what is popped is gone. */
    static Call<QueueOutcome.Received> pop(QueueCommand.Pop command) {
        Request post = Request.post(Target.queue(command.queue()).verb("pop").toString());
        Request request = Writing.object(post, json -> {
            json.writeNumberField("max", command.max());
            JsonMembers.word(json, "side", command.side());
        });
        return new Call<>(request, WorkCalls::received);
    }

    /** Can be repeated, as a receive. */
    static Call<QueueOutcome.Received> claim(QueueCommand.Claim command) {
        Request post = Request.post(Target.queue(command.queue()).verb("claim").toString())
                .repeatable(true);
        Request request = Writing.object(post, json -> {
            JsonMembers.text(json, "group", command.group());
            JsonMembers.text(json, "consumer", command.consumer());
            JsonMembers.text(json, "minIdle", command.minIdle());
            json.writeNumberField("max", command.max());
            JsonMembers.text(json, "lease", command.lease());
        });
        return new Call<>(request, WorkCalls::received);
    }

    private static QueueOutcome.Received received(WireAnswer answer) {
        JsonObject fields = answer.json(PayloadJson.PAYLOAD);
        return new QueueOutcome.Received(
                fields.objects("deliveries").stream().map(MessageJson::delivery).toList(),
                fields.flag("throttled", false),
                fields.objects("acks").stream().map(SettlementJson::result).toList());
    }
}
