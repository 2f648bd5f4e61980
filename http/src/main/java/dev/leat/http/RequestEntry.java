package dev.leat.http;

import dev.leat.http.exchange.Exchange;
import dev.leat.http.exchange.RequestError;
import dev.leat.http.exchange.RequestHandler;
import dev.leat.http.exchange.ServerContext;
import dev.leat.http.exchange.ServerRequest;
import dev.leat.http.exchange.ServerResponse;
import dev.leat.http.metrics.HttpMetrics;
import dev.leat.http.netty.Connections;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Entry of every request: hands it to the router, and counts and logs its outcome. */
final class RequestEntry implements RequestHandler {
    private static final Logger ACCESS = LoggerFactory.getLogger("dev.leat.access");

    private final ServerContext context;
    private final Connections connections;
    private final Router router;
    private final MalformedRequests malformed;
    private final HttpMetrics metrics;
    private final boolean logged;
    private final Exchange.Outlook outlook = this::ended;

    /** @param logged whether to log each request */
    RequestEntry(ServerContext context, Connections connections, Router router, boolean logged) {
        this.context = context;
        this.connections = connections;
        this.router = router;
        this.malformed = new MalformedRequests(context);
        this.metrics = context.metrics();
        this.logged = logged;
    }

    @Override
    public void receive(ServerRequest request, ServerResponse response) {
        Exchange exchange = new Exchange(context, request, response);
        metrics.started();
        connections.began(exchange);
        exchange.onEnd(outlook);
        exchange.attempt(() -> router.route(exchange));
    }

    @Override
    public void refuse(ServerRequest request, ServerResponse response, RequestError error) {
        malformed.refuse(request, response, error);
    }

    private void ended(Exchange exchange, int status) {
        connections.ended(exchange);
        metrics.finished(exchange.route(), exchange.method(), status, exchange.nanos());
        metrics.sent(exchange.sentBytes());
        if (logged) {
            exchange.logged(() -> ACCESS.info(
                    "{} {} {} in {} us for {}",
                    exchange.method(),
                    exchange.request().path(),
                    status,
                    exchange.nanos() / 1000,
                    exchange.remoteHost()));
        }
    }
}
