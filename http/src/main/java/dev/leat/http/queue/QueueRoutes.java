package dev.leat.http.queue;

import dev.leat.api.spi.Engine;
import dev.leat.http.access.Action;
import dev.leat.http.access.Permit;
import dev.leat.http.exchange.Exchange;
import dev.leat.http.exchange.HeaderNames;
import dev.leat.http.exchange.Problem;
import dev.leat.http.metrics.Route;
import java.util.Optional;

/** Routes of queues, their groups and consumers, tasks and transactions. */
public final class QueueRoutes {
    private final Engine engine;
    private final WaitingRequests waiting;
    private final QueueAdminRoutes manage = new QueueAdminRoutes();
    private final MessageRoutes messages;
    private final DeliveryRoutes work;
    private final GroupRoutes groups = new GroupRoutes();
    private final TaskRoutes tasks = new TaskRoutes();
    private final PresenceRoutes presence = new PresenceRoutes();
    private final TransactionRoute transactions = new TransactionRoute();

    public QueueRoutes(Engine engine) {
        this.engine = engine;
        this.waiting = new WaitingRequests();
        this.messages = new MessageRoutes(waiting);
        this.work = new DeliveryRoutes(waiting);
    }

    /** One of these routes, asked for by one method. */
    public record Asked(Target target, String method) {

        /** Returns the action that the caller must be allowed on {@link #queue}. */
        public Action action() {
            return target.verb().action(method);
        }

        /** Returns the name of the queue; empty if the URL names none. */
        public String queue() {
            return target.queue();
        }

        /** Returns whether the needs are known only from the body or the engine; the route then asks the permit. */
        public boolean isOpenEnded() {
            return target.verb().isOpenEnded();
        }

        public Route route() {
            return target.verb().takes(method) ? target.verb().route(method) : Route.OTHER;
        }
    }

    /** Returns the route of a path; empty if it is none of these. */
    public static Optional<Asked> find(Exchange exchange, String path) {
        return Target.parse(path)
                .map(target -> new Asked(target, exchange.method().name()));
    }

    /** Ends all waits for messages and for room; from now on no request waits. */
    public void drain() {
        waiting.drain();
    }

    public void handle(Exchange exchange, Asked asked, Permit permit) {
        Target target = asked.target();
        if (!target.verb().takes(asked.method())) {
            String methods = target.verb().methods();
            exchange.refuse(Problem.of(405, "method-not-allowed", "this takes " + methods)
                    .with(HeaderNames.ALLOW, methods));
            return;
        }
        route(new Request(exchange, target, permit, engine));
    }

    private void route(Request request) {
        switch (request.target().verb()) {
            case QUEUES, QUEUE, PURGE, PAUSE, RESUME, REDRIVE -> manage.handle(request);
            case MESSAGES, BATCH, AT, CANCEL, MESSAGE -> messages.handle(request);
            case RECEIVE, POP, CLAIM, ACK, NACK, RELEASE, REJECT, EXTEND, SETTLE, MESSAGE_SETTLE ->
                work.handle(request);
            case GROUP, GROUP_SEEK, GROUP_PAUSE, GROUP_RESUME -> groups.handle(request);
            case TASK -> tasks.handle(request);
            case PRESENCE, CONSUMER -> presence.handle(request);
            case TRANSACTION -> transactions.handle(request);
        }
    }
}
