package dev.leat.bench.server;

import io.vertx.core.Context;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;

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

    private BareServer() {}

    static void start(int port, Handlers handlers) {
        int loops = Runtime.getRuntime().availableProcessors();
        Vertx vertx = Vertx.builder()
                .with(new VertxOptions().setPreferNativeTransport(true).setEventLoopPoolSize(loops))
                .build();
        vertx.deployVerticle(() -> new Listener(handlers, port), new DeploymentOptions().setInstances(loops))
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }

    private static final class Listener extends VerticleBase {
        private final Handlers handlers;
        private final int port;

        Listener(Handlers handlers, int port) {
            this.handlers = handlers;
            this.port = port;
        }

        @Override
        public Future<?> start() {
            HttpServerOptions options =
                    new HttpServerOptions().setHost("127.0.0.1").setPort(port);
            Handler handler = handlers.on(context);
            return vertx.createHttpServer(options)
                    .requestHandler(handler::handle)
                    .listen();
        }
    }
}
