package dev.leat.http;

import dev.leat.api.stream.StreamPath;
import dev.leat.http.access.Action;
import dev.leat.http.backup.BackupRoutes;
import dev.leat.http.exchange.Exchange;
import dev.leat.http.exchange.PathDecoder;
import dev.leat.http.exchange.Problem;
import dev.leat.http.exchange.ProblemException;
import dev.leat.http.exchange.ReservedPaths;
import dev.leat.http.metrics.Route;
import dev.leat.http.protocol.HttpMethod;
import dev.leat.http.queue.QueueRoutes;
import dev.leat.http.stream.StreamRoutes;
import dev.leat.http.subscription.SubscriptionRoutes;
import java.util.List;

/** Dispatch of each request to the route that answers it. */
final class Router {
    private static final String RESERVED = ReservedPaths.PROTOCOL;

    private final BrowserGuard guard;
    private final AccessGate gate;
    private final StreamRoutes streams;
    private final SubscriptionRoutes subscriptions;
    private final QueueRoutes queues;
    private final OperatorRoutes operator;
    private final BackupRoutes backups;

    Router(
            BrowserGuard guard,
            AccessGate gate,
            StreamRoutes streams,
            SubscriptionRoutes subscriptions,
            QueueRoutes queues,
            OperatorRoutes operator,
            BackupRoutes backups) {
        this.guard = guard;
        this.gate = gate;
        this.streams = streams;
        this.subscriptions = subscriptions;
        this.queues = queues;
        this.operator = operator;
        this.backups = backups;
    }

    void route(Exchange exchange) {
        guard.check(exchange);
        String path = exchange.request().path();
        if (path.startsWith(StreamRoutes.ROOT)) {
            stream(exchange, path.substring(StreamRoutes.ROOT.length()));
            return;
        }
        if (path.startsWith(BackupRoutes.ROOT)) {
            backup(exchange, path.substring(BackupRoutes.ROOT.length()));
            return;
        }
        switch (path) {
            case StreamRoutes.LIST -> streams(exchange);
            case "/" -> operator.root(exchange);
            case "/health/live" -> operator.live(exchange);
            case "/health/ready" -> operator.ready(exchange, gate.mayNow(exchange, Action.ADMIN));
            case "/openapi.yaml" -> operator.openApi(exchange);
            case "/metrics" ->
                gate.pass(
                        exchange, List.of(new AccessGate.Need(Action.ADMIN, "")), permit -> operator.metrics(exchange));
            default ->
                QueueRoutes.find(exchange, path)
                        .ifPresentOrElse(asked -> queue(exchange, asked), () -> nothing(exchange));
        }
    }

    private static void nothing(Exchange exchange) {
        exchange.refuse(Problem.of(404, "route-not-found", "there is nothing at this path"));
    }

    private void queue(Exchange exchange, QueueRoutes.Asked asked) {
        if (exchange.method() == HttpMethod.OPTIONS) {
            exchange.context().cors().preflightOfQueues(exchange.answer(204));
            exchange.end();
            return;
        }
        exchange.is(asked.route());
        AccessGate.Need need = new AccessGate.Need(asked.action(), asked.queue());
        if (asked.isOpenEnded()) {
            gate.enter(exchange, need, permit -> queues.handle(exchange, asked, permit));
        } else {
            gate.pass(exchange, List.of(need), permit -> queues.handle(exchange, asked, permit));
        }
    }

    private void stream(Exchange exchange, String encoded) {
        if (exchange.method() == HttpMethod.OPTIONS) {
            exchange.context().cors().preflight(exchange.answer(204));
            exchange.end();
            return;
        }
        if (encoded.startsWith(RESERVED + "/")) {
            subscription(exchange, encoded.substring(RESERVED.length() + 1));
            return;
        }
        StreamPath path = path(encoded);
        if (ReservedPaths.isProtocol(path)) {
            exchange.refuse(Problem.of(404, "route-not-found", "paths below " + RESERVED + " are reserved"));
            return;
        }
        exchange.is(StreamRoutes.route(exchange));
        gate.pass(exchange, needs(exchange, path), permit -> {
            if (!isRead(exchange.method())) {
                ReservedPaths.requireWritable(path);
            }
            streams.handle(exchange, path, permit);
        });
    }

    /** The list itself leaves out the streams that the caller may not see. */
    private void streams(Exchange exchange) {
        if (exchange.method() == HttpMethod.OPTIONS) {
            exchange.context().cors().preflight(exchange.answer(204));
            exchange.end();
            return;
        }
        exchange.is(Route.STREAM_LIST);
        gate.enter(exchange, new AccessGate.Need(Action.READ, ""), permit -> streams.list(exchange, permit));
    }

    private void backup(Exchange exchange, String encoded) {
        exchange.is(Route.BACKUP);
        gate.pass(
                exchange, List.of(new AccessGate.Need(Action.ADMIN, "")), permit -> backups.handle(exchange, encoded));
    }

    private void subscription(Exchange exchange, String encoded) {
        exchange.is(Route.SUBSCRIPTION);
        exchange.problemsAs(SubscriptionRoutes.PROBLEMS);
        SubscriptionRoutes.Need need = SubscriptionRoutes.need(encoded);
        if (need == null) {
            gate.admit(exchange, () -> subscriptions.handle(exchange, encoded, null));
        } else {
            List<AccessGate.Need> needs = List.of(new AccessGate.Need(need.action(), need.path()));
            gate.pass(exchange, needs, permit -> subscriptions.handle(exchange, encoded, permit));
        }
    }

    private static List<AccessGate.Need> needs(Exchange exchange, StreamPath path) {
        AccessGate.Need need = new AccessGate.Need(action(exchange.method()), path.value());
        StreamPath source = exchange.method() == HttpMethod.PUT ? StreamRoutes.forkSource(exchange) : null;
        return source == null ? List.of(need) : List.of(need, new AccessGate.Need(Action.READ, source.value()));
    }

    private static boolean isRead(HttpMethod method) {
        return method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD);
    }

    private static Action action(HttpMethod method) {
        return switch (method.name()) {
            case "PUT" -> Action.CREATE;
            case "POST" -> Action.APPEND;
            case "DELETE" -> Action.DELETE;
            default -> Action.READ;
        };
    }

    private static StreamPath path(String encoded) {
        try {
            return StreamPath.of(PathDecoder.decode(encoded)
                    .orElseThrow(() -> new IllegalArgumentException("not a stream path: its escapes are broken")));
        } catch (IllegalArgumentException e) {
            throw ProblemException.malformed("path-malformed", String.valueOf(e.getMessage()));
        }
    }
}
