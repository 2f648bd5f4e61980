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

/** How long a connection lasts. */
@ParameterizedClass
@EnumSource(Wire.class)
final class KeepAliveTest {
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
        return "GET " + target + " HTTP/1.1\r\nHost: leat.localhost\r\n" + headers + "\r\n";
    }

    private static void assertEnds(RawConnection connection) throws Exception {
        RawResponse answer = connection.answer();
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.need("Connection")).isEqualToIgnoringCase("close");
        assertThat(connection.isClosedByServer()).isTrue();
    }

    @Test
    void aConnectionIsKept() throws Exception {
        String stream = server.stream();
        try (RawConnection connection = server.connect()) {
            for (RawRequest request : new RawRequest[] {
                RawRequest.get(stream),
                RawRequest.post(stream, "text/plain", "hello"),
                RawRequest.of("HEAD", stream),
                RawRequest.get("/nowhere"),
                RawRequest.post(stream, "application/json", "[1]"), // refused
                RawRequest.get(stream)
            }) {
                RawResponse answer = connection.ask(request);
                assertThat(answer.status()).isLessThan(500);
                assertThat(answer.version()).isEqualTo("HTTP/1.1");
                assertThat(answer.header("Connection")).isNull();
            }
            assertThat(connection.ask(RawRequest.get(stream)).text()).isEqualTo("hello");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"close", "Close", "CLOSE", "keep-alive, Close", "close, TE", "x,close,y", "keep-alive ,\tclose"})
    void closeIsAnsweredWithCloseAndTheEnd(String value) throws Exception {
        try (RawConnection connection = server.connect()) {
            connection.send(get("/health/live", "Connection: " + value + "\r\n"));

            assertEnds(connection);
        }
    }

    @Test
    void closeIsHeardInEveryLine() throws Exception {
        try (RawConnection connection = server.connect()) {
            connection.send(get("/health/live", "Connection: keep-alive\r\nConnection: close\r\n"));

            assertEnds(connection);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"keep-alive", "closed", "x-close", "close-not", "dis close", ""})
    void whatOnlyLooksLikeCloseIsNone(String value) throws Exception {
        try (RawConnection connection = server.connect()) {
            for (int i = 0; i < 2; i++) {
                connection.send(get("/health/live", "Connection: " + value + "\r\n"));
                RawResponse answer = connection.answer();

                assertThat(answer.status()).isEqualTo(200);
                assertThat(answer.header("Connection")).isNotEqualTo("close");
            }
        }
    }

    @Test
    void anAppendThatClosesIsMade() throws Exception {
        String stream = server.stream();
        try (RawConnection connection = server.connect()) {
            RawResponse answer = connection.ask(
                    RawRequest.post(stream, "text/plain", "hello").with("Connection", "close"));

            assertThat(answer.status()).isEqualTo(204);
            assertThat(answer.need("Connection")).isEqualToIgnoringCase("close");
            assertThat(connection.isClosedByServer()).isTrue();
        }
        assertThat(server.content(stream)).isEqualTo("hello");
    }

    @Test
    void aRefusalThatClosesIsWhole() throws Exception {
        try (RawConnection connection = server.connect()) {
            RawResponse answer = connection.ask(RawRequest.get("/nowhere").with("Connection", "close"));

            assertThat(answer.text()).contains("urn:leat:problem:route-not-found");
            assertThat(answer.need("Connection")).isEqualToIgnoringCase("close");
            assertThat(connection.isClosedByServer()).isTrue();
        }
    }

    @Test
    void aLongAnswerThatClosesIsWhole() throws Exception {
        String stream = server.stream();
        String content = "0123456789abcdef".repeat(1 << 16);
        server.ask(RawRequest.post(stream, "text/plain", content));
        try (RawConnection connection = server.connect()) {
            RawResponse answer = connection.ask(RawRequest.get(stream).with("Connection", "close"));

            assertThat(answer.text().equals(content)).isTrue();
            assertThat(connection.isClosedByServer()).isTrue();
        }
    }

    @Test
    void whoAskedBeforeACloseIsAnswered() throws Exception {
        String stream = server.stream();
        try (RawConnection connection = server.connect()) {
            connection.send(WireServer.append(stream, "one")
                    + WireServer.append(stream, "two")
                    + get(stream, "Connection: close\r\n"));

            assertThat(connection.answer().status()).isEqualTo(204);
            assertThat(connection.answer().status()).isEqualTo(204);
            RawResponse last = connection.answer();
            assertThat(last.text()).isEqualTo("onetwo");
            assertThat(last.need("Connection")).isEqualToIgnoringCase("close");
            assertThat(connection.isClosedByServer()).isTrue();
        }
    }

    @Test
    void nothingIsDoneAfterAClose() throws Exception {
        String stream = server.stream();
        try (RawConnection connection = server.connect()) {
            connection.send(get("/health/live", "Connection: close\r\n") + WireServer.append(stream, "too late"));

            assertEnds(connection);
        }
        server.assertUntouched(stream);
    }

    @Test
    void aFollowerThatClosesSeesTheEnd() throws Exception {
        String stream = server.stream();
        server.ask(RawRequest.post(stream, "text/plain", "all").with("Stream-Closed", "true"));
        try (RawConnection connection = server.connect()) {
            connection.send(get(stream + "?offset=-1&live=sse", "Connection: close\r\n"));
            RawResponse answer = connection.answer();

            assertThat(answer.text()).contains("data:all\n").endsWith("\"streamClosed\":true}\n\n");
            assertThat(answer.need("Connection")).isEqualToIgnoringCase("close");
            assertThat(connection.isClosedByServer()).isTrue();
        }
    }

    @Test
    void aConnectionIsKeptAfterAFollowerIsDone() throws Exception {
        String stream = server.stream();
        server.ask(RawRequest.post(stream, "text/plain", "all").with("Stream-Closed", "true"));
        try (RawConnection connection = server.connect()) {
            RawResponse events = connection.ask(RawRequest.get(stream + "?offset=-1&live=sse"));

            assertThat(events.need("Transfer-Encoding")).isEqualTo("chunked");
            assertThat(events.text()).contains("data:all\n");
            assertThat(connection.ask(RawRequest.get(stream)).text()).isEqualTo("all");
        }
    }
}
