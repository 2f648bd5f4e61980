package dev.leat.http.stream;

import dev.leat.api.ContentType;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Engine;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.CreateStreamResult;
import dev.leat.api.stream.Fork;
import dev.leat.api.stream.Lifetime;
import dev.leat.api.stream.StreamPath;
import dev.leat.http.access.Action;
import dev.leat.http.access.Permit;
import dev.leat.http.exchange.EngineReply;
import dev.leat.http.exchange.Exchange;
import dev.leat.http.exchange.HeaderNames;
import dev.leat.http.exchange.Problem;
import dev.leat.http.exchange.RequestBody;
import dev.leat.http.exchange.ServerResponse;
import dev.leat.http.exchange.TraceMemo;

/** Route of PUT: creates a stream, or a fork of one. */
final class CreateRoute {
    private final Engine engine;
    private final TraceMemo traces;

    CreateRoute(Engine engine, TraceMemo traces) {
        this.engine = engine;
        this.traces = traces;
    }

    void handle(Exchange exchange, StreamPath path, Permit permit) {
        ContentType type = StreamHeaders.contentType(exchange);
        Lifetime lifetime = StreamHeaders.lifetime(exchange);
        boolean closed = StreamHeaders.closes(exchange);
        Fork fork = StreamHeaders.fork(exchange);
        RequestBody.read(exchange, exchange.context().bounds().bodyBytes(), body -> {
            traces.note(path, exchange);
            Command.Create command = new Command.Create(path, type, lifetime, Body.of(body), closed, fork);
            engine.submit(command, new Created(exchange, permit));
        });
    }

    private static final class Created extends EngineReply<CreateStreamResult> {
        private final Permit permit;

        Created(Exchange exchange, Permit permit) {
            super(exchange);
            this.permit = permit;
        }

        /** A caller that may not read the stream is not told how it differs. */
        @Override
        protected void refuse(Rejection refusal) {
            if (refusal instanceof Rejection.StreamExists(var path, var ignored)
                    && !permit.may(Action.READ, path.value())) {
                exchange()
                        .refuse(Problem.of(409, "stream-exists", "a stream at " + path + " exists and differs")
                                .member("stream", path));
            } else {
                super.refuse(refusal);
            }
        }

        @Override
        protected void write(CreateStreamResult created) {
            ServerResponse response = exchange().answer(created.isNew() ? 201 : 200);
            response.putHeader(HeaderNames.CONTENT_TYPE, created.contentType().value())
                    .putHeader(HeaderNames.STREAM_NEXT_OFFSET, created.tail().toString());
            if (created.closed()) {
                response.putHeader(HeaderNames.STREAM_CLOSED, HeaderNames.TRUE);
            }
            if (created.isNew()) {
                response.putHeader(
                        HeaderNames.LOCATION,
                        exchange().baseUrl() + exchange().request().path());
            }
            exchange().end();
        }
    }
}
