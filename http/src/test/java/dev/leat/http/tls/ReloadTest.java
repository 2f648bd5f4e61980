package dev.leat.http.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.Leat;
import dev.leat.http.LeatServer;
import dev.leat.http.ServerSettings;
import dev.leat.http.access.Access;
import dev.leat.testkit.TestIdentity;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Certificates change under a running server. */
@Timeout(60)
class ReloadTest {
    @TempDir
    static Path shared;

    private static TestIdentity first;
    private static TestIdentity second;

    @TempDir
    Path temp;

    private Path certificate;
    private Path key;
    private Certificates certificates;

    @BeforeAll
    static void make() throws Exception {
        first = TestIdentity.make(shared, "first", "EC");
        second = TestIdentity.make(shared, "second", "EC");
    }

    @BeforeEach
    void load() throws Exception {
        certificate = temp.resolve("chain.pem");
        key = temp.resolve("key.pem");
        write(first);
        certificates = Certificates.load(settings(Duration.ofDays(1)));
    }

    private TlsSettings settings(Duration reload) {
        return new TlsSettings(certificate, key, null, null, reload);
    }

    @Test
    void aNewCertificateIsTaken() throws Exception {
        write(second);

        assertThat(certificates.renew()).isTrue();

        assertThat(served()).isEqualTo(second.certificate());
    }

    @Test
    void nothingHappensWithoutAChange() throws Exception {
        assertThat(certificates.renew()).isFalse();
        assertThat(served()).isEqualTo(first.certificate());
    }

    @Test
    void aBrokenFileKeepsTheOldCertificateUntilItIsMended() throws Exception {
        Files.writeString(certificate, "broken");
        assertThat(certificates.renew()).isFalse();
        assertThat(served()).isEqualTo(first.certificate());

        write(second);
        assertThat(certificates.renew()).isTrue();
        assertThat(served()).isEqualTo(second.certificate());
    }

    @Test
    void aMissingFileKeepsTheOldCertificate() throws Exception {
        Files.delete(key);

        assertThat(certificates.renew()).isFalse();
        assertThat(served()).isEqualTo(first.certificate());
    }

    @Test
    void aCertificateWhoseKeyIsStillToComeIsNotTaken() throws Exception {
        Files.writeString(certificate, second.certificatePem());
        assertThat(certificates.renew()).isFalse();
        assertThat(served()).isEqualTo(first.certificate());

        Files.writeString(key, second.keyPem());
        assertThat(certificates.renew()).isTrue();
        assertThat(served()).isEqualTo(second.certificate());
    }

    @ParameterizedTest
    @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
    void aRunningServerGivesNewConnectionsTheNewCertificate(HttpClient.Version version) throws Exception {
        try (Leat leat = Leat.inMemory();
                LeatServer server = LeatServer.start(
                        leat.engine(),
                        ServerSettings.defaults().withPort(0).withEventLoops(2).with(settings(Duration.ofMillis(20))),
                        Access.OPEN,
                        new SimpleMeterRegistry());
                HttpClient old = client(version)) {
            assertThat(served(get(old, server))).isEqualTo(first.certificate());
            write(second);

            for (int event = 0; event < 8; ) { // from either event loop
                try (HttpClient fresh = client(version)) {
                    HttpResponse<String> answer = get(fresh, server);
                    assertThat(answer.version()).isEqualTo(version);
                    event += served(answer).equals(second.certificate()) ? 1 : 0;
                }
            }

            assertThat(served(get(old, server))).isEqualTo(first.certificate());
        }
    }

    private void write(TestIdentity identity) throws Exception {
        Files.writeString(certificate, identity.certificatePem());
        Files.writeString(key, identity.keyPem());
    }

    /** The certificate that a client gets to see in a handshake with the current context. */
    private X509Certificate served() throws Exception {
        InetAddress here = InetAddress.getLoopbackAddress();
        try (SSLServerSocket listener = (SSLServerSocket)
                certificates.context().getServerSocketFactory().createServerSocket(0, 1, here)) {
            CompletableFuture<Void> shaken = CompletableFuture.runAsync(() -> {
                try (SSLSocket accepted = (SSLSocket) listener.accept()) {
                    accepted.startHandshake();
                    accepted.getInputStream().read();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            try (SSLSocket client = (SSLSocket) TestIdentity.trusting(first, second)
                    .getSocketFactory()
                    .createSocket(here, listener.getLocalPort())) {
                client.startHandshake();
                X509Certificate peer = (X509Certificate) client.getSession().getPeerCertificates()[0];
                client.shutdownOutput();
                shaken.join();
                return peer;
            }
        }
    }

    private static HttpClient client(HttpClient.Version version) throws Exception {
        return HttpClient.newBuilder()
                .sslContext(TestIdentity.trusting(first, second))
                .version(version)
                .build();
    }

    private static HttpResponse<String> get(HttpClient client, LeatServer server) throws Exception {
        URI uri = URI.create("https://localhost:" + server.port() + "/health/live");
        return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static X509Certificate served(HttpResponse<?> answer) throws Exception {
        return (X509Certificate) answer.sslSession().orElseThrow().getPeerCertificates()[0];
    }
}
