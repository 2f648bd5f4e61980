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

/** RequestBody that say their length piece by piece. */
@ParameterizedClass
@EnumSource(Wire.class)
final class ChunkedBodyTest {
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

    private static void assertTaken(String chunks, String expected) throws Exception {
        String stream = server.stream();
        try (RawConnection connection = server.connect()) {
            connection.send(WireServer.chunked(stream, chunks) + WireServer.get(stream));

            assertThat(connection.answer().status()).isEqualTo(204);
            assertThat(connection.answer().text()).isEqualTo(expected);
        }
    }

    /** Refused with a reason or cut off; what follows is no request. */
    private static void assertRefused(String chunks) throws Exception {
        String stream = server.stream();
        try (RawConnection connection = server.connect()) {
            connection.send(WireServer.chunked(stream, chunks) + WireServer.append(stream, "smuggled"));
            RawResponse answer = WireServer.answerOrEnd(connection);

            if (answer != null) {
                assertThat(answer.status()).as(answer.toString()).isIn(400, 413);
                assertThat(answer.isProblem()).as(answer.toString()).isTrue();
                assertThat(connection.isClosedByServer()).isTrue();
            }
        }
        server.assertUntouched(stream);
    }

    @Test
    void severalChunksAreOneBody() throws Exception {
        assertTaken("5\r\nhello\r\n1\r\n \r\n5\r\nworld\r\n0\r\n\r\n", "hello world");
    }

    @Test
    void aChunkMayHoldWhatLooksLikeItsEnd() throws Exception {
        assertTaken("7\r\n0\r\n\r\n5\r\r\n2\r\n\r\n\r\n0\r\n\r\n", "0\r\n\r\n5\r\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"A", "a", "0A", "00000000a"})
    void aSizeIsHexadecimalOfEitherCase(String size) throws Exception {
        assertTaken(size + "\r\n0123456789\r\n0\r\n\r\n", "0123456789");
    }

    @ParameterizedTest
    @ValueSource(strings = {";name", ";name=value", ";a=b;c=\"d;e\"", "; x"})
    void whatAChunkSaysOfItselfIsIgnored(String extension) throws Exception {
        assertTaken("3" + extension + "\r\nabc\r\n0" + extension + "\r\n\r\n", "abc");
    }

    @Test
    void trailersAreIgnored() throws Exception {
        assertTaken("3\r\nabc\r\n0\r\nX-Trailer: x\r\nY: y\r\n\r\n", "abc");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "no colon",
                ": no name",
                "a name: x",
                "X : x",
                " X: x",
                "\tX: x",
                "X: x\r\n folded",
                "X\u0000: x",
                "X: \u0000",
                "X: \u007f",
                "X: a\rb",
                "X\u00e4: x",
                "X"
            })
    void aMalformedTrailerIsRefused(String trailer) throws Exception {
        assertTrailerRefused(trailer);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 100",
                "Content-Length: 3",
                "content-length:",
                "CONTENT-LENGTH: 0",
                "Transfer-Encoding: chunked",
                "transfer-encoding: identity",
                "tRANSFER-eNCODING: "
            })
    void aTrailerThatFramesABodyIsRefused(String trailer) throws Exception {
        assertTrailerRefused(trailer);
    }

