package dev.leat.http.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.Leat;
import dev.leat.http.LeatServer;
import dev.leat.http.ServerSettings;
import dev.leat.http.access.Access;
import dev.leat.testkit.TestIdentity;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The whole server behind TLS, with a real client. */
@Timeout(60)
class TlsServerTest {
    private static final int BYTES = 3 << 20;

    @TempDir
    Path temp;

    @Test
    void streamsAreServedOverBothVersionsOfHttp() throws Exception {
        TestIdentity identity = TestIdentity.make(temp, "server", "EC");
        Path certificate = Files.writeString(temp.resolve("chain.pem"), identity.certificatePem());
        Path key = Files.writeString(temp.resolve("key.pem"), identity.keyPem());
        TlsSettings tls = new TlsSettings(certificate, key, null, null, Duration.ofMinutes(1));
        try (Leat leat = Leat.open(temp.resolve("data"));
                LeatServer server = LeatServer.start(
                        leat.engine(),
                        ServerSettings.defaults().withPort(0).with(tls),
                        Access.OPEN,
                        new SimpleMeterRegistry())) {
            for (HttpClient.Version version : HttpClient.Version.values()) {
                if (version == HttpClient.Version.HTTP_1_1 || version == HttpClient.Version.HTTP_2) {
                    tour(server.port(), version, identity);
                }
            }
        }
    }

    private static void tour(int port, HttpClient.Version version, TestIdentity identity) throws Exception {
        URI stream = URI.create("https://localhost:" + port + "/v1/stream/" + version);
        try (HttpClient client = HttpClient.newBuilder()
                .version(version)
                .sslContext(TestIdentity.trusting(identity))
                .build()) {
            HttpRequest create = HttpRequest.newBuilder(stream)
                    .header("Content-Type", "application/octet-stream")
                    .PUT(BodyPublishers.ofByteArray(new byte[BYTES]))
                    .build();
            HttpResponse<Void> created = client.send(create, BodyHandlers.discarding());
            assertThat(created.statusCode()).isEqualTo(201);
            assertThat(created.version()).isEqualTo(version);
            assertThat(created.headers().firstValue("Location")).hasValue(stream.toString());

            HttpResponse<byte[]> read =
                    client.send(HttpRequest.newBuilder(stream).build(), BodyHandlers.ofByteArray());
            assertThat(read.statusCode()).isEqualTo(200);
            assertThat(read.body()).hasSize(BYTES);
        }
    }
}
