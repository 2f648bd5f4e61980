package dev.leat.http.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Registration;
import dev.leat.testkit.TestIdentity;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Certificates change under a running server. */
@Timeout(60)
class ReloadTest {
    @TempDir
    static Path shared;

    private static TestIdentity first;
    private static TestIdentity second;

    @TempDir
    Path temp;

    private final Vertx vertx = Vertx.vertx();
    private Path certificate;
    private Path key;
    private Certificates certificates;
    private List<HttpServer> listeners;
    private int port;

    @BeforeAll
    static void make() throws Exception {
        first = TestIdentity.make(shared, "first", "EC");
        second = TestIdentity.make(shared, "second", "EC");
    }

    @BeforeEach
    void start() throws Exception {
        certificate = temp.resolve("chain.pem");
        key = temp.resolve("key.pem");
        write(first);
        certificates = Certificates.load(new TlsSettings(certificate, key, null, null, Duration.ofMillis(20)));
        listeners = new ArrayList<>();
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        for (int i = 0; i < 2; i++) { // as many event loops share the port
            HttpServer listener = vertx.createHttpServer(certificates.applyTo(
                            new HttpServerOptions().setHost("127.0.0.1").setPort(port)))
                    .requestHandler(request -> request.response().end("hello"));
            await(listener.listen());
            listeners.add(listener);
        }
    }

    @AfterEach
    void stop() throws Exception {
        await(vertx.close());
    }

    @Test
    void clientsGetHttp2() throws Exception {
        HttpResponse<String> answer = get();

        assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(answer.body()).isEqualTo("hello");
        assertThat(served(answer)).isEqualTo(first.certificate());
    }

    @Test
    void aNewCertificateIsTaken() throws Exception {
        write(second);

        assertThat(look()).isTrue();

        assertThat(served(get())).isEqualTo(second.certificate()); // from one event loop
        HttpResponse<String> answer = get(); // and from the other
        assertThat(served(answer)).isEqualTo(second.certificate());
        assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
    }

    @Test
    void nothingHappensWithoutAChange() throws Exception {
        assertThat(look()).isFalse();
    }

    @Test
    void aBrokenFileKeepsTheOldCertificateUntilItIsMended() throws Exception {
        Files.writeString(certificate, "broken");
        assertThat(look()).isFalse();
        assertThat(served(get())).isEqualTo(first.certificate());

        write(second);
        assertThat(look()).isTrue();
        assertThat(served(get())).isEqualTo(second.certificate());
    }

    @Test
    void aMissingFileKeepsTheOldCertificate() throws Exception {
        Files.delete(key);

        assertThat(look()).isFalse();
        assertThat(served(get())).isEqualTo(first.certificate());
    }

    @Test
    void aCertificateWhoseKeyIsStillToComeIsNotTaken() throws Exception {
        Files.writeString(certificate, second.certificatePem());
        assertThat(look()).isFalse();
        assertThat(served(get())).isEqualTo(first.certificate());

        Files.writeString(key, second.keyPem());
        assertThat(look()).isTrue();
        assertThat(served(get())).isEqualTo(second.certificate());
    }

    @Test
    void aWatchLooksByItself() throws Exception {
        try (Registration watch = certificates.watch(vertx, listeners)) {
            assertThat(watch).isNotNull();
            write(second);

            while (!served(get()).equals(second.certificate())) {
                Thread.onSpinWait(); // the time limit of the class ends this
            }
        }
    }

    private boolean look() throws Exception {
        return await(certificates.look(vertx, listeners));
    }

    private void write(TestIdentity identity) throws Exception {
        Files.writeString(certificate, identity.certificatePem());
        Files.writeString(key, identity.keyPem());
    }

    /** With a client of its own, so that the connection is new. */
    private HttpResponse<String> get() throws Exception {
        try (HttpClient client = HttpClient.newBuilder()
                .sslContext(TestIdentity.trusting(first, second))
                .version(HttpClient.Version.HTTP_2)
                .build()) {
            URI uri = URI.create("https://localhost:" + port + "/");
            return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
        }
    }

    private static X509Certificate served(HttpResponse<?> answer) throws Exception {
        return (X509Certificate) answer.sslSession().orElseThrow().getPeerCertificates()[0];
    }

    private static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    }
}
