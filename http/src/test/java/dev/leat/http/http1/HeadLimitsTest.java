package dev.leat.http.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.http.ServerSettings;
import dev.leat.http.exchange.Bounds;
import dev.leat.http.raw.RawConnection;
import dev.leat.http.raw.RawResponse;
import dev.leat.http.raw.Wire;
import java.net.SocketException;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A head has a longest line and a most of headers, and whoever goes beyond is told so. */
@ParameterizedClass
@EnumSource(Wire.class)
final class HeadLimitsTest {
    private static final int LIMIT = 512;
    private static final String LINE = "GET /health/live HTTP/1.1\r\nHost: leat.localhost\r\n";

    /** Much more than is read at once. */
    private static final int MUCH = 400_000;

    private static WireServer server;

    @Parameter
    Wire wire;

    @BeforeParameterizedClassInvocation
    static void start(Wire wire) throws Exception {
        Bounds defaults = Bounds.defaults();
        server = WireServer.start(
                wire,
                ServerSettings.defaults()
                        .with(new Bounds(
                                defaults.bodyBytes(),
                                defaults.allBodiesBytes(),
                                defaults.unsentBytes(),
                                LIMIT,
                                defaults.connections(),
                                defaults.idle(),
                                defaults.body(),
                                defaults.stalled())));
    }

    @AfterParameterizedClassInvocation
    static void stop() throws Exception {
        server.close();
    }

    private static void assertTooLongLine(RawConnection connection) throws Exception {
        assertRefused(connection, 414, "urn:leat:problem:url-too-long");
    }

    private static void assertTooLargeHeaders(RawConnection connection) throws Exception {
        assertRefused(connection, 431, "urn:leat:problem:headers-too-large");
    }

    private static void assertRefused(RawConnection connection, int status, String type) throws Exception {
        RawResponse answer = connection.answer();
        assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
        assertThat(answer.text()).contains(type);
        assertThat(answer.need("Connection")).isEqualToIgnoringCase("close");
        assertThat(connection.isClosedByServer()).isTrue();
    }

    private static String line(int length) {
        String start = "GET /health/live?";
        String end = " HTTP/1.1";
        return start + "x".repeat(length - start.length() - end.length()) + end;
    }

    @Test
    void aLineMayBeLong() throws Exception {
        try (RawConnection connection = server.connect()) {
            connection.send(line(LIMIT - 10) + "\r\nHost: leat.localhost\r\n\r\n");

            assertThat(connection.answer().status()).isEqualTo(200);
        }
    }

    @Test
    void headersMayBeMany() throws Exception {
        try (RawConnection connection = server.connect()) {
            connection.send(LINE + "X: y\r\n".repeat(40) + "\r\n");

            assertThat(connection.answer().status()).isEqualTo(200);
        }
    }

    @Test
    void aLineOverTheLimitIsRefused() throws Exception {
        try (RawConnection connection = server.connect()) {
            connection.send(line(LIMIT + 100) + "\r\nHost: leat.localhost\r\n\r\n");

            assertTooLongLine(connection);
        }
    }

    @Test
    void aLineWithoutEndIsRefused() throws Exception {
        try (RawConnection connection = server.connect()) {
            connection.send("GET /" + "x".repeat(LIMIT + 100));

            assertTooLongLine(connection);
        }
    }

    @Test
    void aMethodWithoutEndIsRefused() throws Exception {
        try (RawConnection connection = server.connect()) {
            connection.send("G".repeat(LIMIT + 100));

            RawResponse answer = connection.answer();
            assertThat(answer.status()).isIn(400, 414);
            assertThat(connection.isClosedByServer()).isTrue();
        }
    }

    @Test
    void aLineThatComesByteByByteHasTheLimit() throws Exception {
        try (RawConnection connection = server.connect()) {
            sendUntilAnswered(connection, "GET /" + "x".repeat(4 * LIMIT));

            assertTooLongLine(connection);
        }
    }

    @Test
    void aHeaderOverTheLimitIsRefused() throws Exception {
        try (RawConnection connection = server.connect()) {
            connection.send(LINE + "X: " + "y".repeat(LIMIT + 100) + "\r\n\r\n");

            assertTooLargeHeaders(connection);
        }
    }

    @Test
    void manyHeadersOverTheLimitAreRefused() throws Exception {
        try (RawConnection connection = server.connect()) {
            connection.send(LINE + "X: y\r\n".repeat(LIMIT / 4) + "\r\n");

            assertTooLargeHeaders(connection);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"X: y\r\n", "y", " "})
    void headersWithoutEndAreRefused(String piece) throws Exception {
        try (RawConnection connection = server.connect()) {
            connection.send(LINE + "X: y" + piece.repeat(2 * LIMIT / piece.length()));

            assertTooLargeHeaders(connection);
        }
    }

