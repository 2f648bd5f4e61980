package dev.leat.http.http1;

import static dev.leat.http.http1.WireServer.append;
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

/** What is not HTTP is refused, and the rest of what its sender says is not listened to. */
@ParameterizedClass
@EnumSource(Wire.class)
final class MalformedHeadTest {
    private static final String BODY = "Content-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello";

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

    /** @param head where the path of a stream belongs it says STREAM */
    private static RawResponse refusal(String head) throws Exception {
        String stream = server.stream();
        RawResponse answer;
        try (RawConnection connection = server.connect()) {
            connection.send(head.replace("STREAM", stream) + BODY + append(stream, "smuggled"));
            answer = connection.answer();

            assertThat(answer.status()).as(answer.toString()).isBetween(400, 505);
            assertThat(connection.isClosedByServer())
                    .as("closed after %s", answer)
                    .isTrue();
        }
        server.assertUntouched(stream);
        return answer;
    }

    private static void assertMalformed(String head) throws Exception {
        RawResponse answer = refusal(head);
        assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
        assertThat(answer.isProblem()).as(answer.toString()).isTrue();
        assertThat(answer.text()).contains("urn:leat:problem:request-malformed");
        assertThat(answer.need("Connection")).isEqualToIgnoringCase("close");
    }

