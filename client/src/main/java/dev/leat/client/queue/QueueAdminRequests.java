package dev.leat.client.queue;

import dev.leat.api.Rejection;
import dev.leat.api.queue.CreateQueueResult;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueInfo;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.api.spi.QueueQuery;
import dev.leat.client.transport.ClientRequest;
import dev.leat.wire.JsonMembers;
import dev.leat.wire.JsonObject;
import dev.leat.wire.QueueConfigJson;
import dev.leat.wire.QueueInfoJson;
import java.util.Map;

/** Requests that create, show, change, delete, purge and pause queues. */
final class QueueAdminRequests {

    private QueueAdminRequests() {}

    static QueueRequest<CreateQueueResult> create(QueueCommand.CreateQueue command) {
        ClientRequest put = ClientRequest.put(RequestPath.queue(command.queue()).toString());
        return new QueueRequest<>(
                RequestBodies.object(put, json -> QueueConfigJson.writeMembers(json, command.config())),
                answer -> new CreateQueueResult(answer.status() == 201, config(answer.json())));
    }

    private static QueueConfig config(JsonObject fields) {
        return QueueConfigJson.read(fields.requiredObject("config"));
    }

    /** A conflict after a repetition can be caused by the first attempt, which changed the expected configuration. */
    static QueueRequest<QueueOutcome.QueueUpdated> update(QueueCommand.UpdateQueue command) {
        ClientRequest patch =
                new ClientRequest("PATCH", RequestPath.queue(command.queue()).toString(), Map.of(), null, true, null);
        QueueConfig expected = command.expected();
        ClientRequest request = RequestBodies.object(patch, json -> {
            QueueConfigJson.writeChange(json, command.config());
            if (expected != null) {
                json.writeFieldName("expected");
                QueueConfigJson.write(json, expected);
            }
        });
        return new QueueRequest<>(
                request,
                OnceOnlyReader.when(
                        Rejection.Conflict.class, answer -> new QueueOutcome.QueueUpdated(config(answer.json()))));
    }

    /** Not repeated: another queue of the same name can exist by then. */
    static QueueRequest<QueueOutcome.QueueDeleted> delete(QueueCommand.DeleteQueue command) {
        RequestPath target = RequestPath.queue(command.queue()).with("detach", command.detach() ? true : null);
        return new QueueRequest<>(
                ClientRequest.delete(target.toString()).repeatable(false), answer -> new QueueOutcome.QueueDeleted());
    }

    static QueueRequest<QueueInfo> info(QueueQuery.Queue query) {
        return new QueueRequest<>(
                ClientRequest.get(RequestPath.queue(query.queue()).toString()),
                answer -> QueueInfoJson.queue(answer.json()));
    }

    /** Not repeated: messages that were enqueued in the meantime would be removed as well. */
    static QueueRequest<QueueOutcome.Purged> purge(QueueCommand.Purge command) {
        ClientRequest post = ClientRequest.post(
                RequestPath.queue(command.queue()).verb("purge").toString());
        ClientRequest request = RequestBodies.object(post, json -> {
            JsonMembers.word(json, "scope", command.scope());
            JsonMembers.text(json, "group", command.group());
        });
        return new QueueRequest<>(
                request, answer -> new QueueOutcome.Purged(answer.json().requiredWhole("messages")));
    }

    static QueueRequest<QueueOutcome.Paused> pause(QueueCommand.Pause command) {
        String verb = command.paused() ? "pause" : "resume";
        ClientRequest post = ClientRequest.post(
                        RequestPath.queue(command.queue()).verb(verb).toString())
                .repeatable(true);
        return new QueueRequest<>(
                RequestBodies.object(post, json -> JsonMembers.text(json, "group", command.group())),
                answer -> new QueueOutcome.Paused(answer.json().flag("paused", false)));
    }
}
