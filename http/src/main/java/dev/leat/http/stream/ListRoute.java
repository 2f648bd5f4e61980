package dev.leat.http.stream;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.leat.api.spi.Engine;
import dev.leat.api.spi.Query;
import dev.leat.api.stream.Lifetime;
import dev.leat.api.stream.StreamInfo;
import dev.leat.api.stream.StreamPage;
import dev.leat.api.stream.StreamPath;
import dev.leat.http.access.Action;
import dev.leat.http.access.Permit;
import dev.leat.http.access.VisiblePage;
import dev.leat.http.exchange.EngineReply;
import dev.leat.http.exchange.Exchange;
import dev.leat.http.exchange.HeaderNames;
import dev.leat.http.exchange.Json;
import dev.leat.http.exchange.Parameters;
import dev.leat.http.exchange.Problem;
import dev.leat.http.exchange.ProblemException;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Route that lists streams. */
final class ListRoute {
    private static final String METHODS = "GET, OPTIONS";
    private static final int PAGE = 100;

    private final Engine engine;

    ListRoute(Engine engine) {
        this.engine = engine;
    }

    /** Shows the streams that the caller may read. */
    void handle(Exchange exchange, Permit permit) {
        if (!exchange.method().name().equals("GET")) {
            exchange.refuse(Problem.of(405, "method-not-allowed", "this takes " + METHODS)
                    .with(HeaderNames.ALLOW, METHODS));
            return;
        }
        new VisiblePage<StreamInfo>(
                        permit.ranges(Action.READ),
                        wanted(new Parameters(exchange)),
                        stream -> stream.path().value(),
                        (ask, then) -> find(exchange, ask, then),
                        page -> {
                            exchange.answer(200).putHeader(HeaderNames.CACHE_CONTROL, HeaderNames.NO_STORE);
                            Json.end(exchange, json(page));
                        })
                .collect();
    }

    private static VisiblePage.Ask wanted(Parameters parameters) {
        String prefix = parameters.text("prefix");
        StreamPath after = path(parameters.text("after"));
        return new VisiblePage.Ask(
                prefix == null ? "" : prefix,
                after == null ? null : after.value(),
                parameters.limit(PAGE, Query.Find.MAX_LIMIT));
    }

    private static @Nullable StreamPath path(@Nullable String after) {
        try {
            return after == null ? null : StreamPath.of(after);
        } catch (IllegalArgumentException e) {
            throw ProblemException.badArgument("after is " + e.getMessage());
        }
    }

    private void find(Exchange exchange, VisiblePage.Ask ask, Consumer<VisiblePage.Part<StreamInfo>> then) {
        Query.Find find = new Query.Find(ask.prefix(), path(ask.after()), ask.limit());
        engine.ask(find, new EngineReply<StreamPage>(exchange) {
            @Override
            protected void write(StreamPage page) {
                then.accept(new VisiblePage.Part<>(page.streams(), page.more()));
            }
        });
    }

    private static Json json(VisiblePage.Part<StreamInfo> page) {
        return json -> {
            json.writeStartObject();
            json.writeArrayFieldStart("streams");
            for (StreamInfo stream : page.found()) {
                write(json, stream);
            }
            json.writeEndArray();
            if (page.more()) {
                json.writeStringField("next", page.found().getLast().path().value());
            }
            json.writeEndObject();
        };
    }

    private static void write(JsonGenerator json, StreamInfo stream) throws IOException {
        json.writeStartObject();
        json.writeStringField("path", stream.path().value());
        json.writeStringField("contentType", stream.contentType().value());
        json.writeStringField("tail", stream.tail().toString());
        json.writeBooleanField("closed", stream.closed());
        json.writeNumberField("messages", stream.messages());
        json.writeNumberField("bytes", stream.bytes());
        json.writeStringField("created", stream.created().toString());
        switch (stream.lifetime()) {
            case Lifetime.Forever ignored -> {}
            case Lifetime.Idle idle -> json.writeStringField("ttl", idle.ttl().toString());
            case Lifetime.Until until ->
                json.writeStringField("expiresAt", until.moment().toString());
        }
        json.writeEndObject();
    }
}
