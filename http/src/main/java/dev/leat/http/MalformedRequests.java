package dev.leat.http;

import dev.leat.http.exchange.Exchange;
import dev.leat.http.exchange.Problem;
import dev.leat.http.exchange.Problems;
import dev.leat.http.exchange.RequestError;
import dev.leat.http.exchange.ServerContext;
import dev.leat.http.exchange.ServerRequest;
import dev.leat.http.exchange.ServerResponse;

/** Answers input that is not well-formed HTTP; no route sees it. */
final class MalformedRequests {
    private final ServerContext context;

    MalformedRequests(ServerContext context) {
        this.context = context;
    }

    /** Answers with the problem and closes the connection. */
    void refuse(ServerRequest request, ServerResponse response, RequestError error) {
        response.closeAfter();
        new Exchange(context, request, response).refuse(problem(error));
    }

    private Problem problem(RequestError error) {
        int limit = context.bounds().headerBytes();
        return switch (error) {
            case LONG_LINE -> Problem.of(414, "url-too-long", "a request line has at most " + limit + " bytes");
            case LARGE_HEADERS ->
                Problem.of(431, "headers-too-large", "all headers together have at most " + limit + " bytes");
            case NO_HTTP -> Problems.NO_HTTP;
        };
    }
}
