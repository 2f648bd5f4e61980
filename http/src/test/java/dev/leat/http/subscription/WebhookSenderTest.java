package dev.leat.http.subscription;

import static dev.leat.http.subscription.World.address;
import static dev.leat.http.subscription.World.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.Leat;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Query;
import dev.leat.api.spi.WebhookCall;
import dev.leat.api.stream.StreamConfig;
import dev.leat.api.subscription.Glob;
import dev.leat.api.subscription.SubscriptionConfig;
import dev.leat.api.subscription.SubscriptionId;
import dev.leat.api.subscription.WakeTarget;
import dev.leat.http.exchange.TraceMemo;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PfxOptions;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WebhookSenderTest {
    private static final SubscriptionId ID = SubscriptionId.of("s");

    private final Leat leat = Leat.inMemory();
    private final Vertx vertx = Vertx.vertx();
    private final Receiver receiver = new Receiver(Receiver.DONE);
    private final AtomicReference<List<InetAddress>> addresses = new AtomicReference<>(List.of());
    private final WebhookSettings settings = WebhookSettings.defaults().allowingPrivate();
    private @Nullable WebhookSender sender;

    private void start(HttpClientOptions options) {
        sender = new WebhookSender(
                leat.engine(),
                vertx,
                new ServerSecrets(leat.engine()),
                new Destinations(settings, name -> Future.succeededFuture(addresses.get())),
                new TraceMemo(),
                settings,
                options,
                InstantSource.system());
        sender.start(WebhookSenderTest::base);
    }

    private static String base(WebhookCall call) {
        return String.valueOf(call.webhook().baseUrl());
    }

    @AfterEach
    void close() {
        if (sender != null) {
            sender.close();
        }
        vertx.close().toCompletionStage().toCompletableFuture().join();
        receiver.close();
        leat.close();
    }

    @Test
    void aRequestGoesToTheAddressThatWasLookedAtUnderTheNameThatWasAskedFor() {
        addresses.set(List.of(address("127.0.0.1")));
        start(WebhookSender.options(settings));
        subscribe("http://hook.invalid:" + receiver.port() + "/hook");

        append();
        Receiver.Request request = receiver.next();

        assertThat(request.headers()).containsEntry("Host", "hook.invalid:" + receiver.port());
        assertThat(request.body().getString("callback_url")).startsWith("https://leat.example/v1/stream/__ds/");
    }

    @Test
    void anAddressThatNobodyAnswersAtGivesWayToTheNext() {
        addresses.set(List.of(address("::1"), address("127.0.0.1")));
        start(WebhookSender.options(settings));
        subscribe("http://hook.invalid:" + receiver.port() + "/hook");

        append();

        assertThat(receiver.next().body().getLong("generation")).isEqualTo(1);
    }

    @Test
    void aNameThatMovesInsideIsNotCalledAnyMore() {
        addresses.set(List.of(address("127.0.0.1"), address("169.254.169.254")));
        start(WebhookSender.options(settings));
        subscribe("http://hook.invalid:" + receiver.port() + "/hook");

        append();

        eventually(() -> leat.engine().call(new Query.Subscription(ID)).failing());
        assertThat(receiver.requests).isEmpty();
    }

    @Test
    void aHostHasToProveThatItHasTheNameNotTheAddress(@TempDir Path directory) throws Exception {
        addresses.set(List.of(address("127.0.0.1")));
        PfxOptions certificate = Certificates.of("hook.invalid", directory);
        BlockingQueue<String> asked = new LinkedBlockingQueue<>();
        int port = secureReceiver(certificate, asked);
        start(WebhookSender.options(settings).setTrustOptions(certificate));
        subscribe("https://hook.invalid:" + port + "/hook");

        append();

        assertThat(asked.poll(30, TimeUnit.SECONDS)).isEqualTo("hook.invalid:" + port);
    }

    @Test
    void aHostOfAnotherNameIsNotTold(@TempDir Path directory) throws Exception {
        addresses.set(List.of(address("127.0.0.1")));
        PfxOptions certificate = Certificates.of("other.invalid", directory);
        BlockingQueue<String> asked = new LinkedBlockingQueue<>();
        int port = secureReceiver(certificate, asked);
        start(WebhookSender.options(settings).setTrustOptions(certificate));
        subscribe("https://hook.invalid:" + port + "/hook");

        append();

        eventually(() -> leat.engine().call(new Query.Subscription(ID)).failing());
        assertThat(asked).isEmpty();
    }

    @Test
    void aHostThatNobodyVouchesForIsNotTold(@TempDir Path directory) throws Exception {
        addresses.set(List.of(address("127.0.0.1")));
        PfxOptions certificate = Certificates.of("hook.invalid", directory);
        BlockingQueue<String> asked = new LinkedBlockingQueue<>();
        int port = secureReceiver(certificate, asked);
        start(WebhookSender.options(settings));
        subscribe("https://hook.invalid:" + port + "/hook");

        append();

        eventually(() -> leat.engine().call(new Query.Subscription(ID)).failing());
        assertThat(asked).isEmpty();
    }

    private void append() {
        leat.stream("events/a").create(StreamConfig.json());
        leat.stream("events/a").append("1");
    }

    /** A webhook that says by its certificate that it is somebody; it answers with whom it was asked for. */
    private int secureReceiver(PfxOptions certificate, BlockingQueue<String> asked) {
        HttpServer server = vertx.createHttpServer(
                        new HttpServerOptions().setSsl(true).setKeyCertOptions(certificate))
                .requestHandler(request -> {
                    asked.add(String.valueOf(request.authority()));
                    request.response().end("{\"done\":true}");
                });
        server.listen(0, "127.0.0.1").toCompletionStage().toCompletableFuture().join();
        return server.actualPort();
    }

    private void subscribe(String url) {
        leat.engine()
                .call(new Command.Subscribe(
                        ID,
                        new SubscriptionConfig(
                                new Glob("events/*"),
                                List.of(),
                                new WakeTarget.Webhook(url, "https://leat.example"),
                                SubscriptionConfig.DEFAULT_LEASE,
                                null)));
    }
}
