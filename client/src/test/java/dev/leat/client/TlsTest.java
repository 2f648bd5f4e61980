package dev.leat.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.queue.AsyncConsumer;
import dev.leat.api.queue.Deliveries;
import dev.leat.api.queue.MessageQueue;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.stream.AppendResult;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.CreateStreamResult;
import dev.leat.api.stream.DurableStream;
import dev.leat.api.stream.Messages;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamConfig;
import dev.leat.http.ServerSettings;
import dev.leat.http.tls.TlsSettings;
import dev.leat.testkit.TestIdentity;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A client of a server behind TLS, whose certificate nobody knows but who was told. */
@Timeout(120)
class TlsTest {
    private static final int MANY = 150;
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    static Path directory;

    private static TestIdentity identity;
    private static ServerInProcess server;

    @BeforeAll
    static void start() throws Exception {
        identity = TestIdentity.make(directory, "server", "EC");
        Path certificate = Files.writeString(directory.resolve("chain.pem"), identity.certificatePem());
        Path key = Files.writeString(directory.resolve("key.pem"), identity.keyPem());
        server = ServerInProcess.start(
                ServerSettings.defaults().with(new TlsSettings(certificate, key, null, null, LONG)));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static LeatClient trusting(HttpClient.Version version) throws Exception {
        return LeatClient.builder(server.url())
                .tls(TestIdentity.trusting(identity))
                .version(version)
                .connectTimeout(Duration.ofMinutes(2)) // on a busy machine a handshake takes its time
                .waitForServer(Duration.ofMinutes(2))
                .build();
    }

    @ParameterizedTest
    @EnumSource(
            value = HttpClient.Version.class,
            names = {"HTTP_1_1", "HTTP_2"})
    void whoeverTrustsTheCertificateIsServed(HttpClient.Version version) throws Exception {
        try (LeatClient client = trusting(version)) {
            DurableStream orders = client.stream("orders-" + version);
            orders.create(StreamConfig.json());
            orders.append("1");

            assertThat(orders.read().list()).hasSize(1);
        }
    }

    @Test
    void whoeverDoesNotTrustTheCertificateIsToldSoAndHasChangedNothing() {
        try (LeatClient client = LeatClient.connect(server.url())) {
            assertThatThrownBy(() -> client.stream("orders").append("1"))
                    .isInstanceOfSatisfying(
                            RejectedException.class,
                            e -> assertThat(e.rejection()).isInstanceOf(Rejection.Unavailable.class))
                    .hasMessageContaining("no safe connection to " + server.url());
        }
    }

    /** A connection of HTTP/2 lets 100 requests go on at once, and twice as many wait here while others are to be answered. */
    @Test
    void moreRequestsThanAConnectionLetsGoOnAreAllAnswered() throws Exception {
        try (LeatClient client = trusting(HttpClient.Version.HTTP_2)) {
            DurableStream orders = client.stream("many");
            orders.create(StreamConfig.json());
            MessageQueue mails = client.queues().create("many");
            AsyncConsumer consumer = mails.async().consumer("one");
            List<CompletableFuture<Messages>> follows = new ArrayList<>();
            List<CompletableFuture<Deliveries>> receives = new ArrayList<>();
            for (int i = 0; i < MANY; i++) {
                follows.add(orders.async().follow(Offset.START));
                receives.add(consumer.receive(1, LONG).toCompletableFuture());
            }
            List<CompletableFuture<AppendResult>> appends = new ArrayList<>();
            for (int i = 0; i < 2 * MANY; i++) {
                appends.add(orders.async().append(Body.of("1")).toCompletableFuture());
            }

            answers(appends);
            for (int i = 0; i < MANY; i++) {
                mails.enqueue(NewMessage.of("mail"));
            }

            assertThat(answers(follows))
                    .allSatisfy(found -> assertThat(found.list()).isNotEmpty());
            assertThat(answers(receives))
                    .allSatisfy(received -> assertThat(received.deliveries()).hasSize(1));
            assertThat(orders.read().list()).hasSize(2 * MANY);
        }
    }

    /** The JDK would open one for each of them, because it does not know yet what the server speaks. */
    @Test
    void manyFirstRequestsShareAConnection() throws Exception {
        double before = opened();
        try (LeatClient client = trusting(HttpClient.Version.HTTP_2)) {
            List<CompletableFuture<CreateStreamResult>> creations = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                creations.add(client.stream("first-" + i)
                        .async()
                        .create(StreamConfig.json())
                        .toCompletableFuture());
            }

            assertThat(answers(creations)).hasSize(50);
        }

        assertThat(opened() - before).isOne();
    }

    private static double opened() {
        return server.registry()
                .get("leat.http.connections.opened")
                .functionCounter()
                .count();
    }

    private static <T> List<T> answers(List<CompletableFuture<T>> calls) throws Exception {
        List<T> answers = new ArrayList<>();
        for (CompletableFuture<T> call : calls) {
            answers.add(call.get(LONG.toSeconds(), TimeUnit.SECONDS));
        }
        return answers;
    }
}
