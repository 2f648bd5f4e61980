package dev.leat.http.queue;

import dev.leat.api.queue.GroupInfo;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.GroupStart;
import dev.leat.api.queue.QueueName;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueQuery;
import dev.leat.http.exchange.Json;
import dev.leat.wire.JsonObject;
import dev.leat.wire.QueueInfoJson;
import dev.leat.wire.TimeText;
import java.util.Objects;

/** Routes that create, show, seek, pause and delete the groups of fan-out queues. */
final class GroupRoutes {

    void handle(Request request) {
        QueueName queue = request.queue();
        GroupName group = request.group();
        switch (request.target().verb()) {
            case GROUP_SEEK -> seek(request, queue, group);
            case GROUP_PAUSE -> pause(request, new QueueCommand.Pause(queue, group, true));
            case GROUP_RESUME -> pause(request, new QueueCommand.Pause(queue, group, false));
            default -> {
                switch (request.method()) {
                    case "PUT" -> create(request, queue, group);
                    case "DELETE" -> {
                        boolean force = request.query().flag("force");
                        request.submit(new QueueCommand.DeleteGroup(queue, group, force), deleted -> request.nothing());
                    }
                    default ->
                        request.ask(new QueueQuery.Group(queue, group), info -> request.answer(200, shown(info)));
                }
            }
        }
    }

    private static Json shown(GroupInfo info) {
        return json -> QueueInfoJson.write(json, info);
    }

    private static void pause(Request request, QueueCommand.Pause pause) {
        request.small(fields -> {
            fields.end();
            QueueAdminRoutes.pause(request, pause);
        });
    }

    private static void create(Request request, QueueName queue, GroupName group) {
        request.small(fields -> {
            GroupStart start = fields.has("start") ? start(fields, "start") : GroupStart.HEAD;
            fields.end();
            request.submit(new QueueCommand.CreateGroup(queue, group, start), made -> {
                if (made.isNew()) {
                    request.created("", shown(made.info()));
                } else {
                    request.answer(200, shown(made.info()));
                }
            });
        });
    }

    private static void seek(Request request, QueueName queue, GroupName group) {
        request.small(fields -> {
            GroupStart to = start(fields, "to");
            boolean force = fields.flag("force", false);
            fields.end();
            request.submit(
                    new QueueCommand.SeekGroup(queue, group, to, force),
                    moved -> request.answer(200, shown(moved.info())));
        });
    }

    /** Reads {@code "head"}, {@code "tail"}, {@code {"seq": 7}} or {@code {"timestamp": "…"}}. */
    private static GroupStart start(JsonObject fields, String name) {
        if (fields.isText(name)) {
            String word = fields.requiredText(name);
            return switch (word) {
                case "head" -> GroupStart.HEAD;
                case "tail" -> GroupStart.TAIL;
                default ->
                    throw Bad.argument(
                            name + " is head, tail, or an object with a seq or a timestamp, not " + Bad.quoted(word));
            };
        }
        JsonObject place = fields.requiredObject(name);
        GroupStart start = switch (place.onlyName()) {
            case "seq" -> new GroupStart.Seq(Objects.requireNonNullElse(place.whole("seq", 0, Long.MAX_VALUE), 0L));
            case "timestamp" ->
                new GroupStart.Timestamp(
                        Bad.checked(() -> TimeText.instant("timestamp", place.requiredText("timestamp"))));
            default -> GroupStart.HEAD; // is refused below
        };
        place.end();
        return start;
    }
}
