package dev.leat.http.stream;

import dev.leat.api.Engine;
import dev.leat.api.StreamPath;
import dev.leat.http.exchange.Exchange;
import dev.leat.http.exchange.Problem;
import dev.leat.http.exchange.ServerContext;
import io.vertx.core.http.HttpHeaders;

/** What can be done with the URL of a stream. */
public final class StreamRoutes {

    /** Where the URLs of streams begin. */
    public static final String ROOT = "/v1/stream/";

    private static final String METHODS = "GET, HEAD, PUT, POST, DELETE, OPTIONS";

    private final CreateRoute create;
    private final AppendRoute append;
    private final ReadRoute read;
    private final ManageRoute manage;
    private final Feeds feeds;

    public StreamRoutes(Engine engine, ServerContext context, ReadSettings reads, LiveSettings live) {
        this.feeds = new Feeds(engine, context.vertx());
        this.create = new CreateRoute(engine);
        this.append = new AppendRoute(engine);
        this.read = new ReadRoute(engine, context, reads, live, feeds);
        this.manage = new ManageRoute(engine);
    }

    /** How many follow now. */
    public Followers followers() {
        return feeds.followers();
    }

    /** Ends all live reads, and answers those that come from now on without waiting. */
    public void drain() {
        feeds.drain();
    }

    public void handle(Exchange exchange, StreamPath path) {
        switch (exchange.method().name()) {
            case "POST" -> append.handle(exchange, path);
            case "GET" -> read.handle(exchange, path);
            case "PUT" -> create.handle(exchange, path);
            case "HEAD" -> manage.head(exchange, path);
            case "DELETE" -> manage.delete(exchange, path);
            default -> refuseMethod(exchange);
        }
    }

    private static void refuseMethod(Exchange exchange) {
        exchange.refuse(Problem.of(405, "method-not-allowed", "a stream takes " + METHODS)
                .with(HttpHeaders.ALLOW, METHODS));
    }
}
