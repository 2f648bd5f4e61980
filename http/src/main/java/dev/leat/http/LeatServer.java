package dev.leat.http;

import dev.leat.api.spi.Engine;
import dev.leat.api.spi.QueueCommand;
import dev.leat.http.access.Access;
import dev.leat.http.backup.BackupRoutes;
import dev.leat.http.backup.Backups;
import dev.leat.http.exchange.BodyBudget;
import dev.leat.http.exchange.Bounds;
import dev.leat.http.exchange.Cors;
import dev.leat.http.exchange.ServerContext;
import dev.leat.http.exchange.TraceMemo;
import dev.leat.http.exchange.UnsentBytes;
import dev.leat.http.exchange.Vary;
import dev.leat.http.http1.Http1Server;
import dev.leat.http.limit.RateLimits;
import dev.leat.http.limit.RateSettings;
import dev.leat.http.metrics.HttpMetrics;
import dev.leat.http.metrics.MetricsPage;
import dev.leat.http.netty.Connections;
import dev.leat.http.netty.DirectSharedBytes;
import dev.leat.http.queue.QueueRoutes;
import dev.leat.http.stream.LiveSettings;
import dev.leat.http.stream.ReadSettings;
import dev.leat.http.stream.StreamRoutes;
import dev.leat.http.subscription.SubscriptionRoutes;
import dev.leat.http.subscription.WebhookSettings;
import dev.leat.http.tls.Certificates;
import dev.leat.http.tls.TlsSettings;
import dev.leat.http.vertx.VertxHandlers;
import dev.leat.http.vertx.WatchedTransport;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A running server. It serves an engine that its caller opens and closes. */
public final class LeatServer implements AutoCloseable {
    private static final Duration LONGER_THAN_QUIET = Duration.ofSeconds(30);

    private final Vertx vertx;
    private final List<HttpServer> listeners;
    private final Http1Server http1;
    private final StreamRoutes streams;
    private final SubscriptionRoutes subscriptions;
    private final QueueRoutes queues;
    private final Certificates.Watch certificates;
    private final ServerSettings settings;
    private final AtomicBoolean stopped = new AtomicBoolean();

    private LeatServer(
            Vertx vertx,
            List<HttpServer> listeners,
            Http1Server http1,
            StreamRoutes streams,
            SubscriptionRoutes subscriptions,
            QueueRoutes queues,
            Certificates.Watch certificates,
            ServerSettings settings) {
        this.vertx = vertx;
        this.listeners = listeners;
        this.http1 = http1;
        this.streams = streams;
        this.subscriptions = subscriptions;
        this.queues = queues;
        this.certificates = certificates;
        this.settings = settings;
    }

    /** Starts to listen. {@code /health/ready} always answers that the server is ready. */
    public static LeatServer start(Engine engine, ServerSettings settings, Access access, MeterRegistry registry) {
        return start(engine, settings, access, registry, () -> new Health.Report(Health.Status.READY, null));
    }

    /** Starts to listen, without backups. */
    public static LeatServer start(
            Engine engine, ServerSettings settings, Access access, MeterRegistry registry, Health health) {
        return start(engine, settings, access, registry, health, null);
    }

    /**
     * Starts to listen. The server continues also if memory runs out and cannot be freed.
     *
     * @param backups null if there is no place for them
     */
    public static LeatServer start(
            Engine engine,
            ServerSettings settings,
            Access access,
            MeterRegistry registry,
            Health health,
            @Nullable Backups backups) {
        return start(engine, settings, access, registry, health, backups, () -> {});
    }

