package dev.leat.client.queue;

import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.RedriveFilter;
import dev.leat.api.queue.TaskInfo;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueQuery;
import dev.leat.client.transport.ClientRequest;
import dev.leat.client.transport.Json;
import dev.leat.wire.JsonMembers;
import dev.leat.wire.QueueInfoJson;

/** Requests that start, show and cancel redrive tasks. */
final class TaskRequests {

    private TaskRequests() {}

    /** Not repeated: each request starts a task. */
    static QueueRequest<TaskInfo> redrive(QueueCommand.Redrive command) {
        ClientRequest post = ClientRequest.post(
                RequestPath.queue(command.queue()).verb("redrive").toString());
        ClientRequest request = RequestBodies.object(post, json -> {
            json.writeObjectFieldStart("filter");
            filter(command.filter()).write(json);
            json.writeEndObject();
            json.writeNumberField("limit", command.limit());
            json.writeNumberField("perSecond", command.perSecond());
            JsonMembers.text(json, "to", command.to());
        });
        return new QueueRequest<>(request, answer -> QueueInfoJson.task(answer.json()));
    }

    private static Json filter(RedriveFilter filter) {
        return json -> {
            JsonMembers.text(json, "originQueue", filter.originQueue());
            JsonMembers.text(json, "originGroup", filter.originGroup());
            JsonMembers.word(json, "reason", filter.reason());
            if (!filter.messageIds().isEmpty()) {
                json.writeArrayFieldStart("messageIds");
                for (MessageId id : filter.messageIds()) {
                    json.writeString(id.value());
                }
                json.writeEndArray();
            }
        };
    }

    static QueueRequest<TaskInfo> info(QueueQuery.Task query) {
        String target = RequestPath.tasks().segment(query.task().value()).toString();
        return new QueueRequest<>(ClientRequest.get(target), answer -> QueueInfoJson.task(answer.json()));
    }

    /** Can be repeated: cancelling a task that has ended changes nothing. */
    static QueueRequest<TaskInfo> cancel(QueueCommand.CancelTask command) {
        String target = RequestPath.tasks().segment(command.task().value()).toString();
        return new QueueRequest<>(ClientRequest.delete(target), answer -> QueueInfoJson.task(answer.json()));
    }
}
