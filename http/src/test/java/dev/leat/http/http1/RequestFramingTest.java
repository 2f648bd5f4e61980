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
import org.junit.jupiter.params.provider.EnumSource;

/** Where a request begins and ends does not depend on how its bytes arrive. */
@ParameterizedClass
@EnumSource(Wire.class)
final class RequestFramingTest {
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

    @Test
    void aRequestMayComeByteByByte() throws Exception {
        String stream = server.stream();
        try (RawConnection connection = server.connect()) {
            server.sendByteByByte(connection, WireServer.append(stream, "hello"));

            assertThat(connection.answer().status()).isEqualTo(204);
            server.sendByteByByte(connection, WireServer.get(stream));
            assertThat(connection.answer().text()).isEqualTo("hello");
        }
    }

    @Test
    void aHeadAndItsBodyMayComeApart() throws Exception {
        String stream = server.stream();
        try (RawConnection connection = server.connect()) {
            server.sendInPieces(connection, WireServer.post(stream) + "Content-Length: 5\r\n\r\n", "hello");

            assertThat(connection.answer().status()).isEqualTo(204);
        }
        assertThat(server.content(stream)).isEqualTo("hello");
    }

    @Test
    void aRequestMayBeSplitAnywhere() throws Exception {
        String stream = server.stream();
        StringBuilder expected = new StringBuilder();
        int length = WireServer.append(stream, "<000>").length();
        try (RawConnection connection = server.connect()) {
            for (int split = 1; split < length; split++) {
                String body = String.format("<%03d>", split);
                String request = WireServer.append(stream, body);
                server.sendInPieces(connection, request.substring(0, split), request.substring(split));
                expected.append(body);

                assertThat(connection.answer().status())
                        .as("split at %s", split)
                        .isEqualTo(204);
            }
        }
        assertThat(server.content(stream)).isEqualTo(expected.toString());
    }

    @Test
    void theFirstRequestOfAConnectionMayBeSplitAnywhere() throws Exception {
        String stream = server.stream();
        StringBuilder expected = new StringBuilder();
        String request = WireServer.append(stream, "hello");
        int half = request.length() - 2;
        for (int split = 1; split < half; split++) {
            try (RawConnection connection = server.connect()) {
                server.sendInPieces(
                        connection,
                        request.substring(0, split),
                        request.substring(split, half),
                        request.substring(half));
                expected.append("hello");

                assertThat(connection.answer().status())
                        .as("split at %s", split)
                        .isEqualTo(204);
            }
        }
        assertThat(server.content(stream)).isEqualTo(expected.toString());
    }

    @Test
    void twoRequestsMayBeSplitAnywhere() throws Exception {
        String stream = server.stream();
        String both = WireServer.append(stream, "one") + WireServer.append(stream, "two");
        StringBuilder expected = new StringBuilder();
        try (RawConnection connection = server.connect()) {
            for (int split = 1; split < both.length(); split++) {
                server.sendInPieces(connection, both.substring(0, split), both.substring(split));
                expected.append("onetwo");

                assertThat(connection.answer().status())
                        .as("split at %s", split)
                        .isEqualTo(204);
                assertThat(connection.answer().status())
                        .as("split at %s", split)
                        .isEqualTo(204);
            }
        }
        assertThat(server.content(stream)).isEqualTo(expected.toString());
    }

    @Test
    void aBodyInManyPiecesIsOneBody() throws Exception {
        String stream = server.stream();
        String body = "0123456789abcdef".repeat(1 << 16);
        int piece = 40_000;
        try (RawConnection connection = server.connect()) {
            connection.send(WireServer.post(stream) + "Content-Length: " + body.length() + "\r\n\r\n");
            for (int at = 0; at < body.length(); at += piece) {
                server.sendInPieces(connection, body.substring(at, Math.min(body.length(), at + piece)));
            }

            assertThat(connection.answer().status()).isEqualTo(204);
        }
        assertThat(server.content(stream).equals(body)).isTrue();
    }

    @Test
    void bytesOfEveryValueComeThrough() throws Exception {
        byte[] body = new byte[512];
        for (int i = 0; i < body.length; i++) {
            body[i] = (byte) i;
        }
        String stream = "/v1/stream/bytes";
        RawRequest put = RawRequest.put(stream, "application/octet-stream").body(body);

        assertThat(server.ask(put).status()).isEqualTo(201);

        assertThat(server.ask(RawRequest.get(stream)).body()).isEqualTo(body);
    }

