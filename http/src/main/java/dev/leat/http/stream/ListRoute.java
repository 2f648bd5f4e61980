package dev.leat.http.stream;

import dev.leat.api.Engine;
import dev.leat.api.Outcome;
import dev.leat.api.Query;
import dev.leat.api.StreamPath;
import dev.leat.http.access.Action;
import dev.leat.http.access.Permit;
import dev.leat.http.exchange.Answering;
import dev.leat.http.exchange.Exchange;
import dev.leat.http.exchange.HeaderNames;
import dev.leat.http.exchange.Json;
import dev.leat.http.exchange.Parameters;
import dev.leat.http.exchange.Problem;
import dev.leat.http.exchange.ProblemException;
import io.vertx.core.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/** Which streams there are. */
final class ListRoute {
    private static final String METHODS = "GET, OPTIONS";
    private static final int PAGE = 100;

    private final Engine engine;

    ListRoute(Engine engine) {
        this.engine = engine;
    }

    /** Shows those that the caller may read; a page can have fewer than asked for, or none, and yet not be the last. */
    void handle(Exchange exchange, Permit permit) {
        if (!exchange.method().name().equals("GET")) {
            exchange.refuse(Problem.of(405, "method-not-allowed", "this takes " + METHODS)
                    .with(HttpHeaders.ALLOW, METHODS));
            return;
        }
        engine.ask(find(new Parameters(exchange)), new Answering<Outcome.Page>(exchange) {
            @Override
            protected void write(Outcome.Page page) {
                exchange.answer(200).putHeader(HttpHeaders.CACHE_CONTROL, HeaderNames.NO_STORE);
                Json.end(exchange, json(page, permit));
            }
        });
    }

    private static Query.Find find(Parameters parameters) {
        String prefix = parameters.text("prefix");
        return new Query.Find(
                prefix == null ? "" : prefix,
                path(parameters.text("after")),
                parameters.limit(PAGE, Query.Find.MAX_LIMIT));
    }

    private static @Nullable StreamPath path(@Nullable String after) {
        try {
            return after == null ? null : StreamPath.of(after);
        } catch (IllegalArgumentException e) {
            throw ProblemException.badArgument("after is " + e.getMessage());
        }
    }

    private static Json json(Outcome.Page page, Permit permit) {
        return json -> {
            json.writeStartObject();
            json.writeArrayFieldStart("streams");
            for (StreamPath path : page.paths()) {
                if (permit.may(Action.READ, path.value())) {
                    json.writeStartObject();
                    json.writeStringField("path", path.value());
                    json.writeEndObject();
                }
            }
            json.writeEndArray();
            if (page.more() && !page.paths().isEmpty()) {
                json.writeStringField("next", page.paths().getLast().value());
            }
            json.writeEndObject();
        };
    }
}