    /**
     * Starts to listen.
     *
     * @param backups null if there is no place for them
     * @param exhausted called on an event loop when memory ran out and the server could not get enough of it back; may be called
     *     again
     */
    public static LeatServer start(
            Engine engine,
            ServerSettings settings,
            Access access,
            MeterRegistry registry,
            Health health,
            @Nullable Backups backups,
            Runnable exhausted) {
        TlsSettings tls = settings.tls();
        Certificates certificates = tls == null ? null : Certificates.load(tls);
        HttpMetrics metrics = new HttpMetrics(registry);
        UnsentBytes unsent = new UnsentBytes(settings.bounds().unsentBytes());
        Connections connections = new Connections(settings.bounds(), metrics, unsent, exhausted);
        Http1Server http1 = new Http1Server(
                settings.bounds().headerBytes(),
                isAlone(settings),
                certificates == null ? null : certificates::context);
        Vertx vertx = Vertx.builder()
                .with(options(settings))
                .withTransport(new WatchedTransport(connections::admit, http1))
                .build();
        try {
            BodyBudget bodies = new BodyBudget(settings.bounds().allBodiesBytes());
            HttpMetrics.bodies(registry, bodies::held);
            Cors cors = cors(settings, access);
            HttpMetrics.unsent(registry, unsent::held);
            ServerContext context = new ServerContext(
                    task -> runBlocking(vertx, task),
                    cors,
                    Vary.by(!access.isOpen(), cors.varies()),
                    settings.publicUrl(),
                    settings.tls() != null,
                    access.isOpen(),
                    settings.bounds(),
                    bodies,
                    unsent,
                    DirectSharedBytes.maker(unsent),
                    metrics);
            TraceMemo traces = new TraceMemo();
            StreamRoutes streams = new StreamRoutes(
                    engine, context, traces, new ReadSettings(settings.readBytes(), settings.gzip()), settings.live());
            AccessGate gate = new AccessGate(access, limits(settings.rates()), metrics);
            OperatorRoutes operator =
                    new OperatorRoutes(health, MetricsPage.of(registry).orElse(null));
            SubscriptionRoutes subscriptions =
                    new SubscriptionRoutes(engine, context, vertx, webhooks(settings), traces);
            QueueRoutes queues = new QueueRoutes(engine);
            BrowserGuard guard = BrowserGuard.of(settings, cors, access.isOpen(), !isAlone(settings));
            Router router =
                    new Router(guard, gate, streams, subscriptions, queues, operator, new BackupRoutes(backups));
            RequestEntry entry = new RequestEntry(context, connections, router, settings.accessLog());
            http1.serve(entry);
            List<HttpServer> listeners = listen(
                    vertx,
                    settings,
                    engine::lendThread,
                    () -> VertxHandlers.set(vertx.createHttpServer(serverOptions(settings)), entry, connections));
            subscriptions.start(ownUrl(settings, listeners.getFirst().actualPort()));
            Certificates.Watch watch = certificates == null ? () -> {} : certificates.watch();
            return new LeatServer(vertx, listeners, http1, streams, subscriptions, queues, watch, settings);
        } catch (RuntimeException e) {
            await(vertx.close());
            throw e;
        }
    }

    /**
     * Returns options without a cache of files: no file is served from the class path, so none has to be copied to a
     * temporary directory.
     */
    private static VertxOptions options(ServerSettings settings) {
        return new VertxOptions()
                .setEventLoopPoolSize(settings.eventLoops())
                .setFileSystemOptions(new FileSystemOptions()
                        .setClassPathResolvingEnabled(false)
                        .setFileCachingEnabled(false));
    }

    /** Runs a task on a worker thread, beside any number of others. The task reports its own errors. */
    @SuppressWarnings("FutureReturnValueIgnored") // the task reports how it ended
    private static void runBlocking(Vertx vertx, Runnable task) {
        vertx.executeBlocking(
                () -> {
                    task.run();
                    return null;
                },
                false);
    }

    /** One listener for each event loop. Vert.x keeps a listener on the loop of the verticle that starts it. */
    private static List<HttpServer> listen(
            Vertx vertx, ServerSettings settings, Runnable onEachLoop, Supplier<HttpServer> server) {
        List<HttpServer> listeners = new CopyOnWriteArrayList<>();
        for (int i = 0; i < settings.eventLoops(); i++) {
            await(vertx.deployVerticle(new VerticleBase() {
                @Override
                public Future<?> start() {
                    onEachLoop.run();
                    return server.get().listen(address(settings)).onSuccess(listeners::add);
                }
            }));
        }
        return listeners;
    }

