package dev.leat.http.stream;

import dev.leat.api.spi.Command;
import dev.leat.api.spi.Engine;
import dev.leat.api.spi.Query;
import dev.leat.api.stream.DeleteStreamResult;
import dev.leat.api.stream.Lifetime;
import dev.leat.api.stream.StreamInfo;
import dev.leat.api.stream.StreamPath;
import dev.leat.http.exchange.EngineReply;
import dev.leat.http.exchange.Exchange;
import dev.leat.http.exchange.HeaderNames;
import dev.leat.http.exchange.ServerResponse;

/** Route of HEAD and DELETE: shows the metadata of a stream, or deletes it. */
final class ManageRoute {
    private final Engine engine;

    ManageRoute(Engine engine) {
        this.engine = engine;
    }

    void head(Exchange exchange, StreamPath path) {
        engine.ask(new Query.Head(path), new EngineReply<StreamInfo>(exchange) {
            @Override
            protected void write(StreamInfo info) {
                ServerResponse response = exchange.answer(200);
                response.putHeader(HeaderNames.CONTENT_TYPE, info.contentType().value())
                        .putHeader(HeaderNames.STREAM_NEXT_OFFSET, info.tail().toString())
                        .putHeader(HeaderNames.CACHE_CONTROL, HeaderNames.NO_STORE);
                response.putHeader(HeaderNames.STREAM_MESSAGE_COUNT, Long.toString(info.messages()))
                        .putHeader(HeaderNames.STREAM_BYTES, Long.toString(info.bytes()));
                if (info.closed()) {
                    response.putHeader(HeaderNames.STREAM_CLOSED, HeaderNames.TRUE);
                }
                lifetime(response, info.lifetime());
                exchange.end();
            }
        });
    }

    private static void lifetime(ServerResponse response, Lifetime lifetime) {
        switch (lifetime) {
            case Lifetime.Forever ignored -> {}
            case Lifetime.Idle idle ->
                response.putHeader(
                        HeaderNames.STREAM_TTL, Long.toString(idle.ttl().toSeconds()));
            case Lifetime.Until until ->
                response.putHeader(HeaderNames.STREAM_EXPIRES_AT, until.moment().toString());
        }
    }

    void delete(Exchange exchange, StreamPath path) {
        engine.submit(new Command.Delete(path), new EngineReply<DeleteStreamResult>(exchange) {
            @Override
            protected void write(DeleteStreamResult deleted) {
                exchange.answer(204);
                exchange.end();
            }
        });
    }
}
