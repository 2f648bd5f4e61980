package dev.leat.http.stream;

import dev.leat.api.ContentType;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Engine;
import dev.leat.api.stream.AppendResult;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.api.stream.StreamPath;
import dev.leat.http.exchange.EngineReply;
import dev.leat.http.exchange.Exchange;
import dev.leat.http.exchange.HeaderNames;
import dev.leat.http.exchange.Problem;
import dev.leat.http.exchange.RequestBody;
import dev.leat.http.exchange.ServerResponse;
import dev.leat.http.exchange.TraceMemo;
import org.jspecify.annotations.Nullable;

/** Route of POST: appends, closes, or both. */
final class AppendRoute {
    private final Engine engine;
    private final TraceMemo traces;

    AppendRoute(Engine engine, TraceMemo traces) {
        this.engine = engine;
        this.traces = traces;
    }

    void handle(Exchange exchange, StreamPath path) {
        ProducerStamp producer = StreamHeaders.producer(exchange);
        String seq = StreamHeaders.seq(exchange);
        boolean close = StreamHeaders.closes(exchange);
        RequestBody.read(
                exchange,
                exchange.context().bounds().bodyBytes(),
                body -> append(exchange, path, body, producer, seq, close));
    }

    private void append(
            Exchange exchange,
            StreamPath path,
            byte[] body,
            @Nullable ProducerStamp producer,
            @Nullable String seq,
            boolean close) {
        ContentType type = null;
        if (body.length > 0) { // without a body the type says nothing
            type = StreamHeaders.contentType(exchange);
            if (type == null) {
                exchange.refuse(Problem.malformed("content-type-missing", "a body needs a Content-Type"));
                return;
            }
        }
        traces.note(path, exchange);
        Command.Append command = new Command.Append(path, type, Body.of(body), producer, seq, close);
        engine.submit(command, new Appended(exchange, body.length > 0));
    }

    private static final class Appended extends EngineReply<AppendResult> {
        private final boolean hadBody;

        Appended(Exchange exchange, boolean hadBody) {
            super(exchange);
            this.hadBody = hadBody;
        }

        @Override
        protected void write(AppendResult appended) {
            ProducerStamp producer = appended.producer();
            boolean accepted = producer != null && hadBody && !appended.duplicate();
            ServerResponse response = exchange().answer(accepted ? 200 : 204);
            response.putHeader(HeaderNames.STREAM_NEXT_OFFSET, appended.tail().toString());
            if (producer != null) {
                response.putHeader(HeaderNames.PRODUCER_EPOCH, Long.toString(producer.epoch()))
                        .putHeader(HeaderNames.PRODUCER_SEQ, Long.toString(producer.seq()));
            }
            if (appended.closed()) {
                response.putHeader(HeaderNames.STREAM_CLOSED, HeaderNames.TRUE);
            }
            exchange().end();
        }
    }
}