    /** All listeners share a port, also if it is any free one. */
    private static SocketAddress address(ServerSettings settings) {
        return settings.port() == 0
                ? SocketAddress.sharedRandomPort(1, settings.host())
                : SocketAddress.inetSocketAddress(settings.port(), settings.host());
    }

    private static @Nullable RateLimits limits(RateSettings rates) {
        return rates.equals(RateSettings.none()) ? null : new RateLimits(rates);
    }

    /**
     * Returns the rules for other origins. By default all pages may use a server that requires a key, since no browser
     * sends a key by itself.
     */
    private static Cors cors(ServerSettings settings, Access access) {
        List<String> origins = settings.corsOrigins();
        return new Cors(origins == null ? List.of(access.isOpen() ? "loopback" : "*") : origins);
    }

    /** Returns the settings; a server that only this machine can reach may call webhooks on it. */
    private static WebhookSettings webhooks(ServerSettings settings) {
        return isAlone(settings) ? settings.webhooks().allowingLoopback() : settings.webhooks();
    }

    /**
     * Whether only this machine can reach it. Others speak HTTP/2 by TLS alone: a clear connection that a proxy lets become HTTP/2
     * carries requests past the proxy's rules.
     */
    private static boolean isAlone(ServerSettings settings) {
        return settings.host().equals("localhost")
                || settings.host().startsWith("127.")
                || settings.host().equals("::1");
    }

    private static String ownUrl(ServerSettings settings, int port) {
        String host = settings.host().indexOf(':') >= 0 ? "[" + settings.host() + "]" : settings.host();
        return (settings.tls() == null ? "http://" : "https://") + host + ":" + port;
    }

    /** Without TLS, also if clients come by TLS: it is removed before Vert.x gets a connection, which then is HTTP/2. */
    private static HttpServerOptions serverOptions(ServerSettings settings) {
        return new HttpServerOptions()
                .setTcpNoDelay(true)
                .setAcceptBacklog(4096)
                .setMaxInitialLineLength(settings.bounds().headerBytes())
                .setMaxHeaderSize(settings.bounds().headerBytes())
                .setInitialSettings(http2(settings.bounds()))
                .setIdleTimeoutUnit(TimeUnit.MILLISECONDS)
                .setIdleTimeout(Math.toIntExact(idle(settings).toMillis()))
                .setHttp2ClearTextEnabled(settings.tls() != null || isAlone(settings))
                .setPerFrameWebSocketCompressionSupported(false) // there are no web sockets, and the handlers for this
                .setPerMessageWebSocketCompressionSupported(false); // would look at every request
    }

    /** HTTP/2 counts the target among the headers, and for each of them 32 bytes more than it has. */
    private static Http2Settings http2(Bounds bounds) {
        return new HttpServerOptions().getInitialSettings().setMaxHeaderListSize(2L * bounds.headerBytes());
    }

    /** Returns an idle time longer than any intended silence of a connection. */
    private static Duration idle(ServerSettings settings) {
        LiveSettings live = settings.live();
        Duration quiet = live.longPoll().compareTo(live.heartbeat()) > 0 ? live.longPoll() : live.heartbeat();
        Duration quietest = quiet.compareTo(QueueCommand.LONGEST_WAIT) > 0 ? quiet : QueueCommand.LONGEST_WAIT;
        Duration enough = quietest.plus(LONGER_THAN_QUIET);
        return enough.compareTo(settings.bounds().idle()) > 0
                ? enough
                : settings.bounds().idle();
    }

    public int port() {
        return listeners.getFirst().actualPort();
    }

    /** Stops accepting, ends all waiting reads and receives, and waits up to {@code drain} for requests in progress. */
    public void stop(Duration drain) {
        if (stopped.getAndSet(true)) {
            return;
        }
        certificates.close();
        subscriptions.close();
        streams.drain();
        queues.drain();
        List<Future<Void>> stopping = new ArrayList<>();
        for (HttpServer listener : listeners) {
            stopping.add(listener.shutdown(drain));
        }
        stopping.add(Future.fromCompletionStage(http1.stop(drain)));
        await(Future.join(stopping));
        await(vertx.close());
    }

    private static <T> T await(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    @Override
    public void close() {
        stop(settings.drain());
    }
}
