package dev.leat.client.queue;

import dev.leat.api.DeliveryId;
import dev.leat.api.QueueCommand;
import dev.leat.api.QueueOutcome;
import dev.leat.client.wire.Fields;
import dev.leat.client.wire.Request;
import dev.leat.client.wire.WireAnswer;

/** What workers ask for: receive, pop, claim. */
final class WorkCalls {

    private WorkCalls() {}

    /** Can be repeated: what went with an answer that was lost comes again when its lease is over. */
    static Call<QueueOutcome.Received> receive(QueueCommand.Receive command) {
        Request post = Request.post(
                        Target.queue(command.queue()).verb("receive").toString())
                .repeatable(true);
        Request request = Writing.object(post, json -> {
            Writing.text(json, "group", command.group());
            Writing.text(json, "consumer", command.consumer());
            json.writeNumberField("max", command.max());
            Writing.text(json, "wait", command.waitFor());
            Writing.text(json, "lease", command.lease());
            if (command.side() != QueueCommand.Side.HEAD) {
                Writing.word(json, "side", command.side());
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
            Writing.word(json, "side", command.side());
        });
        return new Call<>(request, WorkCalls::received);
    }

    /** Can be repeated, as a receive. */
    static Call<QueueOutcome.Received> claim(QueueCommand.Claim command) {
        Request post = Request.post(Target.queue(command.queue()).verb("claim").toString())
                .repeatable(true);
        Request request = Writing.object(post, json -> {
            Writing.text(json, "group", command.group());
            Writing.text(json, "consumer", command.consumer());
            Writing.text(json, "minIdle", command.minIdle());
            json.writeNumberField("max", command.max());
            Writing.text(json, "lease", command.lease());
        });
        return new Call<>(request, WorkCalls::received);
    }

    private static QueueOutcome.Received received(WireAnswer answer) {
        Fields fields = answer.json(Payloads.RAW);
        return new QueueOutcome.Received(
                fields.objects("deliveries").stream().map(MessageJson::delivery).toList(),
                fields.flag("throttled"),
                fields.objects("acks").stream().map(SettleJson::read).toList());
    }
}
