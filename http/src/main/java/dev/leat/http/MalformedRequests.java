package dev.leat.http;

import dev.leat.http.exchange.Exchange;
import dev.leat.http.exchange.ServerRequest;
import dev.leat.http.exchange.ServerResponse;
import dev.leat.http.exchange.Problem;
import dev.leat.http.exchange.Problems;
import dev.leat.http.exchange.ServerContext;
import dev.leat.http.http1.RequestError;
import dev.leat.http.vertx.VertxRequest;
import dev.leat.http.vertx.VertxResponse;
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
                new VertxRequest(request),
                new VertxResponse(request),
                flaw(request.decoderResult().cause()));
    }

    /** Tells a client what is wrong, and has its connection end. */
    void refuse(ServerRequest request, ServerResponse response, RequestError flaw) {
        response.closeAfter();
        new Exchange(context, request, response).refuse(problem(flaw));
    }

    private static RequestError flaw(Throwable cause) {
        return switch (cause) {
            case TooLongHttpLineException ignored -> RequestError.LONG_LINE;
            case TooLongHttpHeaderException ignored -> RequestError.LARGE_HEADERS;
            default -> RequestError.NO_HTTP;
        };
    }

    private Problem problem(RequestError flaw) {
        int limit = context.bounds().headerBytes();
        return switch (flaw) {
            case LONG_LINE -> Problem.of(414, "url-too-long", "a request line has at most " + limit + " bytes");
            case LARGE_HEADERS ->
                Problem.of(431, "headers-too-large", "all headers together have at most " + limit + " bytes");
            case NO_HTTP -> Problems.NO_HTTP;
        };
    }
}
