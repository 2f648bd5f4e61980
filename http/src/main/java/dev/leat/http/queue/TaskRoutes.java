package dev.leat.http.queue;

import dev.leat.api.Rejection;
import dev.leat.api.queue.TaskId;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueQuery;
import dev.leat.http.access.Action;
import dev.leat.http.access.Permit;
import dev.leat.http.exchange.Problems;
import dev.leat.wire.QueueInfoJson;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Routes that show and cancel tasks. Only the engine knows which queue a task is about. */
final class TaskRoutes {

    static String path(TaskId task) {
        return "/v1/tasks/"
                + URLEncoder.encode(task.value(), StandardCharsets.UTF_8).replace("+", "%20");
    }

    void handle(Request request) {
        TaskId id = Request.named(TaskId::of, request.name(0));
        boolean ends = request.method().equals("DELETE");
        request.ask(new QueueQuery.Task(id), info -> {
            require(
                    request,
                    id,
                    ends ? Action.MANAGE : Action.BROWSE,
                    info.queue().value());
            if (ends) {
                request.submit(
                        new QueueCommand.CancelTask(info.queue(), id),
                        ended -> request.answer(200, json -> QueueInfoJson.write(json, ended)));
            } else {
                request.answer(200, json -> QueueInfoJson.write(json, info));
            }
        });
    }

    /** A caller that may not even see the queue learns neither its name nor that there is such a task. */
    private static void require(Request request, TaskId id, Action action, String queue) {
        Permit permit = request.permit();
        if (permit.may(Action.BROWSE, queue) || permit.may(Action.MANAGE, queue)) {
            permit.require(action, queue);
        } else {
            throw permit.refused(action, queue, Problems.from(new Rejection.TaskNotFound(id)));
        }
    }
}