    private static void assertTrailerRefused(String trailer) throws Exception {
        String stream = server.stream();
        try (RawConnection connection = server.connect()) {
            connection.send(WireServer.chunked(stream, "3\r\nabc\r\n0\r\nGood: 1\r\n" + trailer + "\r\n\r\n"));
            RawResponse answer = connection.answer();

            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.text()).contains("request-malformed");
            assertThat(connection.isClosedByServer()).isTrue();
        }
        server.assertUntouched(stream);
    }

    @Test
    void aTrailerIsNoHeader() throws Exception {
        String stream = server.stream();
        try (RawConnection connection = server.connect()) {
            connection.send(WireServer.chunked(
                    stream,
                    "3\r\nabc\r\n0\r\nStream-Closed: true\r\nContent-Lengths: 100\r\nConnection: close\r\n\r\n"));
            assertThat(connection.answer().status()).isEqualTo(204);

            connection.send(WireServer.append(stream, "def"));
            assertThat(connection.answer().status()).isEqualTo(204);
        }
        assertThat(server.content(stream)).isEqualTo("abcdef");
    }

    @ParameterizedTest
    @ValueSource(strings = {"chunked", "Chunked", "CHUNKED"})
    void theCodingIsOfAnyCase(String coding) throws Exception {
        String stream = server.stream();
        try (RawConnection connection = server.connect()) {
            connection.send(WireServer.post(stream) + "Transfer-Encoding: " + coding + "\r\n\r\n3\r\nabc\r\n0\r\n\r\n");

            assertThat(connection.answer().status()).isEqualTo(204);
        }
        assertThat(server.content(stream)).isEqualTo("abc");
    }

    @Test
    void anEmptyChunkedBodyIsNone() throws Exception {
        String stream = server.stream();
        try (RawConnection connection = server.connect()) {
            connection.send(WireServer.chunked(stream, "0\r\n\r\n") + WireServer.get(stream));

            assertThat(connection.answer().text()).contains("urn:leat:problem:body-empty");
            assertThat(connection.answer().status()).isEqualTo(200);
        }
        server.assertUntouched(stream);
    }

    @Test
    void aChunkedRequestMayComeByteByByte() throws Exception {
        String stream = server.stream();
        try (RawConnection connection = server.connect()) {
            server.sendByteByByte(
                    connection, WireServer.chunked(stream, "3;x=y\r\nabc\r\n0A\r\n0123456789\r\n0\r\nT: t\r\n\r\n"));

            assertThat(connection.answer().status()).isEqualTo(204);
        }
        assertThat(server.content(stream)).isEqualTo("abc0123456789");
    }

    @Test
    void aChunkedRequestMayBeSplitAnywhere() throws Exception {
        String stream = server.stream();
        String request = WireServer.chunked(stream, "3;x=y\r\nabc\r\nB\r\n0123456789.\r\n0\r\nT: t\r\n\r\n");
        StringBuilder expected = new StringBuilder();
        try (RawConnection connection = server.connect()) {
            for (int split = 1; split < request.length(); split++) {
                server.sendInPieces(connection, request.substring(0, split), request.substring(split));
                expected.append("abc0123456789.");

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
        String request = WireServer.chunked(stream, "3\r\nabc\r\n1\r\nd\r\n0\r\n\r\n");
        StringBuilder expected = new StringBuilder();
        for (int split = 1; split < request.length(); split++) {
            try (RawConnection connection = server.connect()) {
                server.sendInPieces(connection, request.substring(0, split), request.substring(split));
                expected.append("abcd");

                assertThat(connection.answer().status())
                        .as("split at %s", split)
                        .isEqualTo(204);
            }
        }
        assertThat(server.content(stream)).isEqualTo(expected.toString());
    }

    @Test
    void aBodyOfManyChunksMayBeLong() throws Exception {
        String stream = server.stream();
        String chunk = "0123456789abcdef".repeat(256);
        String framed = Integer.toHexString(chunk.length()) + "\r\n" + chunk + "\r\n";
        try (RawConnection connection = server.connect()) {
            connection.send(WireServer.chunked(stream, framed.repeat(200) + "0\r\n\r\n"));

            assertThat(connection.answer().status()).isEqualTo(204);
        }
        assertThat(server.content(stream).equals(chunk.repeat(200))).isTrue();
    }

    @Test
    void aChunkedBodyHasTheLimitOfAll() throws Exception {
        String stream = server.stream();
        String chunk = "100000\r\n" + "x".repeat(1 << 20) + "\r\n";
        try (RawConnection connection = server.connect()) {
            connection.send(WireServer.chunked(stream, ""));
            for (int i = 0; i < 17; i++) {
                connection.send(chunk);
            }
            RawResponse answer = connection.answer();

            assertThat(answer.status()).isEqualTo(413);
            assertThat(answer.text()).contains("urn:leat:problem:too-large");
        }
        server.assertUntouched(stream);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"zz", "-1", "-3", "+3", "0x3", "3x", "3 3", "3,3", "", "_3", "\u00003", "3\u0000", "\u00b3"})
    void aBrokenSizeIsRefused(String size) throws Exception {
        assertRefused(size + "\r\nabc\r\n0\r\n\r\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "80000003",
                "100000003",
                "ffffffff",
                "7fffffffffffffff",
                "8000000000000003",
                "ffffffffffffffff",
                "10000000000000003"
            })
    void aHugeSizeIsRefused(String size) throws Exception {
        assertRefused(size + "\r\nabc\r\n0\r\n\r\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "3\r\nabcXX0\r\n\r\n",
                "3\r\nabc0\r\n\r\n",
                "3\r\nabcd\r\n0\r\n\r\n",
                "3\r\nabc\r0\r\n\r\n",
                "3\r\nabc\rX0\r\n\r\n"
            })
    void aChunkThatDoesNotEndWhereItSaysIsRefused(String chunks) throws Exception {
        assertRefused(chunks);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"3\nabc\r\n0\r\n\r\n", "3\r\nabc\n0\r\n\r\n", "3;x\nabc\r\n0\r\n\r\n", "3\rabc\r\n0\r\n\r\n"})
    void aLineOfAChunkEndsWithBothCharacters(String chunks) throws Exception {
        assertRefused(chunks);
    }

    @Test
    void aBrokenChunkIsRefusedAlsoIfAGoodOneCameBefore() throws Exception {
        String stream = server.stream();
        try (RawConnection connection = server.connect()) {
            server.sendInPieces(connection, WireServer.chunked(stream, "3\r\nabc\r\n"), "zz\r\nabc\r\n0\r\n\r\n");
            RawResponse answer = WireServer.answerOrEnd(connection);

            assertThat(answer == null || answer.status() == 400)
                    .as("%s", answer)
                    .isTrue();
        }
        server.assertUntouched(stream);
        assertThat(server.ask(RawRequest.get("/health/live")).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"3;", "0000", "0\r\nT: "})
    void whatIsAroundChunksIsNotEndless(String start) throws Exception {
        String stream = server.stream();
        char more = start.equals("0000") ? '0' : 'x';
        try (RawConnection connection = server.connect()) {
            server.sendInPieces(
                    connection,
                    WireServer.chunked(stream, start),
                    Character.toString(more).repeat(60_000));
            RawResponse answer = WireServer.answerOrEnd(connection);

            assertThat(answer == null || answer.status() == 400 || answer.status() == 413 || answer.status() == 431)
                    .as("%s", answer)
                    .isTrue();
        }
        server.assertUntouched(stream);
    }
}
