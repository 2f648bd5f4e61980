package dev.leat.http;

import dev.leat.http.exchange.Exchange;
import dev.leat.http.exchange.Incoming;
import dev.leat.http.exchange.Outgoing;
import dev.leat.http.exchange.Problem;
import dev.leat.http.exchange.Problems;
import dev.leat.http.exchange.ServerContext;
import dev.leat.http.plain.Flaw;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;

/** Answers what is not HTTP, without letting it near a route. */
final class MalformedRequests implements Handler<HttpServerRequest> {
    private final ServerContext context;

    MalformedRequests(ServerContext context) {
        this.context = context;
    }

    @Override
    public void handle(HttpServerRequest request) {
        refuse(
                new VertxIncoming(request),
                new VertxOutgoing(request),
                flaw(request.decoderResult().cause()));
    }

    /** Tells a client what is wrong, and has its connection end. */
    void refuse(Incoming request, Outgoing response, Flaw flaw) {
        response.closeAfter();
        new Exchange(context, request, response).refuse(problem(flaw));
    }

    private static Flaw flaw(Throwable cause) {
        return switch (cause) {
            case TooLongHttpLineException ignored -> Flaw.LONG_LINE;
            case TooLongHttpHeaderException ignored -> Flaw.LARGE_HEADERS;
            default -> Flaw.NO_HTTP;
        };
    }

    private Problem problem(Flaw flaw) {
        int limit = context.bounds().headerBytes();
        return switch (flaw) {
            case LONG_LINE -> Problem.of(414, "url-too-long", "a request line has at most " + limit + " bytes");
            case LARGE_HEADERS ->
                Problem.of(431, "headers-too-large", "all headers together have at most " + limit + " bytes");
            case NO_HTTP -> Problems.NO_HTTP;
        };
    }
}
