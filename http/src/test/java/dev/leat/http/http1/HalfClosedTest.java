package dev.leat.http.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.engine.Settings;
import dev.leat.http.ServerSettings;
import dev.leat.http.raw.RawConnection;
import dev.leat.http.raw.RawRequest;
import dev.leat.http.raw.RawResponse;
import dev.leat.http.raw.RunningServer;
import dev.leat.http.raw.Wire;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A client that ends its side of the connection gets the answers to what it sent as a whole; then the connection ends. */
@ParameterizedClass
@EnumSource(Wire.class)
final class HalfClosedTest {
    @Parameter
    Wire wire;

    private static final String STREAM = "/v1/stream/s";

    @TempDir
    Path directory;

    private RunningServer server;

    /** On disk, so that an append is not answered before the end of the input is noticed. */
    @BeforeEach
    void start() throws Exception {
        Duration longEnough = Duration.ofMinutes(5);
        server = RunningServer.on(
                directory,
                Settings.defaults(),
                wire.applyTo(
                        ServerSettings.defaults().withEventLoops(1).with(RunningServer.live(longEnough, longEnough))));
        assertThat(server.ask(RawRequest.put(STREAM, "text/plain")).status()).isEqualTo(201);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private RawConnection sent(String requests) throws Exception {
        RawConnection connection = server.connect();
        connection.send(requests);
        connection.endOutput();
        return connection;
    }

    private String content() throws Exception {
        return server.ask(RawRequest.get(STREAM)).text();
    }

    @Test
    void anEndThatTlsDoesNotAnnounceIsTheSame() throws Exception {
        try (RawConnection connection = server.connect()) {
            connection.send(WireServer.append(STREAM, "hello"));
            connection.endOutputUnannounced();

            assertThat(connection.answer().status()).isEqualTo(204);
            assertThat(connection.isClosedByServer()).isTrue();
        }
        assertThat(content()).isEqualTo("hello");
    }

    @Test
    void anAppendIsAnswered() throws Exception {
        try (RawConnection connection = sent(WireServer.append(STREAM, "hello"))) {
            assertThat(connection.answer().status()).isEqualTo(204);
            assertThat(connection.isClosedByServer()).isTrue();
        }
        assertThat(content()).isEqualTo("hello");
        server.awaitQuiet();
    }

    @Test
    void everyPipelinedRequestIsAnswered() throws Exception {
        int count = 50;
        try (RawConnection connection = sent(WireServer.append(STREAM, "x").repeat(count) + WireServer.get(STREAM))) {
            for (int i = 0; i < count; i++) {
                assertThat(connection.answer().status()).isEqualTo(204);
            }
            assertThat(connection.answer().text()).isEqualTo("x".repeat(count));
            assertThat(connection.isClosedByServer()).isTrue();
        }
        server.awaitQuiet();
    }

    @Test
    void aLongAnswerIsWhole() throws Exception {
        String large = "0123456789abcdef".repeat(1 << 17);
        assertThat(server.ask(RawRequest.post(STREAM, "text/plain", large)).status())
                .isEqualTo(204);

        try (RawConnection connection = sent(WireServer.get(STREAM) + WireServer.get(STREAM))) {
            assertThat(connection.answer().text().equals(large)).isTrue();
            assertThat(connection.answer().text().equals(large)).isTrue();
            assertThat(connection.isClosedByServer()).isTrue();
        }
        server.awaitQuiet();
    }

    @Test
    void halfARequestIsNone() throws Exception {
        String append = WireServer.append(STREAM, "hello");
        String chunked = WireServer.chunked(STREAM, "5\r\nhello\r\n0\r\n\r\n");
        for (String half : new String[] {
            append.substring(0, append.length() - 1),
            append.substring(0, 30),
            chunked.substring(0, chunked.length() - 2),
            ""
        }) {
            try (RawConnection connection = sent(half)) {
                assertThat(connection.isClosedByServer()).as(half).isTrue();
            }
        }
        assertThat(content()).isEmpty();
        server.awaitQuiet();
        assertThat(server.bodiesHeld()).isZero();
    }

    @Test
    void aLongPollEndsWithWhatThereIs() throws Exception {
        try (RawConnection connection = sent(WireServer.get(STREAM + "?offset=-1&live=long-poll"))) {
            RawResponse answer = connection.answer();

            assertThat(answer.status()).isEqualTo(204);
            assertThat(answer.header("Stream-Up-To-Date")).isEqualTo("true");
            assertThat(connection.isClosedByServer()).isTrue();
        }
        server.awaitQuiet();
    }

    @Test
    void eventsEndAtTheTail() throws Exception {
        server.ask(RawRequest.post(STREAM, "text/plain", "hello"));

        try (RawConnection connection = sent(WireServer.get(STREAM + "?offset=-1&live=sse"))) {
            RawResponse answer = connection.answer();

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.text()).contains("data:hello", "\"upToDate\":true");
            assertThat(connection.isClosedByServer()).isTrue();
        }
        server.awaitQuiet();
    }

    @Test
    void aReceiveEndsWithWhatThereIs() throws Exception {
        assertThat(server.ask(RawRequest.put("/v1/queues/q", "application/json").body("{}"))
                        .status())
                .isEqualTo(201);
        String body = "{\"consumer\":\"c\",\"wait\":\"4m\"}";
        String receive = "POST /v1/queues/q/receive HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Content-Length: " + body.length() + "\r\n\r\n" + body;
        try (RawConnection connection = sent(receive)) {
            RawResponse answer = connection.answer();

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.text()).contains("\"deliveries\":[]");
            assertThat(connection.isClosedByServer()).isTrue();
        }

        server.ask(RawRequest.post("/v1/queues/q/messages", "text/plain", "hello"));
        try (RawConnection connection = sent(receive)) {
            assertThat(connection.answer().text()).contains("\"payload\":\"hello\"", "\"attempt\":1");
        }
        server.awaitQuiet();
    }
}
