package dev.leat.client.queue;

import dev.leat.api.Rejection;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.SettleResult;
import dev.leat.api.queue.Settlement;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.client.transport.ClientRequest;
import dev.leat.client.transport.MalformedResponse;
import dev.leat.client.transport.Response;
import dev.leat.wire.JsonMembers;
import dev.leat.wire.SettlementJson;
import java.util.ArrayList;
import java.util.List;

/** Requests that settle deliveries and messages. */
final class SettleRequests {

    private SettleRequests() {}

    /** Can be repeated: a settlement takes effect once. */
    static QueueRequest<QueueOutcome.Settled> settle(QueueCommand.Settle command) {
        ClientRequest post = ClientRequest.post(
                        RequestPath.queue(command.queue()).verb("settle").toString())
                .repeatable(true);
        ClientRequest request = RequestBodies.object(post, json -> {
            json.writeArrayFieldStart("settlements");
            for (Settlement settlement : command.settlements()) {
                json.writeStartObject();
                json.writeObjectFieldStart(SettlementJson.verb(settlement));
                SettlementJson.write(json, settlement);
                json.writeEndObject();
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeBooleanField("atomic", command.atomic());
        });
        return new QueueRequest<>(
                request,
                OnceOnlyReader.when(Rejection.Conflict.class, answer -> settled(command.settlements(), answer)));
    }

    /** Not repeated: the message can be leased to another consumer by then. */
    static QueueRequest<QueueOutcome.Settled> settleMessage(QueueCommand.SettleMessage command) {
        ClientRequest post = ClientRequest.post(RequestPath.queue(command.queue())
                .verb("messages")
                .segment(command.message().value())
                .verb(SettlementJson.verb(command.settlement()))
                .toString());
        ClientRequest request = RequestBodies.object(post, json -> {
            GroupName group = command.group();
            JsonMembers.text(json, "group", group == null ? null : group.value());
            SettlementJson.write(json, command.settlement());
        });
        return new QueueRequest<>(
                request, answer -> new QueueOutcome.Settled(List.of(SettlementJson.result(answer.json()))));
    }

    private static QueueOutcome.Settled settled(List<Settlement> settlements, Response answer) {
        List<SettleResult> told = answer.json().objects("results").stream()
                .map(SettlementJson::result)
                .toList();
        if (told.size() != settlements.size()) {
            throw new MalformedResponse(told.size() + " results for " + settlements.size() + " settlements");
        }
        List<SettleResult> results = new ArrayList<>();
        for (int i = 0; i < told.size(); i++) {
            results.add(doubted(settlements.get(i), told.get(i), answer));
        }
        return new QueueOutcome.Settled(results);
    }

    /** Returns a result; {@code OutcomeUnknown} if the lease can have been ended by an earlier attempt of this request. */
    private static SettleResult doubted(Settlement settlement, SettleResult result, Response answer) {
        Rejection rejection = result.rejection();
        return rejection == null || !ends(settlement)
                ? result
                : new SettleResult.Refused(OnceOnlyReader.doubted(answer, rejection, Rejection.LeaseLost.class));
    }

    /** Returns whether a settlement ends the delivery; only an extension does not. */
    static boolean ends(Settlement settlement) {
        return !(settlement instanceof Settlement.Extend extend)
                || extend.lease().isZero();
    }
}
