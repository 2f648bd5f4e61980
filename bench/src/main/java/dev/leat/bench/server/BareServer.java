package dev.leat.bench.server;

import io.vertx.core.Context;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.atomic.AtomicInteger;

/** Vert.x and nothing else: as many event loops as there are processors, all listening at one port. */
final class BareServer {

    /** Answers the requests of one event loop. */
    interface Handler {
        void handle(HttpServerRequest request);
    }

    /** Makes the handler of each event loop. */
    interface Handlers {
        Handler on(Context loop);
    }

    /** Any free port, the same for all who ask for it like this. */
    private static final int SHARED = -1;

    private BareServer() {}

    /** Starts to listen and tells the port. */
    static int start(Handlers handlers) {
        int loops = Runtime.getRuntime().availableProcessors();
        Vertx vertx = Vertx.builder()
                .with(new VertxOptions().setPreferNativeTransport(true).setEventLoopPoolSize(loops))
                .build();
        AtomicInteger port = new AtomicInteger();
        vertx.deployVerticle(() -> new Listener(handlers, port), new DeploymentOptions().setInstances(loops))
                .toCompletionStage()
                .toCompletableFuture()
                .join();
        return port.get();
    }

    private static final class Listener extends VerticleBase {
        private final Handlers handlers;
        private final AtomicInteger port;

        Listener(Handlers handlers, AtomicInteger port) {
            this.handlers = handlers;
            this.port = port;
        }

        @Override
        public Future<?> start() {
            HttpServerOptions options =
                    new HttpServerOptions().setHost("127.0.0.1").setPort(SHARED);
            Handler handler = handlers.on(context);
            Future<HttpServer> listening = vertx.createHttpServer(options)
                    .requestHandler(handler::handle)
                    .listen();
            return listening.onSuccess(server -> port.set(server.actualPort()));
        }
    }
}