    private static void assertMalformedHeader(String header) throws Exception {
        assertMalformed("POST STREAM HTTP/1.1\r\nHost: leat.localhost\r\n" + header + "\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"X : y", "X\t: y", "Host : other"})
    void aSpaceBeforeTheColonIsRefused(String header) throws Exception {
        assertMalformedHeader(header);
    }

    @ParameterizedTest
    @ValueSource(strings = {"X: a\r\n b", "X: a\r\n\tb", "X: a\r\n ", "X:\r\n a"})
    void aFoldedLineIsRefused(String header) throws Exception {
        assertMalformedHeader(header);
    }

    @ParameterizedTest
    @ValueSource(strings = {" X: a", "\tX: a"})
    void aFirstHeaderThatBeginsWithASpaceIsRefused(String header) throws Exception {
        assertMalformed("POST STREAM HTTP/1.1\r\n" + header + "\r\nHost: leat.localhost\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"X: a\u0000b", "X: \u0000", "X: a\rb", "X: a\r", "X: \r\r"})
    void aControlCharacterInAValueIsRefused(String header) throws Exception {
        assertMalformedHeader(header);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ": y",
                " : y",
                "no colon",
                "nocolon",
                "X Y: z",
                "X\u0000: y",
                "X\r: y",
                "X\u0001Y: z",
                "X(Y): z",
                "X\u00e9: y",
                "X@Y: z",
                "\u007f: y"
            })
    void aNameThatIsNoneIsRefused(String header) throws Exception {
        assertMalformedHeader(header);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PO\u0000ST",
                "P(ST",
                "P@ST",
                "PO\tST",
                "P\u00d6ST",
                "\"POST\"",
                "POST:",
                "PO\u007fST",
                "{",
                "P\rST"
            })
    void aMethodThatIsNoneIsRefused(String method) throws Exception {
        assertMalformed(method + " STREAM HTTP/1.1\r\nHost: leat.localhost\r\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST  STREAM HTTP/1.1",
                "POST STREAM  HTTP/1.1",
                "POST STREAM HTTP/1.1 ",
                " POST STREAM HTTP/1.1",
                "POST STREAM x HTTP/1.1",
                "POST STREAM HTTP/1.1 x",
                "POST\tSTREAM\tHTTP/1.1",
                "POST\u000bSTREAM HTTP/1.1",
                "POST STREAM\u000bHTTP/1.1",
                "POST STREAM\rHTTP/1.1",
                "POST STREAM\u0000 HTTP/1.1",
                "POST STREAM\t HTTP/1.1",
                "POST STREAM\u007f HTTP/1.1",
                "POST  HTTP/1.1",
                "POST",
                "POST "
            })
    void aRequestLineHasThreePartsAndTwoSpaces(String line) throws Exception {
        assertMalformed(line + "\r\nHost: leat.localhost\r\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                " HTTP/2.0",
                " HTTP/3.0",
                " HTTP/0.9",
                " HTTP/1.2x",
                " HTTP/1.",
                " HTTP/1",
                " HTTP/11",
                " HTTP/1.1.1",
                " HTTP/01.1",
                " HTTP/+1.1",
                " HTTP/ 1.1",
                " http/1.1",
                " HTTPS/1.1",
                " ICAP/1.1",
                " 1.1",
                " ",
                ""
            })
    void aVersionThatNobodySpeaksIsRefused(String version) throws Exception {
        assertThat(refusal("POST STREAM" + version + "\r\nHost: leat.localhost\r\n")
                        .status())
                .isIn(400, 501, 505);
    }

    @Test
    void aRequestNeedsAHost() throws Exception {
        String stream = server.stream();
        try (RawConnection connection = server.connect()) {
            connection.send("POST " + stream + " HTTP/1.1\r\n" + BODY);
            RawResponse answer = connection.answer();

            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.text()).contains("urn:leat:problem:host-missing");
        }
        server.assertUntouched(stream);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Host: a\r\nHost: b", "Host: a\r\nHost: a", "Host: a\r\nX: y\r\nhost: b", "Host: a\r\nHost:"})
    void twoHostsAreRefused(String hosts) throws Exception {
        assertRefusedHost(hosts);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "a/b", "a@b", "h:99999999999", "h:x", "[::1", "a\u0001b", "h#", "h?x"})
    void aHostThatIsNoneIsRefused(String host) throws Exception {
        assertRefusedHost("Host: " + host);
    }

    /** It may be refused by whoever looks for the host, so that the connection is kept. */
    private static void assertRefusedHost(String hosts) throws Exception {
        String stream = server.stream();
        try (RawConnection connection = server.connect()) {
            connection.send("POST " + stream + " HTTP/1.1\r\n" + hosts + "\r\n" + BODY);
            RawResponse answer = connection.answer();

            assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
            assertThat(answer.isProblem()).isTrue();
        }
        server.assertUntouched(stream);
    }

    @Test
    void theRequestsBeforeABadOneAreAnswered() throws Exception {
        String stream = server.stream();
        try (RawConnection connection = server.connect()) {
            connection.send(append(stream, "good") + "bad\r\n\r\n" + append(stream, "smuggled"));

            assertThat(connection.answer().status()).isEqualTo(204);
            assertThat(connection.answer().text()).contains("urn:leat:problem:request-malformed");
            assertThat(connection.isClosedByServer()).isTrue();
        }
        assertThat(server.content(stream)).isEqualTo("good");
    }

    @Test
    void aBadHeadThatComesByteByByteIsRefused() throws Exception {
        String stream = server.stream();
        try (RawConnection connection = server.connect()) {
            server.sendByteByByte(connection, "POST " + stream + " HTTP/1.1\r\nHost: leat.localhost\r\nX : y\r\n\r");
            connection.send("\n");

            assertThat(connection.answer().text()).contains("urn:leat:problem:request-malformed");
            assertThat(connection.isClosedByServer()).isTrue();
        }
        server.assertUntouched(stream);
        assertThat(server.ask(RawRequest.get("/health/live")).status()).isEqualTo(200);
    }

    /** What greets a server of TLS, SSH or nothing at all. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003\r\n\r\n",
                "SSH-2.0-OpenSSH_9.6\r\n\r\n",
                "\u0000\u0000\u0000\u0000\r\n\r\n",
                "{\"method\":\"GET\"}\r\n\r\n"
            })
    void whatIsNotHttpAtAllIsRefused(String bytes) throws Exception {
        try (RawConnection connection = server.connect()) {
            connection.send(bytes);

            RawResponse answer = connection.answer();
            assertThat(answer.status()).isEqualTo(400);
            assertThat(connection.isClosedByServer()).isTrue();
        }
    }
}
