package dev.leat.http.queue;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.leat.api.queue.EnqueueEachResult;
import dev.leat.api.queue.EnqueueRefusal;
import dev.leat.api.queue.EnqueueResult;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.QueueSide;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.api.spi.QueueQuery;
import dev.leat.http.exchange.HeaderNames;
import dev.leat.http.exchange.Parameters;
import dev.leat.http.exchange.Problems;
import dev.leat.wire.EnumWords;
import dev.leat.wire.JsonMembers;
import dev.leat.wire.JsonObject;
import dev.leat.wire.MessageHeaders;
import dev.leat.wire.MessageJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Routes that enqueue, show and cancel messages. */
final class MessageRoutes {
    private static final int PAGE = 100;

    private final WaitingRequests waiting;

    MessageRoutes(WaitingRequests waiting) {
        this.waiting = waiting;
    }

    void handle(Request request) {
        switch (request.target().verb()) {
            case BATCH -> enqueueAll(request);
            case AT -> at(request);
            case CANCEL -> cancelAll(request);
            case MESSAGE -> message(request);
            default -> {
                if (request.method().equals("POST")) {
                    enqueue(request);
                } else {
                    browse(request);
                }
            }
        }
    }

    private void enqueue(Request request) {
        QueueName queue = request.queue();
        MessageHeaders.Reader headers = new MessageHeaders.Reader(Bad.REQUEST);
        request.exchange().request().eachHeader(MessageHeaders.PREFIX, headers::add);
        String contentType = request.exchange().header(HeaderNames.CONTENT_TYPE);
        request.bytes(body -> enqueue(
                request,
                QueueCommand.Enqueue.of(queue, headers.message(body, contentType)),
                enqueued -> answer(request, enqueued)));
    }

    private void enqueue(Request request, QueueCommand.Enqueue command, Consumer<QueueOutcome.Enqueued> then) {
        new EnqueueReply(request.exchange(), request.engine(), command, waiting, then).start();
    }

    private static void answer(Request request, QueueOutcome.Enqueued enqueued) {
        switch (enqueued.results().getFirst()) {
            case EnqueueRefusal(var rejection) -> request.exchange().refuse(rejection);
            case EnqueueResult taken when taken.duplicate() -> request.answer(200, json -> write(json, taken));
            case EnqueueResult taken -> request.created("/" + taken.messageId(), json -> write(json, taken));
        }
    }

    private void enqueueAll(Request request) {
        QueueName queue = request.queue();
        request.large(fields -> {
            List<NewMessage> messages = new ArrayList<>();
            for (JsonObject each : fields.requiredObjects("messages")) {
                messages.add(MessageJson.newMessage(each));
                each.end();
            }
            boolean partial = fields.flag("partial", false);
            fields.end();
            enqueue(
                    request,
                    Bad.checked(() -> new QueueCommand.Enqueue(queue, messages, partial)),
                    enqueued -> request.answer(200, json -> {
                        json.writeStartObject();
                        json.writeArrayFieldStart("results");
                        for (EnqueueEachResult result : enqueued.results()) {
                            write(json, result);
                        }
                        json.writeEndArray();
                        json.writeEndObject();
                    }));
        });
    }

    private static void write(JsonGenerator json, EnqueueEachResult result) throws IOException {
        json.writeStartObject();
        switch (result) {
            case EnqueueResult taken -> {
                json.writeStringField("messageId", taken.messageId().value());
                json.writeNumberField("seq", taken.seq());
                json.writeBooleanField("duplicate", taken.duplicate());
            }
            case EnqueueRefusal(var rejection) -> {
                json.writeObjectFieldStart("problem");
                Problems.from(rejection).writeFields(json);
                json.writeEndObject();
            }
        }
        json.writeEndObject();
    }

    @SuppressWarnings("NullAway") // it does not see that a state of a nested type may be null
    private static void browse(Request request) {
        Parameters query = request.query();
        String group = query.text("group");
        String state = query.text("state");
        String side = query.text("side");
        QueueQuery.Browse browse = new QueueQuery.Browse(
                request.queue(),
                group == null ? null : Bad.checked(() -> GroupName.of(group)),
                state == null ? null : Bad.checked(() -> EnumWords.parse("state", MessageInfo.State.class, state)),
                query.text("after"),
                query.limit(PAGE, QueueQuery.MAX_LIMIT),
                side == null ? QueueSide.HEAD : Bad.checked(() -> EnumWords.parse("side", QueueSide.class, side)));
        request.ask(
                browse,
                page -> request.answer(200, json -> {
                    json.writeStartObject();
                    json.writeArrayFieldStart("messages");
                    for (MessageInfo message : page.messages()) {
                        MessageJson.write(json, message);
                    }
                    json.writeEndArray();
                    JsonMembers.text(json, "next", page.next());
                    json.writeEndObject();
                }));
    }

    /** Shows a message by its seq. */
    private static void at(Request request) {
        long seq = request.query().whole("seq");
        request.ask(new QueueQuery.MessageAt(request.queue(), seq), found -> show(request, found));
    }

    private static void show(Request request, QueueOutcome.Found found) {
        request.answer(200, json -> MessageJson.write(json, found.message()));
    }

    private static void cancelAll(Request request) {
        QueueName queue = request.queue();
        request.small(fields -> {
            List<Long> seqs = fields.requiredWholes("seqs");
            fields.end();
            request.submit(
                    Bad.checked(() -> new QueueCommand.CancelAll(queue, seqs)),
                    cancelled -> request.answer(200, json -> {
                        json.writeStartObject();
                        json.writeNumberField("messages", cancelled.messages());
                        json.writeEndObject();
                    }));
        });
    }

    private static void message(Request request) {
        MessageId id = Request.named(MessageId::of, request.name(1));
        if (request.method().equals("DELETE")) {
            boolean force = request.query().flag("force");
            request.submit(new QueueCommand.Cancel(request.queue(), id, force), cancelled -> request.nothing());
        } else {
            request.ask(new QueueQuery.Message(request.queue(), id), found -> show(request, found));
        }
    }
}
