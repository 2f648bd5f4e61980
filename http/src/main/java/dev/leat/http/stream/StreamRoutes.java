package dev.leat.http.stream;

import dev.leat.api.spi.Engine;
import dev.leat.api.stream.Fork;
import dev.leat.api.stream.StreamPath;
import dev.leat.http.access.Permit;
import dev.leat.http.exchange.Exchange;
import dev.leat.http.exchange.HeaderNames;
import dev.leat.http.exchange.Problem;
import dev.leat.http.exchange.ServerContext;
import dev.leat.http.exchange.TraceMemo;
import dev.leat.http.metrics.Route;
import org.jspecify.annotations.Nullable;

/** Routes of streams. */
public final class StreamRoutes {

    /** The beginning of every stream's path. */
    public static final String ROOT = "/v1/stream/";

    /** The path that lists all streams. */
    public static final String LIST = "/v1/streams";

    private static final String METHODS = "GET, HEAD, PUT, POST, DELETE, OPTIONS";

    private final CreateRoute create;
    private final AppendRoute append;
    private final ReadRoute read;
    private final ManageRoute manage;
    private final ListRoute list;
    private final Feeds feeds;

    public StreamRoutes(Engine engine, ServerContext context, TraceMemo traces, ReadSettings reads, LiveSettings live) {
        this.feeds = new Feeds(engine, context);
        this.create = new CreateRoute(engine, traces);
        this.append = new AppendRoute(engine, traces);
        this.read = new ReadRoute(engine, context, reads, live, feeds);
        this.manage = new ManageRoute(engine);
        this.list = new ListRoute(engine);
    }

    /** Ends all live reads, and answers those that come from now on without waiting. */
    public void drain() {
        feeds.drain();
    }

    /** Returns the route of a request in metrics. */
    public static Route route(Exchange exchange) {
        return switch (exchange.method().name()) {
            case "POST" -> Route.STREAM_APPEND;
            case "PUT" -> Route.STREAM_CREATE;
            case "HEAD" -> Route.STREAM_HEAD;
            case "DELETE" -> Route.STREAM_DELETE;
            case "GET" -> Route.STREAM_READ; // until its query is read
            default -> Route.OTHER;
        };
    }

    /** Returns the stream that a PUT asks to fork; null if there is none. */
    public static @Nullable StreamPath forkSource(Exchange exchange) {
        Fork fork = StreamHeaders.fork(exchange);
        return fork == null ? null : fork.source();
    }

    public void handle(Exchange exchange, StreamPath path, Permit permit) {
        switch (exchange.method().name()) {
            case "POST" -> append.handle(exchange, path);
            case "GET" -> read.handle(exchange, path);
            case "PUT" -> create.handle(exchange, path, permit);
            case "HEAD" -> manage.head(exchange, path);
            case "DELETE" -> manage.delete(exchange, path);
            default -> refuseMethod(exchange);
        }
    }

    /** Lists the streams that the caller may read. */
    public void list(Exchange exchange, Permit permit) {
        list.handle(exchange, permit);
    }

    private static void refuseMethod(Exchange exchange) {
        exchange.refuse(Problem.of(405, "method-not-allowed", "a stream takes " + METHODS)
                .with(HeaderNames.ALLOW, METHODS));
    }
}
