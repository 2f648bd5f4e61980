package dev.leat.client.queue;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.leat.api.queue.CreateGroupResult;
import dev.leat.api.queue.GroupInfo;
import dev.leat.api.queue.GroupStart;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.api.spi.QueueQuery;
import dev.leat.client.transport.ClientRequest;
import dev.leat.wire.QueueInfoJson;
import java.io.IOException;

/** Requests that create, show, move and delete the groups of fan-out queues. */
final class GroupRequests {

    private GroupRequests() {}

    static QueueRequest<CreateGroupResult> create(QueueCommand.CreateGroup command) {
        ClientRequest put = ClientRequest.put(
                RequestPath.group(command.queue(), command.group()).toString());
        return new QueueRequest<>(
                RequestBodies.object(put, json -> start(json, "start", command.start())),
                answer -> new CreateGroupResult(answer.status() == 201, QueueInfoJson.group(answer.json())));
    }

    /** Not repeated: messages that were settled in the meantime would be delivered again. */
    static QueueRequest<QueueOutcome.GroupMoved> seek(QueueCommand.SeekGroup command) {
        ClientRequest post = ClientRequest.post(
                RequestPath.group(command.queue(), command.group()).verb("seek").toString());
        ClientRequest request = RequestBodies.object(post, json -> {
            start(json, "to", command.to());
            json.writeBooleanField("force", command.force());
        });
        return new QueueRequest<>(request, answer -> new QueueOutcome.GroupMoved(QueueInfoJson.group(answer.json())));
    }

    /** Not repeated: another group of the same name can exist by then. */
    static QueueRequest<QueueOutcome.GroupDeleted> delete(QueueCommand.DeleteGroup command) {
        RequestPath target =
                RequestPath.group(command.queue(), command.group()).with("force", command.force() ? true : null);
        return new QueueRequest<>(
                ClientRequest.delete(target.toString()).repeatable(false), answer -> new QueueOutcome.GroupDeleted());
    }

    static QueueRequest<GroupInfo> info(QueueQuery.Group query) {
        return new QueueRequest<>(
                ClientRequest.get(
                        RequestPath.group(query.queue(), query.group()).toString()),
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
