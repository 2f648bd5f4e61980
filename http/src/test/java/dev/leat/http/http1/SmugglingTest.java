package dev.leat.http.http1;

import static dev.leat.http.http1.WireServer.append;
import static dev.leat.http.http1.WireServer.post;
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

/** A request whose end two servers could see at two places is refused, and so is all that follows it. */
@ParameterizedClass
@EnumSource(Wire.class)
final class SmugglingTest {
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

    private static RawResponse refusal(String head, String body) throws Exception {
        String stream = server.stream();
        RawResponse answer;
        try (RawConnection connection = server.connect()) {
            connection.send(post(stream) + head + "\r\n" + body + append(stream, "smuggled"));
            answer = connection.answer();

            assertThat(answer.status()).as(answer.toString()).isBetween(400, 501);
            assertThat(connection.isClosedByServer())
                    .as("closed after %s", answer)
                    .isTrue();
        }
        server.assertUntouched(stream);
        return answer;
    }

    private static void assertMalformed(String head, String body) throws Exception {
        RawResponse answer = refusal(head, body);
        assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
        assertThat(answer.text()).contains("urn:leat:problem:request-malformed");
        assertThat(answer.need("Connection")).isEqualToIgnoringCase("close");
    }

    @Test
    void aLengthAndChunksAreRefused() throws Exception {
        assertMalformed("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n");
    }

    @Test
    void chunksAndALengthAreRefused() throws Exception {
        assertMalformed("Transfer-Encoding: chunked\r\nContent-Length: 8\r\n", "3\r\nabc\r\n0\r\n\r\n");
    }

    @Test
    void chunksAndALengthOfZeroAreRefused() throws Exception {
        assertMalformed("Content-Length: 0\r\nTransfer-Encoding: chunked\r\n", "3\r\nabc\r\n0\r\n\r\n");
    }

    @Test
    void twoLengthsAreRefused() throws Exception {
        assertMalformed("Content-Length: 5\r\nContent-Length: 6\r\n", "hello");
    }

    @Test
    void twoLengthsApartAreRefused() throws Exception {
        assertMalformed("Content-Length: 6\r\nX: y\r\ncontent-length: 5\r\n", "hello");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "+5", "-5", "0x5", "5 5", "5\t5", "", " ", "5, 6", "5,6", "5,", ",5", "5;", "5.0", "5e0", "\"5\"",
                "five", "5\u000b", "\u000b5", "\u00b5"
            })
    void aLengthThatIsNoNumberIsRefused(String length) throws Exception {
        assertMalformed("Content-Length: " + length + "\r\n", "hello");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "4294967301", // 5 in 32 bits
                "18446744073709551621", // 5 in 64 bits
                "9223372036854775808",
                "99999999999999999999999999",
                "0000000000000000000000005"
            })
    void aLengthBeyondAllMeasureIsRefused(String length) throws Exception {
        assertThat(refusal("Content-Length: " + length + "\r\n", "hello").status())
                .isIn(400, 413);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gzip, chunked",
                "chunked, gzip",
                "chunked, identity",
                "chunked, chunked",
                "identity",
                "gzip",
                "chunkedx",
                "xchunked",
                "x chunked",
                "chunked;q=1",
                "\"chunked\"",
                "\u000bchunked",
                "chunked\u000b",
                "chunked\u0000",
                ""
            })
    void aCodingThatIsNotChunkedIsRefused(String coding) throws Exception {
        assertThat(refusal("Transfer-Encoding: " + coding + "\r\n", "0\r\n\r\n").status())
                .isIn(400, 501);
    }

    @Test
    void twoCodingsAreRefused() throws Exception {
        assertThat(refusal("Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n")
                        .status())
                .isIn(400, 501);
    }

    @Test
    void twoCodingsAreRefusedInAnyOrder() throws Exception {
        assertThat(refusal("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", "0\r\n\r\n")
                        .status())
                .isIn(400, 501);
    }

    @Test
    void oldClientsKnowNoChunks() throws Exception {
        String stream = server.stream();
        try (RawConnection connection = server.connect()) {
            connection.send("POST " + stream + " HTTP/1.0\r\nHost: leat.localhost\r\nContent-Type: text/plain\r\n"
                    + "Connection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"
                    + append(stream, "smuggled"));
            RawResponse answer = connection.answer();

            assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
            assertThat(connection.isClosedByServer()).isTrue();
        }
        server.assertUntouched(stream);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length : 5\r\n",
                "Content-Length\t: 5\r\n",
                "Transfer-Encoding : chunked\r\n",
                "Content-Length: 5\r\nTransfer-Encoding : chunked\r\n",
                "Transfer-Encoding:\r\n chunked\r\n",
                "Content-Length:\r\n 5\r\n",
                "X: y\r\n Content-Length: 5\r\n",
                "X: y\rContent-Length: 5\r\n",
                "Content-Length: 5\r\n\u0000Content-Length: 0\r\n",
                "X: y\u0000\r\nContent-Length: 5\r\n",
                "Content-Length 5\r\n",
                "Content Length: 5\r\n"
            })
    void aFramingThatIsHiddenIsRefused(String head) throws Exception {
        assertMalformed(head, "0\r\n\r\n");
    }
}
