package dev.leat.http;

import dev.leat.api.Engine;
import dev.leat.http.access.Access;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A running server. It serves an engine that somebody else opened and will close. */
public final class LeatServer implements AutoCloseable {
    private final Vertx vertx;
    private final HttpServer http;
    private final ServerSettings settings;

    private LeatServer(Vertx vertx, HttpServer http, ServerSettings settings) {
        this.vertx = vertx;
        this.http = http;
        this.settings = settings;
    }

    /** Starts to listen. */
    public static LeatServer start(Engine engine, ServerSettings settings, Access access, MeterRegistry registry) {
        Vertx vertx = Vertx.builder()
                .with(new VertxOptions().setPreferNativeTransport(true).setEventLoopPoolSize(settings.eventLoops()))
                .build();
        HttpServer http = vertx.createHttpServer(
                        new HttpServerOptions().setPort(settings.port()).setHost(settings.host()))
                .requestHandler(request -> request.response().setStatusCode(503).end());
        http.listen().toCompletionStage().toCompletableFuture().join();
        return new LeatServer(vertx, http, settings);
    }

    public int port() {
        return http.actualPort();
    }

    /** Stops accepting, wakes whoever waits, and lets requests on their way finish. */
    public void stop(Duration drain) {
        http.shutdown(drain.toMillis(), TimeUnit.MILLISECONDS)
                .toCompletionStage()
                .toCompletableFuture()
                .join();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Override
    public void close() {
        stop(settings.drain());
    }
}
