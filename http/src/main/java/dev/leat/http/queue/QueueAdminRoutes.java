package dev.leat.http.queue;

import dev.leat.api.Rejection;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.Provenance;
import dev.leat.api.queue.PurgeScope;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueInfo;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.RedriveFilter;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.api.spi.QueueQuery;
import dev.leat.http.access.Action;
import dev.leat.http.access.Permit;
import dev.leat.http.access.VisiblePage;
import dev.leat.http.exchange.EngineReply;
import dev.leat.http.exchange.HeaderNames;
import dev.leat.http.exchange.Json;
import dev.leat.http.exchange.Parameters;
import dev.leat.http.exchange.Problem;
import dev.leat.wire.JsonObject;
import dev.leat.wire.JsonReader;
import dev.leat.wire.QueueConfigJson;
import dev.leat.wire.QueueInfoJson;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Routes that create, show, change, delete, purge, pause and redrive queues. */
final class QueueAdminRoutes {
    private static final int PAGE = 100;

    /** How often a change is tried again because another one changed the same queue meanwhile. */
    private static final int PATIENCE = 20;

    void handle(Request request) {
        switch (request.target().verb()) {
            case QUEUES -> list(request);
            case PURGE -> purge(request);
            case PAUSE -> pause(request, true);
            case RESUME -> pause(request, false);
            case REDRIVE -> redrive(request);
            default -> queue(request);
        }
    }

    private static void queue(Request request) {
        switch (request.method()) {
            case "PUT" -> create(request);
            case "PATCH" -> change(request);
            case "DELETE" -> delete(request);
            default ->
                request.ask(
                        new QueueQuery.Queue(request.queue()),
                        info -> request.answer(200, json -> QueueInfoJson.write(json, info)));
        }
    }

    private static void create(Request request) {
        QueueName queue = request.queue();
        request.small(fields -> {
            QueueConfig config = QueueConfigJson.read(fields);
            requireDeadLetter(request, config);
            request.submit(new QueueCommand.CreateQueue(queue, config), made -> {
                if (made.isNew()) {
                    request.created("", shown(queue, made.config()));
                } else {
                    request.answer(200, shown(queue, made.config()));
                }
            });
        });
    }

    private static Json shown(QueueName queue, QueueConfig config) {
        return json -> {
            json.writeStartObject();
            json.writeStringField("queue", queue.value());
            json.writeFieldName("config");
            QueueConfigJson.write(json, config);
            json.writeEndObject();
        };
    }

    /** Requires the right to enqueue into the dead-letter queue: dead letters are enqueued there. */
    private static void requireDeadLetter(Request request, QueueConfig config) {
        QueueName deadLetter = config.deadLetter();
        if (deadLetter != null) {
            request.permit().require(Action.ENQUEUE, deadLetter.value());
        }
    }

    private static void change(Request request) {
        QueueName queue = request.queue();
        request.bytes(body -> {
            JsonObject fields = JsonReader.request(body, Bad.REQUEST);
            JsonObject expected = fields.object("expected");
            if (expected == null) {
                change(request, queue, body, PATIENCE);
            } else {
                change(request, queue, QueueConfigJson.read(expected), fields);
            }
        });
    }

    /** Changes the configuration if it still equals the one that the caller expects. */
    private static void change(Request request, QueueName queue, QueueConfig expected, JsonObject fields) {
        QueueConfig config = QueueConfigJson.change(expected, fields);
        requireDeadLetter(request, config);
        request.submit(
                new QueueCommand.UpdateQueue(queue, config, expected),
                updated -> request.answer(200, shown(queue, updated.config())));
    }

    private static void change(Request request, QueueName queue, byte[] body, int patience) {
        request.ask(new QueueQuery.Queue(queue), info -> {
            QueueConfig config = QueueConfigJson.change(info.config(), JsonReader.request(body, Bad.REQUEST));
            requireDeadLetter(request, config);
            QueueCommand.UpdateQueue update = new QueueCommand.UpdateQueue(queue, config, info.config());
            request.engine().submit(update, new EngineReply<QueueOutcome.QueueUpdated>(request.exchange()) {
                @Override
                protected void write(QueueOutcome.QueueUpdated updated) {
                    request.answer(200, shown(queue, updated.config()));
                }

                @Override
                protected void refuse(Rejection refusal) {
                    if (refusal instanceof Rejection.Conflict && patience > 0) {
                        change(request, queue, body, patience - 1);
                    } else {
                        super.refuse(refusal);
                    }
                }
            });
        });
    }

    private static void delete(Request request) {
        boolean detach = request.query().flag("detach");
        if (detach && !request.permit().equals(Permit.ALL)) {
            detach(request, null);
        } else {
            delete(request, detach);
        }
    }

    private static void delete(Request request, boolean detach) {
        QueueCommand.DeleteQueue delete = new QueueCommand.DeleteQueue(request.queue(), detach);
        request.engine().submit(delete, new EngineReply<QueueOutcome.QueueDeleted>(request.exchange()) {
            @Override
            protected void write(QueueOutcome.QueueDeleted deleted) {
                request.nothing();
            }

            @Override
            protected void refuse(Rejection refusal) {
                super.refuse(refusal instanceof Rejection.InUse && !seesAll(request) ? inUse(request) : refusal);
            }
        });
    }

    private static boolean seesAll(Request request) {
        return request.permit().may(Action.BROWSE, "");
    }