    @Test
    void aBodyOfLengthZeroIsNone() throws Exception {
        String stream = server.stream();
        String other = "/v1/stream/empty";
        try (RawConnection connection = server.connect()) {
            connection.send(WireServer.post(stream) + "Content-Length: 0\r\n\r\n");
            RawResponse nothing = connection.answer();
            assertThat(nothing.status()).isEqualTo(400);
            assertThat(nothing.text()).contains("urn:leat:problem:body-empty");

            connection.send("PUT " + other + " HTTP/1.1\r\nHost: leat.localhost\r\nContent-Length: 0\r\n\r\n");
            assertThat(connection.answer().status()).isEqualTo(201);
            connection.send(WireServer.append(stream, "more"));
            assertThat(connection.answer().status()).isEqualTo(204);
        }
        assertThat(server.content(stream)).isEqualTo("more");
        assertThat(server.content(other)).isEmpty();
    }

    @Test
    void aLengthMayBeginWithZeros() throws Exception {
        String stream = server.stream();
        try (RawConnection connection = server.connect()) {
            connection.send(WireServer.post(stream) + "Content-Length: 0005\r\n\r\nhello" + WireServer.get(stream));

            assertThat(connection.answer().status()).isEqualTo(204);
            assertThat(connection.answer().text()).isEqualTo("hello");
        }
    }

    @Test
    void theBodyOfAGetIsNoRequest() throws Exception {
        String stream = server.stream();
        String body = WireServer.append(stream, "smuggled");
        String head = "GET " + stream + " HTTP/1.1\r\nHost: leat.localhost\r\n";
        String framed = "Content-Length: " + body.length() + "\r\n\r\n" + body;
        String chunked = "Transfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(body.length()) + "\r\n" + body
                + "\r\n0\r\n\r\n";
        try (RawConnection connection = server.connect()) {
            for (String rest : new String[] {framed, chunked}) {
                connection.send(head + rest);
                assertThat(connection.answer().status()).isEqualTo(200);

                connection.send(WireServer.get("/health/live"));
                assertThat(connection.answer().text()).contains("status");
            }
        }
        server.assertUntouched(stream);
    }

    @Test
    void aBodyThatNobodyReadsIsNoRequest() throws Exception {
        String stream = server.stream();
        String body = WireServer.append(stream, "smuggled");
        String head = "POST /nowhere HTTP/1.1\r\nHost: leat.localhost\r\nContent-Length: " + body.length() + "\r\n\r\n";
        try (RawConnection connection = server.connect()) {
            connection.send(head + body);
            assertThat(connection.answer().text()).contains("urn:leat:problem:route-not-found");
            connection.send(WireServer.get("/health/live"));
            assertThat(connection.answer().status()).isEqualTo(200);

            connection.send(head + body + WireServer.get("/health/live"));
            assertThat(connection.answer().status()).isEqualTo(404);
            assertThat(connection.answer().status()).isEqualTo(200);
        }
        server.assertUntouched(stream);
    }

    @Test
    void aBodyThatNobodyReadsMayComeAfterTheAnswer() throws Exception {
        String stream = server.stream();
        String body = WireServer.append(stream, "smuggled");
        String head = "POST /nowhere HTTP/1.1\r\nHost: leat.localhost\r\n";
        String chunk = Integer.toHexString(body.length()) + "\r\n" + body + "\r\n0\r\n\r\n";
        try (RawConnection connection = server.connect()) {
            server.sendInPieces(connection, head + "Content-Length: " + body.length() + "\r\n\r\n", body);
            assertThat(connection.answer().status()).isEqualTo(404);
            connection.send(WireServer.get("/health/live"));
            assertThat(connection.answer().status()).isEqualTo(200);

            server.sendInPieces(connection, head + "Transfer-Encoding: chunked\r\n\r\n", chunk);
            assertThat(connection.answer().status()).isEqualTo(404);
            connection.send(WireServer.get("/health/live"));
            assertThat(connection.answer().status()).isEqualTo(200);
        }
        server.assertUntouched(stream);
    }

    @Test
    void aBodyOfAnUnknownMethodIsNoRequest() throws Exception {
        String stream = server.stream();
        String body = WireServer.append(stream, "smuggled");
        try (RawConnection connection = server.connect()) {
            connection.send("BREW " + stream + " HTTP/1.1\r\nHost: leat.localhost\r\nContent-Length: " + body.length()
                    + "\r\n\r\n" + body);
            assertThat(connection.answer().text()).contains("urn:leat:problem:method-not-allowed");

            connection.send(WireServer.get("/health/live"));
            assertThat(connection.answer().status()).isEqualTo(200);
        }
        server.assertUntouched(stream);
    }
}
