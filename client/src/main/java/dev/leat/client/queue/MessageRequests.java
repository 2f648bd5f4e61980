package dev.leat.client.queue;

import dev.leat.api.Rejection;
import dev.leat.api.queue.EnqueueEachResult;
import dev.leat.api.queue.EnqueueRefusal;
import dev.leat.api.queue.EnqueueResult;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.MessagePage;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.QueueSide;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.api.spi.QueueQuery;
import dev.leat.client.transport.ClientRequest;
import dev.leat.wire.EnumWords;
import dev.leat.wire.JsonObject;
import dev.leat.wire.MessageHeaders;
import dev.leat.wire.MessageJson;
import dev.leat.wire.PayloadJson;
import dev.leat.wire.ProblemReader;
import java.util.List;
import java.util.Map;

/** Requests that enqueue, browse, find and cancel messages. */
final class MessageRequests {

    private MessageRequests() {}

    /** Repeated only if each message has a dedup id, by which the server detects a duplicate. */
    static QueueRequest<QueueOutcome.Enqueued> enqueue(QueueCommand.Enqueue command) {
        boolean repeatable = command.messages().stream().allMatch(message -> message.dedupId() != null);
        if (command.messages().size() == 1 && !command.partial()) {
            ClientRequest post = ClientRequest.post(
                            RequestPath.queue(command.queue()).verb("messages").toString())
                    .repeatable(repeatable);
            NewMessage message = command.messages().get(0);
            Map<String, String> headers = MessageHeaders.of(message);
            if (headers != null) {
                ClientRequest single = new ClientRequest(
                        post.method(), post.target(), headers, message.payload(), post.repeatable(), post.timeout());
                return new QueueRequest<>(single, answer -> new QueueOutcome.Enqueued(List.of(result(answer.json()))));
            }
        }
        return batch(command, repeatable);
    }

    private static QueueRequest<QueueOutcome.Enqueued> batch(QueueCommand.Enqueue command, boolean repeatable) {
        ClientRequest post = ClientRequest.post(RequestPath.queue(command.queue())
                        .verb("messages:batch")
                        .toString())
                .repeatable(repeatable);
        ClientRequest request = RequestBodies.object(post, json -> {
            json.writeArrayFieldStart("messages");
            for (NewMessage message : command.messages()) {
                json.writeStartObject();
                MessageJson.write(json, message);
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeBooleanField("partial", command.partial());
        });
        return new QueueRequest<>(
                request,
                answer -> new QueueOutcome.Enqueued(answer.json().objects("results").stream()
                        .map(MessageRequests::result)
                        .toList()));
    }

    private static EnqueueEachResult result(JsonObject fields) {
        JsonObject problem = fields.object("problem");
        return problem == null
                ? new EnqueueResult(
                        MessageId.of(fields.requiredText("messageId")),
                        fields.requiredWhole("seq"),
                        fields.flag("duplicate", false))
                : new EnqueueRefusal(ProblemReader.rejection(problem));
    }

    static QueueRequest<MessagePage> browse(QueueQuery.Browse query) {
        RequestPath target = RequestPath.queue(query.queue())
                .verb("messages")
                .with("group", query.group())
                .with("state", query.state() == null ? null : EnumWords.of(query.state()))
                .with("side", query.side() == QueueSide.HEAD ? null : EnumWords.of(query.side()))
                .with("after", query.after())
                .with("limit", query.limit());
        return new QueueRequest<>(ClientRequest.get(target.toString()), answer -> {
            JsonObject page = answer.json(PayloadJson.PAYLOAD);
            return new MessagePage(
                    page.objects("messages").stream().map(MessageJson::info).toList(), page.text("next"));
        });
    }

    static QueueRequest<QueueOutcome.Found> find(QueueQuery.Message query) {
        return found(RequestPath.queue(query.queue())
                .verb("messages")
                .segment(query.message().value()));
    }

    static QueueRequest<QueueOutcome.Found> findAt(QueueQuery.MessageAt query) {
        return found(RequestPath.queue(query.queue()).verb("messages:at").with("seq", query.seq()));
    }

    private static QueueRequest<QueueOutcome.Found> found(RequestPath target) {
        return new QueueRequest<>(
                ClientRequest.get(target.toString()),
                answer -> new QueueOutcome.Found(MessageJson.info(answer.json(PayloadJson.PAYLOAD))));
    }

    /** A missing message after a repetition can have been removed by the first attempt. */
    static QueueRequest<QueueOutcome.Cancelled> cancel(QueueCommand.Cancel command) {
        RequestPath target = RequestPath.queue(command.queue())
                .verb("messages")
                .segment(command.message().value())
                .with("force", command.force() ? true : null);
        return new QueueRequest<>(
                ClientRequest.delete(target.toString()),
                OnceOnlyReader.when(Rejection.MessageNotFound.class, answer -> new QueueOutcome.Cancelled()));
    }

    /** Can be repeated; the number of messages is then that of the last attempt. */
    static QueueRequest<QueueOutcome.CancelledAll> cancelAll(QueueCommand.CancelAll command) {
        ClientRequest post = ClientRequest.post(RequestPath.queue(command.queue())
                        .verb("messages:cancel")
                        .toString())
                .repeatable(true);
        ClientRequest request = RequestBodies.object(post, json -> {
            json.writeArrayFieldStart("seqs");
            for (long seq : command.seqs()) {
                json.writeNumber(seq);
            }
            json.writeEndArray();
        });
        return new QueueRequest<>(
                request,
                answer -> new QueueOutcome.CancelledAll(
                        Math.toIntExact(answer.json().requiredWhole("messages"))));
    }
}
