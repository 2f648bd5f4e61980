package dev.leat.client.queue;

import dev.leat.api.QueueCommand;
import dev.leat.api.QueueConfig;
import dev.leat.api.QueueOutcome;
import dev.leat.api.QueueQuery;
import dev.leat.api.Rejection;
import dev.leat.client.wire.Request;
import dev.leat.wire.JsonMembers;
import dev.leat.wire.JsonObject;
import dev.leat.wire.QueueConfigJson;
import dev.leat.wire.QueueInfoJson;
import java.util.Map;

/** Makes, shows, changes and deletes queues, and empties and pauses them. */
final class ManageCalls {

    private ManageCalls() {}

    static Call<QueueOutcome.QueueCreated> create(QueueCommand.CreateQueue command) {
        Request put = Request.put(Target.queue(command.queue()).toString());
        return new Call<>(
                Writing.object(put, json -> QueueConfigJson.writeMembers(json, command.config())),
                answer -> new QueueOutcome.QueueCreated(answer.status() == 201, config(answer.json())));
    }

    private static QueueConfig config(JsonObject fields) {
        return QueueConfigJson.read(fields.requiredObject("config"));
    }

    /** That the expected configuration is there no more may be because this very change was made. */
    static Call<QueueOutcome.QueueUpdated> update(QueueCommand.UpdateQueue command) {
        Request patch = new Request("PATCH", Target.queue(command.queue()).toString(), Map.of(), null, true, null);
        QueueConfig expected = command.expected();
        Request request = Writing.object(patch, json -> {
            QueueConfigJson.writeChange(json, command.config());
            if (expected != null) {
                json.writeFieldName("expected");
                QueueConfigJson.write(json, expected);
            }
        });
        return new Call<>(
                request,
                Doubt.when(Rejection.Conflict.class, answer -> new QueueOutcome.QueueUpdated(config(answer.json()))));
    }

    /** Not repeated by itself: another queue of that name may be there by then. */
    static Call<QueueOutcome.QueueDeleted> delete(QueueCommand.DeleteQueue command) {
        Target target = Target.queue(command.queue()).with("detach", command.detach() ? true : null);
        return new Call<>(
                Request.delete(target.toString()).repeatable(false), answer -> new QueueOutcome.QueueDeleted());
    }

    static Call<QueueOutcome.QueueInfo> info(QueueQuery.Queue query) {
        return new Call<>(Request.get(Target.queue(query.queue()).toString()), answer -> QueueInfoJson.queue(answer.json()));
    }

    /** Not repeated by itself: what came in the meantime would go as well. */
    static Call<QueueOutcome.Purged> purge(QueueCommand.Purge command) {
        Request post = Request.post(Target.queue(command.queue()).verb("purge").toString());
        Request request = Writing.object(post, json -> {
            JsonMembers.word(json, "scope", command.scope());
            JsonMembers.text(json, "group", command.group());
        });
        return new Call<>(
                request, answer -> new QueueOutcome.Purged(answer.json().requiredWhole("messages")));
    }

    static Call<QueueOutcome.Paused> pause(QueueCommand.Pause command) {
        String verb = command.paused() ? "pause" : "resume";
        Request post = Request.post(Target.queue(command.queue()).verb(verb).toString())
                .repeatable(true);
        return new Call<>(
                Writing.object(post, json -> JsonMembers.text(json, "group", command.group())),
                answer -> new QueueOutcome.Paused(answer.json().flag("paused", false)));
    }
}