    /** Returns the rejection of a queue that is in use as a dead-letter queue, without the names of the other queues. */
    private static Rejection inUse(Request request) {
        return new Rejection.InUse("dead letters of other queues go to " + request.queue());
    }

    /** Requires the right to manage each queue that loses its dead-letter queue, since that changes it. */
    private static void detach(Request request, @Nullable QueueName after) {
        request.ask(new QueueQuery.Queues(after, QueueQuery.MAX_LIMIT), page -> {
            for (QueueInfo info : page.queues()) {
                String source = info.queue().value();
                if (request.queue().equals(info.config().deadLetter())
                        && !request.permit().may(Action.MANAGE, source)) {
                    String why = "dead letters of queues that this caller may not manage go to " + request.queue();
                    throw request.permit().refused(Action.MANAGE, source, Problem.of(403, "access-refused", why));
                }
            }
            if (page.more() && !page.queues().isEmpty()) {
                detach(request, page.queues().getLast().queue());
            } else {
                delete(request, true);
            }
        });
    }

    /** Shows the queues that the caller may browse. */
    private static void list(Request request) {
        Parameters query = request.query();
        String prefix = query.text("prefix");
        QueueName after = name(query.text("after"));
        VisiblePage.Ask wanted = new VisiblePage.Ask(
                prefix == null ? "" : prefix,
                after == null ? null : after.value(),
                query.limit(PAGE, QueueQuery.MAX_LIMIT));
        new VisiblePage<QueueInfo>(
                        request.permit().ranges(Action.BROWSE),
                        wanted,
                        info -> info.queue().value(),
                        (ask, then) -> request.ask(
                                new QueueQuery.Queues(ask.prefix(), name(ask.after()), ask.limit()),
                                page -> then.accept(new VisiblePage.Part<>(page.queues(), page.more()))),
                        page -> list(request, page))
                .collect();
    }

    private static void list(Request request, VisiblePage.Part<QueueInfo> page) {
        request.answer(200, json -> {
            json.writeStartObject();
            json.writeArrayFieldStart("queues");
            for (QueueInfo info : page.found()) {
                QueueInfoJson.write(json, info);
            }
            json.writeEndArray();
            if (page.more()) {
                json.writeStringField("next", page.found().getLast().queue().value());
            }
            json.writeEndObject();
        });
    }

    private static void purge(Request request) {
        QueueName queue = request.queue();
        request.small(fields -> {
            PurgeScope scope = fields.word("scope", PurgeScope.class);
            GroupName group = Request.group(fields);
            fields.end();
            request.submit(
                    new QueueCommand.Purge(queue, scope == null ? PurgeScope.ALL : scope, group),
                    purged -> request.answer(200, json -> {
                        json.writeStartObject();
                        json.writeNumberField("messages", purged.messages());
                        json.writeEndObject();
                    }));
        });
    }

    private static void pause(Request request, boolean paused) {
        QueueName queue = request.queue();
        request.small(fields -> {
            GroupName group = Request.group(fields);
            fields.end();
            pause(request, new QueueCommand.Pause(queue, group, paused));
        });
    }

    static void pause(Request request, QueueCommand.Pause pause) {
        request.submit(
                pause,
                done -> request.answer(200, json -> {
                    json.writeStartObject();
                    json.writeBooleanField("paused", done.paused());
                    json.writeEndObject();
                }));
    }

    private static void redrive(Request request) {
        QueueName queue = request.queue();
        request.small(fields -> {
            RedriveFilter filter = filter(fields.object("filter"));
            QueueName to = name(fields, "to");
            QueueCommand.Redrive redrive = Bad.checked(() -> new QueueCommand.Redrive(
                    queue, filter, fields.whole("limit", 0, Long.MAX_VALUE, 0), fields.fraction("perSecond", 0), to));
            fields.end();
            if (to != null) {
                request.permit().require(Action.ENQUEUE, to.value());
            }
            request.submit(redrive, task -> {
                String location = request.exchange().baseUrl() + TaskRoutes.path(task.task());
                request.exchange().response().putHeader(HeaderNames.LOCATION, location);
                request.answer(202, json -> QueueInfoJson.write(json, task));
            });
        });
    }

    @SuppressWarnings("NullAway") // it does not see that a reason of a nested type may be null
    private static RedriveFilter filter(@Nullable JsonObject fields) {
        if (fields == null) {
            return RedriveFilter.ALL;
        }
        String group = fields.text("originGroup");
        Set<MessageId> ids = Bad.checked(
                () -> messageIds(fields).stream().map(MessageId::of).collect(Collectors.toUnmodifiableSet()));
        RedriveFilter filter = new RedriveFilter(
                name(fields, "originQueue"),
                group == null ? null : Bad.checked(() -> GroupName.of(group)),
                fields.word("reason", Provenance.Reason.class),
                ids);
        fields.end();
        return filter;
    }

    /** Returns the message ids; throws for an empty list, which would otherwise mean all messages. */
    private static List<String> messageIds(JsonObject fields) {
        List<String> ids = fields.texts("messageIds");
        if (ids.isEmpty() && fields.has("messageIds") && !fields.isNull("messageIds")) {
            throw Bad.argument(fields.at("messageIds") + " names at least one message, or is left out");
        }
        return ids;
    }

    private static @Nullable QueueName name(JsonObject fields, String name) {
        return name(fields.text(name));
    }

    private static @Nullable QueueName name(@Nullable String text) {
        return text == null ? null : Bad.checked(() -> QueueName.of(text));
    }
}