    @Test
    void headersThatComeByteByByteHaveTheLimit() throws Exception {
        try (RawConnection connection = server.connect()) {
            sendUntilAnswered(connection, LINE + "X: y\r\n".repeat(LIMIT));

            assertTooLargeHeaders(connection);
        }
    }

    @Test
    void aHeaderThatComesByteByByteHasTheLimit() throws Exception {
        try (RawConnection connection = server.connect()) {
            sendUntilAnswered(connection, LINE + "X: " + "y".repeat(4 * LIMIT));

            assertTooLargeHeaders(connection);
        }
    }

    /** Stops at the first byte that is answered, so that nothing is on its way when the connection is closed. */
    private static void sendUntilAnswered(RawConnection connection, String text) throws Exception {
        for (int i = 0; i < text.length(); i++) {
            connection.send(text.substring(i, i + 1));
            server.heard();
            if (connection.isAnswered()) {
                assertThat(i).as("bytes sent").isGreaterThan(LIMIT / 2);
                return;
            }
        }
        throw new AssertionError("no answer after " + text.length() + " bytes");
    }

    /** All of it, or as much as anybody listens to. */
    private static void sendMuch(RawConnection connection, String text) throws Exception {
        try {
            connection.send(text);
        } catch (SocketException | SSLException e) {
            assertThat(e).hasMessageMatching("Broken pipe|Connection reset.*");
        }
    }

    @Test
    void whoSendsMuchMoreThanALineMayIsTold() throws Exception {
        try (RawConnection connection = server.connect()) {
            sendMuch(connection, "GET /" + "x".repeat(MUCH));

            assertTooLongLine(connection);
        }
    }

    @Test
    void whoSendsMuchMoreHeadersThanAllowedIsTold() throws Exception {
        try (RawConnection connection = server.connect()) {
            sendMuch(connection, LINE + "X: y\r\n".repeat(MUCH / 6) + "\r\n");

            assertTooLargeHeaders(connection);
        }
    }

    @Test
    void whoGoesOnSendingAfterTheRefusalIsTold() throws Exception {
        try (RawConnection connection = server.connect()) {
            server.sendInPieces(connection, "GET /" + "x".repeat(2 * LIMIT));
            for (int i = 0; i < 8; i++) {
                sendMuch(connection, "x".repeat(10_000));
                server.heard();
            }

            assertTooLongLine(connection);
        }
    }

    @Test
    void eachRequestHasTheLimitForItself() throws Exception {
        try (RawConnection connection = server.connect()) {
            for (int i = 0; i < 10; i++) {
                connection.send(
                        line(LIMIT / 2) + "\r\nHost: leat.localhost\r\nX: " + "y".repeat(LIMIT / 2) + "\r\n\r\n");
                assertThat(connection.answer().status()).isEqualTo(200);
            }
            String small = LINE + "X: y\r\n\r\n";
            connection.send(small.repeat(100));
            for (int i = 0; i < 100; i++) {
                assertThat(connection.answer().status()).isEqualTo(200);
            }
        }
    }

    @Test
    void aBodyIsNoPartOfTheHead() throws Exception {
        String stream = server.stream();
        String text = "x".repeat(10 * LIMIT);
        try (RawConnection connection = server.connect()) {
            connection.send(WireServer.append(stream, text) + WireServer.get(stream));

            assertThat(connection.answer().status()).isEqualTo(204);
            assertThat(connection.answer().text()).isEqualTo(text);
        }
    }

    @Test
    void whatFollowsAHeadThatIsTooLargeIsNoRequest() throws Exception {
        String stream = server.stream();
        try (RawConnection connection = server.connect()) {
            connection.send(LINE + "X: " + "y".repeat(2 * LIMIT) + "\r\n\r\n" + WireServer.append(stream, "smuggled"));

            assertTooLargeHeaders(connection);
        }
        server.assertUntouched(stream);
    }

    @Test
    void aLongerHeadMayBeAllowed() throws Exception {
        Bounds defaults = Bounds.defaults();
        Bounds bounds = new Bounds(
                defaults.bodyBytes(),
                defaults.allBodiesBytes(),
                defaults.unsentBytes(),
                128 << 10,
                defaults.connections(),
                defaults.idle(),
                defaults.body(),
                defaults.stalled());
        try (WireServer generous =
                        WireServer.start(wire, ServerSettings.defaults().with(bounds));
                RawConnection good = generous.connect();
                RawConnection bad = generous.connect()) {
            String header = "X-Long: " + "x".repeat(10_000) + "\r\n";
            good.send("GET /health/live HTTP/1.1\r\nHost: leat.localhost\r\n");
            for (int i = 0; i < 10; i++) {
                generous.sendInPieces(good, header);
            }
            good.send("\r\n");
            bad.send("GET /health/live HTTP/1.1\r\nHost: leat.localhost\r\n" + header.repeat(14) + "\r\n");

            assertThat(good.answer().status()).isEqualTo(200);
            assertThat(bad.answer().status()).isEqualTo(431);
        }
    }
}
