package dev.leat.http.vertx;

import dev.leat.http.exchange.RequestError;
import dev.leat.http.exchange.RequestHandler;
import dev.leat.http.netty.Connections;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.net.impl.ConnectionBase;
import org.jspecify.annotations.Nullable;

/** Adapter that gives a handler the requests that Vert.x reads. */
public final class VertxHandlers {
    private VertxHandlers() {}

    /** Sets the handlers of a server and returns it. */
    public static HttpServer set(HttpServer server, RequestHandler handler, Connections connections) {
        return server.connectionHandler(connection -> connections.opened(channel(connection), connection::close))
                .requestHandler(request -> handler.receive(new VertxRequest(request), new VertxResponse(request)))
                .invalidRequestHandler(request -> handler.refuse(
                        new VertxRequest(request),
                        new VertxResponse(request),
                        error(request.decoderResult().cause())));
    }

    private static @Nullable Channel channel(HttpConnection connection) {
        return connection instanceof ConnectionBase base ? base.channel() : null;
    }

    private static RequestError error(Throwable cause) {
        return switch (cause) {
            case TooLongHttpLineException ignored -> RequestError.LONG_LINE;
            case TooLongHttpHeaderException ignored -> RequestError.LARGE_HEADERS;
            default -> RequestError.NO_HTTP;
        };
    }
}
