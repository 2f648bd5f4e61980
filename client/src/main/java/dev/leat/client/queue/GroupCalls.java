package dev.leat.client.queue;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.leat.api.GroupStart;
import dev.leat.api.QueueCommand;
import dev.leat.api.QueueOutcome;
import dev.leat.api.QueueQuery;
import dev.leat.client.wire.Request;
import dev.leat.wire.QueueInfoJson;
import java.io.IOException;

/** Makes, shows, moves and deletes the groups of fan-out queues. */
final class GroupCalls {

    private GroupCalls() {}

    static Call<QueueOutcome.GroupCreated> create(QueueCommand.CreateGroup command) {
        Request put = Request.put(Target.group(command.queue(), command.group()).toString());
        return new Call<>(
                Writing.object(put, json -> start(json, "start", command.start())),
                answer -> new QueueOutcome.GroupCreated(answer.status() == 201, QueueInfoJson.group(answer.json())));
    }

    /** Not repeated by itself: what was settled in the meantime would come again. */
    static Call<QueueOutcome.GroupMoved> seek(QueueCommand.SeekGroup command) {
        Request post = Request.post(
                Target.group(command.queue(), command.group()).verb("seek").toString());
        Request request = Writing.object(post, json -> {
            start(json, "to", command.to());
            json.writeBooleanField("force", command.force());
        });
        return new Call<>(request, answer -> new QueueOutcome.GroupMoved(QueueInfoJson.group(answer.json())));
    }

    /** Not repeated by itself: another group of that name may be there by then. */
    static Call<QueueOutcome.GroupDeleted> delete(QueueCommand.DeleteGroup command) {
        Target target = Target.group(command.queue(), command.group()).with("force", command.force() ? true : null);
        return new Call<>(
                Request.delete(target.toString()).repeatable(false), answer -> new QueueOutcome.GroupDeleted());
    }

    static Call<QueueOutcome.GroupInfo> info(QueueQuery.Group query) {
        return new Call<>(
                Request.get(Target.group(query.queue(), query.group()).toString()),
                answer -> QueueInfoJson.group(answer.json()));
    }

    private static void start(JsonGenerator json, String name, GroupStart start) throws IOException {
        if (start instanceof GroupStart.Head) {
            json.writeStringField(name, "head");
        } else if (start instanceof GroupStart.Tail) {
            json.writeStringField(name, "tail");
        } else {
            json.writeObjectFieldStart(name);
            if (start instanceof GroupStart.Seq seq) {
                json.writeNumberField("seq", seq.seq());
            } else if (start instanceof GroupStart.Timestamp timestamp) {
                json.writeStringField("timestamp", timestamp.moment().toString());
            }
            json.writeEndObject();
        }
    }
}
