package dev.leat.client.queue;

import dev.leat.api.queue.Deliveries;
import dev.leat.api.queue.DeliveryId;
import dev.leat.api.queue.QueueSide;
import dev.leat.api.spi.QueueCommand;
import dev.leat.client.transport.ClientRequest;
import dev.leat.client.transport.Response;
import dev.leat.wire.JsonMembers;
import dev.leat.wire.JsonObject;
import dev.leat.wire.MessageJson;
import dev.leat.wire.PayloadJson;
import dev.leat.wire.SettlementJson;

/** Requests that receive, pop and claim messages. */
final class ReceiveRequests {

    private ReceiveRequests() {}

    /** Can be repeated: messages of an answer that was lost are delivered again after their lease. */
    static QueueRequest<Deliveries> receive(QueueCommand.Receive command) {
        ClientRequest post = ClientRequest.post(
                        RequestPath.queue(command.queue()).verb("receive").toString())
                .repeatable(true);
        ClientRequest request = RequestBodies.object(post, json -> {
            JsonMembers.text(json, "group", command.group());
            JsonMembers.text(json, "consumer", command.consumer());
            json.writeNumberField("max", command.max());
            JsonMembers.text(json, "wait", command.waitFor());
            JsonMembers.text(json, "lease", command.lease());
            if (command.side() != QueueSide.HEAD) {
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
        return new QueueRequest<>(request, ReceiveRequests::received);
    }

    /** Not repeated: popped messages are gone. */
    static QueueRequest<Deliveries> pop(QueueCommand.Pop command) {
        ClientRequest post = ClientRequest.post(
                RequestPath.queue(command.queue()).verb("pop").toString());
        ClientRequest request = RequestBodies.object(post, json -> {
            json.writeNumberField("max", command.max());
            JsonMembers.word(json, "side", command.side());
        });
        return new QueueRequest<>(request, ReceiveRequests::received);
    }

    /** Can be repeated, as a receive. */
    static QueueRequest<Deliveries> claim(QueueCommand.Claim command) {
        ClientRequest post = ClientRequest.post(
                        RequestPath.queue(command.queue()).verb("claim").toString())
                .repeatable(true);
        ClientRequest request = RequestBodies.object(post, json -> {
            JsonMembers.text(json, "group", command.group());
            JsonMembers.text(json, "consumer", command.consumer());
            JsonMembers.text(json, "minIdle", command.minIdle());
            json.writeNumberField("max", command.max());
            JsonMembers.text(json, "lease", command.lease());
        });
        return new QueueRequest<>(request, ReceiveRequests::received);
    }

    private static Deliveries received(Response answer) {
        JsonObject fields = answer.json(PayloadJson.PAYLOAD);
        return new Deliveries(
                fields.objects("deliveries").stream().map(MessageJson::delivery).toList(),
                fields.flag("throttled", false),
                fields.objects("acks").stream().map(SettlementJson::result).toList());
    }
}
