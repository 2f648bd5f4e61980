package dev.leat.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A bit that the disk flips under a running server, as its operator hears of it. */
@Timeout(120)
class ScrubIT {
    private static final String TEXT = "a message that nobody reads";
    private static final String AFFECTED =
            "stream orders, offsets 0000000000000000_0000000000000000 to 0000000000000000_0000000000000027";

    @TempDir
    Path temp;

    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void aFlippedBitIsInLogMetricsHealthAndDoctorOfARunningServer() throws Exception {
        try (LeatProcess server = serve("off")) {
            server.outUntil("  try ");
            assertThat(send("PUT", "/v1/stream/orders", TEXT).statusCode()).isEqualTo(201);
            server.signal("TERM");
            assertThat(server.exitCode()).isZero();
        }
        try (LeatProcess server = serve("200ms")) {
            server.outUntil("  try ");
            assertThat(send("GET", "/health/ready", "").body()).isEqualTo("{\"status\":\"ready\"}");

            flip();
            List<String> log = server.errUntil("damage: ");

            assertThat(log.getLast()).contains("0000000001.archive is damaged at byte", AFFECTED, "restore a backup");
            HttpResponse<String> health = send("GET", "/health/ready", "");
            assertThat(health.statusCode()).isEqualTo(200);
            assertThat(health.body())
                    .startsWith("{\"status\":\"degraded\",\"reason\":\"1 part")
                    .contains(AFFECTED);
            assertThat(LeatProcess.metric(port(), "leat_damage_findings{part=\"archive\"}"))
                    .isEqualTo(1);
            assertThat(LeatProcess.metric(port(), "leat_scrub_bytes_total")).isPositive();
            assertDoctorKnows();
            server.signal("TERM");
            assertThat(server.exitCode()).isZero();
            assertThat(server.err()).doesNotContain("damage: ");
        }
    }

    private void assertDoctorKnows() throws Exception {
        try (LeatProcess doctor = LeatProcess.start(temp, "doctor", "d")) {
            assertThat(doctor.out())
                    .contains("The scrub of the engine that has it open:", "PROBLEM: ", AFFECTED, "1 problem found.");
            assertThat(doctor.err()).contains("could not look: ", "in use");
            assertThat(doctor.exitCode()).isEqualTo(1);
        }
    }

    private LeatProcess serve(String every) throws IOException {
        return LeatProcess.start(
                temp, "serve", "--port", "0", "--data", "d", "--port-file", "port", "--scrub-every", every);
    }

    private int port() throws IOException {
        return Integer.parseInt(Files.readString(temp.resolve("port")).strip());
    }

    private HttpResponse<String> send(String method, String path, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .header("Content-Type", "text/plain")
                .build();
        return client.send(request, BodyHandlers.ofString());
    }

    private void flip() throws IOException {
        Path segment = temp.resolve("d/archive/0000000001.archive");
        int at = new String(Files.readAllBytes(segment), java.nio.charset.StandardCharsets.ISO_8859_1).indexOf(TEXT);
        assertThat(TEXT.getBytes(UTF_8)).hasSize(27);
        try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "rw")) {
            file.seek(at);
            file.write('A');
        }
    }
}
