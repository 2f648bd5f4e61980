package dev.leat.http.queue;

import dev.leat.http.access.Action;
import dev.leat.http.metrics.Route;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Operations on queues: each with its HTTP methods, the action that its caller must be allowed, and its route in metrics. */
enum Verb {
    QUEUES("GET", Action.BROWSE, Route.QUEUE_BROWSE),
    QUEUE("GET, PUT, PATCH, DELETE", Action.MANAGE, Route.QUEUE_MANAGE),
    MESSAGES("GET, POST", Action.ENQUEUE, Route.QUEUE_ENQUEUE),
    BATCH("POST", Action.ENQUEUE, Route.QUEUE_ENQUEUE),
    AT("GET", Action.BROWSE, Route.QUEUE_BROWSE),
    CANCEL("POST", Action.MANAGE, Route.QUEUE_MANAGE),
    MESSAGE("GET, DELETE", Action.MANAGE, Route.QUEUE_MANAGE),
    MESSAGE_SETTLE("POST", Action.MANAGE, Route.QUEUE_SETTLE),
    RECEIVE("POST", Action.RECEIVE, Route.QUEUE_RECEIVE),
    POP("POST", Action.RECEIVE, Route.QUEUE_RECEIVE),
    CLAIM("POST", Action.CLAIM, Route.QUEUE_RECEIVE),
    ACK("POST", Action.RECEIVE, Route.QUEUE_SETTLE),
    NACK("POST", Action.RECEIVE, Route.QUEUE_SETTLE),
    RELEASE("POST", Action.RECEIVE, Route.QUEUE_SETTLE),
    REJECT("POST", Action.RECEIVE, Route.QUEUE_SETTLE),
    EXTEND("POST", Action.RECEIVE, Route.QUEUE_SETTLE),
    SETTLE("POST", Action.RECEIVE, Route.QUEUE_SETTLE),
    PURGE("POST", Action.MANAGE, Route.QUEUE_MANAGE),
    PAUSE("POST", Action.MANAGE, Route.QUEUE_MANAGE),
    RESUME("POST", Action.MANAGE, Route.QUEUE_MANAGE),
    REDRIVE("POST", Action.MANAGE, Route.QUEUE_MANAGE),
    GROUP("GET, PUT, DELETE", Action.MANAGE, Route.QUEUE_MANAGE),
    GROUP_SEEK("POST", Action.MANAGE, Route.QUEUE_MANAGE),
    GROUP_PAUSE("POST", Action.MANAGE, Route.QUEUE_MANAGE),
    GROUP_RESUME("POST", Action.MANAGE, Route.QUEUE_MANAGE),
    TASK("GET, DELETE", Action.MANAGE, Route.QUEUE_MANAGE),
    PRESENCE("GET", Action.BROWSE, Route.PRESENCE),
    CONSUMER("PUT, DELETE", Action.RECEIVE, Route.PRESENCE),
    TRANSACTION("POST", Action.ENQUEUE, Route.TRANSACTION);

    private final String methods;

    @SuppressWarnings("ImmutableEnumChecker") // the set cannot be changed
    private final Set<String> taken;

    private final Action action;
    private final Route route;

    Verb(String methods, Action action, Route route) {
        this.methods = methods + ", OPTIONS";
        this.taken = Set.of(methods.split(", "));
        this.action = action;
        this.route = route;
    }

    String methods() {
        return methods;
    }

    boolean takes(String method) {
        return taken.contains(method);
    }

    Action action(String method) {
        return method.equals("GET") ? Action.BROWSE : action;
    }

    Route route(String method) {
        return method.equals("GET") && route != Route.PRESENCE ? Route.QUEUE_BROWSE : route;
    }

    /** Returns whether only the body, or the engine, tells which queues it is about. */
    boolean isOpenEnded() {
        return switch (this) {
            case QUEUES, TASK, PRESENCE, TRANSACTION -> true;
            default -> false;
        };
    }

    /** Returns the operation for the last segment of a queue's URL; null if there is no such route. */
    static @Nullable Verb ofQueue(String segment) {
        return switch (segment) {
            case "messages" -> MESSAGES;
            case "messages:batch" -> BATCH;
            case "messages:at" -> AT;
            case "messages:cancel" -> CANCEL;
            case "receive" -> RECEIVE;
            case "pop" -> POP;
            case "claim" -> CLAIM;
            case "ack" -> ACK;
            case "nack" -> NACK;
            case "release" -> RELEASE;
            case "reject" -> REJECT;
            case "extend" -> EXTEND;
            case "settle" -> SETTLE;
            case "purge" -> PURGE;
            case "pause" -> PAUSE;
            case "resume" -> RESUME;
            case "redrive" -> REDRIVE;
            default -> null;
        };
    }

    /** Returns the operation for the last segment of a group's URL; null if there is no such route. */
    static @Nullable Verb ofGroup(String segment) {
        return switch (segment) {
            case "seek" -> GROUP_SEEK;
            case "pause" -> GROUP_PAUSE;
            case "resume" -> GROUP_RESUME;
            default -> null;
        };
    }
}
