package dev.leat.http.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.http.raw.RawConnection;
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

/** Clients that want to know whether their body is welcome before they send it. */
@ParameterizedClass
@EnumSource(Wire.class)
final class ExpectContinueTest {
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

    private static String head(String stream, long length) {
        return WireServer.post(stream) + "Expect: 100-continue\r\nContent-Length: " + length + "\r\n\r\n";
    }

    @ParameterizedTest
    @ValueSource(strings = {"100-continue", "100-Continue"})
    void aBodyIsAskedFor(String expected) throws Exception {
        String stream = server.stream();
        try (RawConnection connection = server.connect()) {
            connection.send(WireServer.post(stream) + "Expect: " + expected + "\r\nContent-Length: 5\r\n\r\n");
            assertThat(connection.next(false).status()).isEqualTo(100);

            connection.send("hello");

            assertThat(connection.next(false).status()).isEqualTo(204);
            connection.send(WireServer.get(stream));
            assertThat(connection.next(false).text()).isEqualTo("hello");
        }
    }

    @Test
    void aChunkedBodyIsAskedFor() throws Exception {
        String stream = server.stream();
        try (RawConnection connection = server.connect()) {
            connection.send(WireServer.post(stream) + "Expect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n");
            assertThat(connection.next(false).status()).isEqualTo(100);

            connection.send("5\r\nhello\r\n0\r\n\r\n");

            assertThat(connection.next(false).status()).isEqualTo(204);
        }
        assertThat(server.content(stream)).isEqualTo("hello");
    }

    @Test
    void whoDoesNotWaitIsServed() throws Exception {
        String stream = server.stream();
        try (RawConnection connection = server.connect()) {
            connection.send(head(stream, 5) + "hello" + WireServer.get(stream));

            assertThat(connection.answer().status()).isEqualTo(204);
            assertThat(connection.answer().text()).isEqualTo("hello");
        }
    }

    @Test
    void aBodyThatIsTooLargeIsNotAskedFor() throws Exception {
        String stream = server.stream();
        try (RawConnection connection = server.connect()) {
            connection.send(head(stream, 1L << 30));
            RawResponse answer = connection.next(false);

            assertThat(answer.status()).isEqualTo(413);
            assertThat(answer.text()).contains("urn:leat:problem:too-large");
            assertThat(answer.need("Connection")).isEqualToIgnoringCase("close");
            assertThat(connection.isClosedByServer()).isTrue();
        }
        server.assertUntouched(stream);
    }

    @Test
    void whatComesInsteadOfABodyThatIsTooLargeIsNoRequest() throws Exception {
        String stream = server.stream();
        try (RawConnection connection = server.connect()) {
            connection.send(head(stream, 1L << 30) + WireServer.append(stream, "smuggled"));

            assertThat(connection.next(false).status()).isEqualTo(413);
            assertThat(connection.isClosedByServer()).isTrue();
        }
        server.assertUntouched(stream);
    }

    @Test
    void aBodyForNobodyIsNotAskedFor() throws Exception {
        assertNotAskedFor("/nowhere", "", 404, "route-not-found");
    }

    @Test
    void aBodyWhoseHeadIsRefusedIsNotAskedFor() throws Exception {
        assertNotAskedFor("/v1/stream/any", "Producer-Id: p\r\nProducer-Epoch: x\r\nProducer-Seq: 0\r\n", 400, "");
    }

    /** The client may send the body or not; it is no request in any case. */
    private static void assertNotAskedFor(String target, String headers, int status, String type) throws Exception {
        String stream = server.stream();
        String body = WireServer.append(stream, "smuggled");
        try (RawConnection connection = server.connect()) {
            connection.send(WireServer.post(target) + headers + "Expect: 100-continue\r\nContent-Length: "
                    + body.length() + "\r\n\r\n");
            RawResponse refused = connection.next(false);
            assertThat(refused.status()).isEqualTo(status);
            assertThat(refused.text()).contains("urn:leat:problem:" + type);

            if (!"close".equalsIgnoreCase(refused.header("Connection"))) {
                connection.send(body + WireServer.get("/health/live"));
                assertThat(connection.next(false).text()).contains("status");
            }
        }
        server.assertUntouched(stream);
    }

    @Test
    void oldClientsExpectNothing() throws Exception {
        String stream = server.stream();
        try (RawConnection connection = server.connect()) {
            connection.send("POST " + stream + " HTTP/1.0\r\nContent-Type: text/plain\r\nExpect: 100-continue\r\n"
                    + "Content-Length: 5\r\n\r\nhello");

            assertThat(connection.next(false).status()).isEqualTo(204);
        }
        assertThat(server.content(stream)).isEqualTo("hello");
    }
}
