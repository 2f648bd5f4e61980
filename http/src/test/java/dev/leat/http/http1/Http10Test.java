package dev.leat.http.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.http.raw.RawConnection;
import dev.leat.http.raw.RawRequest;
import dev.leat.http.raw.RawResponse;
import dev.leat.http.raw.Wire;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Old clients, which know no chunks and end a connection after each answer. */
@ParameterizedClass
@EnumSource(Wire.class)
final class Http10Test {
    private static WireServer server;

    @Parameter
    Wire wire;

    @BeforeParameterizedClassInvocation
    static void start(Wire wire) throws Exception {
        server = WireServer.start(wire);
    }

    @AfterParameterizedClassInvocation
    static void stop() throws Exception {
        server.close();
    }

    private static String get(String target, String headers) {
        return "GET " + target + " HTTP/1.0\r\n" + headers + "\r\n";
    }

    @Test
    void aConnectionEndsAfterTheAnswer() throws Exception {
        String stream = server.stream();
        server.ask(RawRequest.post(stream, "text/plain", "hello"));
        try (RawConnection connection = server.connect()) {
            connection.send(get(stream, ""));
            RawResponse answer = connection.answer();

            assertThat(answer.text()).isEqualTo("hello");
            assertThat(answer.header("Connection")).isNotEqualTo("keep-alive");
            assertThat(connection.isClosedByServer()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"keep-alive", "Keep-Alive", "x, KEEP-ALIVE"})
    void aConnectionIsKeptForThoseWhoAsk(String value) throws Exception {
        String stream = server.stream();
        server.ask(RawRequest.post(stream, "text/plain", "hello"));
        try (RawConnection connection = server.connect()) {
            for (int i = 0; i < 2; i++) {
                connection.send(get(stream, "Connection: " + value + "\r\n"));
                RawResponse answer = connection.answer();

                assertThat(answer.need("Content-Length")).isEqualTo("5");
                assertThat(answer.text()).isEqualTo("hello");
                assertThat(answer.need("Connection")).isEqualToIgnoringCase("keep-alive");
            }
            connection.send(get(stream, ""));
            assertThat(connection.answer().text()).isEqualTo("hello");
            assertThat(connection.isClosedByServer()).isTrue();
        }
    }

    @Test
    void whoAsksForBothIsClosed() throws Exception {
        try (RawConnection connection = server.connect()) {
            connection.send(get("/health/live", "Connection: keep-alive, close\r\n"));

            assertThat(connection.answer().status()).isEqualTo(200);
            assertThat(connection.isClosedByServer()).isTrue();
        }
    }

    @Test
    void anAppendNeedsNoHost() throws Exception {
        String stream = server.stream();
        try (RawConnection connection = server.connect()) {
            connection.send(
                    "POST " + stream + " HTTP/1.0\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello");

            assertThat(connection.answer().status()).isEqualTo(204);
            assertThat(connection.isClosedByServer()).isTrue();
        }
        assertThat(server.content(stream)).isEqualTo("hello");
    }

    @Test
    void nothingIsDoneAfterTheAnswer() throws Exception {
        String stream = server.stream();
        try (RawConnection connection = server.connect()) {
            connection.send(get("/health/live", "") + WireServer.append(stream, "too late"));

            assertThat(connection.answer().status()).isEqualTo(200);
            assertThat(connection.isClosedByServer()).isTrue();
        }
        server.assertUntouched(stream);
    }

    @Test
    void aLongAnswerIsWhole() throws Exception {
        String stream = server.stream();
        String content = "0123456789abcdef".repeat(1 << 16);
        server.ask(RawRequest.post(stream, "text/plain", content));
        for (String headers : new String[] {"", "Accept-Encoding: gzip\r\n"}) {
            try (RawConnection connection = server.connect()) {
                connection.send(get(stream, headers));
                RawResponse answer = connection.answer();

                assertThat(answer.header("Transfer-Encoding")).isNull();
                assertThat(answer.text().equals(content)).isTrue();
                assertThat(connection.isClosedByServer()).isTrue();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Connection: keep-alive\r\n"})
    void eventsComeWithoutChunksUpToTheEnd(String headers) throws Exception {
        String stream = server.stream();
        server.ask(RawRequest.post(stream, "text/plain", "all").with("Stream-Closed", "true"));
        try (RawConnection connection = server.connect()) {
            connection.send(get(stream + "?offset=-1&live=sse", headers));
            RawResponse answer = connection.answer(); // only the end says that it is all

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.header("Transfer-Encoding")).isNull();
            assertThat(answer.header("Content-Length")).isNull();
            assertThat(answer.header("Connection")).isNotEqualTo("keep-alive");
            assertThat(answer.text()).startsWith("event: data\ndata:all\n\n").endsWith("\"streamClosed\":true}\n\n");
        }
    }
}
