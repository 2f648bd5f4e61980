package dev.leat.http.queue;

import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.QueueName;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Engine;
import dev.leat.api.spi.Outcome;
import dev.leat.api.spi.QueueQuery;
import dev.leat.http.access.Permit;
import dev.leat.http.exchange.EngineReply;
import dev.leat.http.exchange.Exchange;
import dev.leat.http.exchange.HeaderNames;
import dev.leat.http.exchange.Json;
import dev.leat.http.exchange.Parameters;
import dev.leat.http.exchange.RequestBody;
import dev.leat.wire.JsonObject;
import dev.leat.wire.JsonReader;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One admitted request, and the ways to answer it. */
record Request(Exchange exchange, Target target, Permit permit, Engine engine) {

    /** Longest body of a request that carries no messages, in bytes. */
    private static final int LONGEST_BODY = 1 << 20;

    String method() {
        return exchange.method().name();
    }

    String name(int index) {
        return target.names().get(index);
    }

    QueueName queue() {
        return named(QueueName::of, name(0));
    }

    GroupName group() {
        return named(GroupName::of, name(1));
    }

    ConsumerName consumer() {
        return named(ConsumerName::of, name(2));
    }

    /** Returns a name from the URL; throws if it is not valid. */
    static <T> T named(Function<String, T> reading, String name) {
        try {
            return reading.apply(name);
        } catch (IllegalArgumentException e) {
            throw Bad.path(String.valueOf(e.getMessage()));
        }
    }

    /** Returns the group that a body names; null for the one of a work queue. */
    static @Nullable GroupName group(JsonObject fields) {
        String name = fields.text("group");
        return name == null ? null : Bad.checked(() -> GroupName.of(name));
    }

    Parameters query() {
        return new Parameters(exchange);
    }

    /** Reads a body that carries no messages. */
    void small(Consumer<JsonObject> then) {
        int limit = Math.min(LONGEST_BODY, exchange.context().bounds().bodyBytes());
        RequestBody.read(exchange, limit, body -> then.accept(JsonReader.request(body, Bad.REQUEST)));
    }

    /** Reads a body that may carry messages, or say much about many. */
    void large(Consumer<JsonObject> then) {
        bytes(body -> then.accept(JsonReader.request(body, Bad.REQUEST)));
    }

    void bytes(Consumer<byte[]> then) {
        RequestBody.read(exchange, exchange.context().bounds().bodyBytes(), then);
    }

    <O extends Outcome> void submit(Command<O> command, Consumer<O> then) {
        engine.submit(command, answering(then));
    }

    <O extends Outcome> void ask(QueueQuery<O> query, Consumer<O> then) {
        engine.ask(query, answering(then));
    }

    private <O> EngineReply<O> answering(Consumer<O> then) {
        return new EngineReply<>(exchange) {
            @Override
            protected void write(O answer) {
                then.accept(answer);
            }
        };
    }

    void answer(int status, Json content) {
        exchange.answer(status).putHeader(HeaderNames.CACHE_CONTROL, HeaderNames.NO_STORE);
        Json.end(exchange, content);
    }

    /**
     * Answers 201 with the location of what was created.
     *
     * @param below what follows the request's own path
     */
    void created(String below, Json content) {
        exchange.response()
                .putHeader(
                        HeaderNames.LOCATION,
                        exchange.baseUrl() + exchange.request().path() + below);
        answer(201, content);
    }

    void nothing() {
        exchange.answer(204);
        exchange.end();
    }
}
