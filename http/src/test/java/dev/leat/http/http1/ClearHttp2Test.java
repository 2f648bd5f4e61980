package dev.leat.http.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.http.raw.RawConnection;
import dev.leat.http.raw.RawRequest;
import dev.leat.http.raw.RawResponse;
import dev.leat.http.raw.Wire;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The port of HTTP/1.1 also speaks HTTP/2, to those who begin with it and to those who ask for it. */
final class ClearHttp2Test {
    private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    private static final int HEADERS = 1;
    private static final int SETTINGS = 4;
    private static final int GOAWAY = 7;
    private static final int CONTINUATION = 9;
    private static final int FRAME_BYTES = 1 << 14;
    private static final int PROTOCOL_ERROR = 1;
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;

    /** A flag of a frame of headers. */
    private static final int PRIORITY = 0x20;

    private static final String SETTINGS_LINE = "HTTP2-Settings: AAMAAABkAAQAAP__\r\n";
    private static final String UPGRADE_LINES = "Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\n";

    private static WireServer server;

    @BeforeAll
    static void start() throws Exception {
        server = WireServer.start(Wire.CLEAR);
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    private static String frame(int type, int flags, int stream, String payload) {
        return new String(new char[] {
                    0, (char) (payload.length() >> 8), (char) (payload.length() & 255), (char) type, (char) flags
                })
                + new String(new char[] {0, 0, 0, (char) stream})
                + payload;
    }

    /** A literal header field whose name is in the table of all. */
    private static String field(int name, String value) {
        return "" + (char) name + (char) value.length() + value;
    }

    private static String hello() {
        String get = "\u0082\u0086"; // :method GET, :scheme http
        String fields = get + field(4, "/health/live") + field(1, "leat.localhost");
        return PREFACE + frame(SETTINGS, 0, 0, "") + frame(HEADERS, 5, 1, fields);
    }

    /** A request with a header of so many letters, in as many frames as it takes. */
    private static String longHeader(int stream, int letters) {
        String block = "\u0082\u0086" + field(4, "/health/live") + field(1, "leat.localhost") + field(0, "x-long")
                + longLength(letters) + "x".repeat(letters);
        StringBuilder frames = new StringBuilder();
        for (int at = 0; at < block.length(); at += FRAME_BYTES) {
            int end = Math.min(block.length(), at + FRAME_BYTES);
            int flags = (at == 0 ? END_STREAM : 0) | (end == block.length() ? END_HEADERS : 0);
            frames.append(frame(at == 0 ? HEADERS : CONTINUATION, flags, stream, block.substring(at, end)));
        }
        return frames.toString();
    }

    /** A length above 127 as HPACK writes it before a string that is not compressed. */
    private static String longLength(int length) {
        StringBuilder text = new StringBuilder("\u007f");
        int rest = length - 127;
        while (rest >= 128) {
            text.append((char) ((rest & 127) | 128));
            rest >>= 7;
        }
        return text.append((char) rest).toString();
    }

    /** A frame as it came, its payload with a character for each byte. */
    private record Frame(int type, int flags, int stream, String payload) {
        /** Reads up to the head of an answer or the end of the connection. */
        static Frame next(RawConnection connection) throws IOException {
            DataInputStream in = new DataInputStream(connection.socket().getInputStream());
            while (true) {
                byte[] start = in.readNBytes(9);
                assertThat(start).as("a frame").hasSize(9);
                byte[] payload = in.readNBytes((start[0] & 255) << 16 | (start[1] & 255) << 8 | (start[2] & 255));
                if (start[3] == HEADERS || start[3] == GOAWAY) {
                    return new Frame(start[3], start[4], start[8], new String(payload, StandardCharsets.ISO_8859_1));
                }
            }
        }
    }

    /** Reads up to the head of the answer, which is to be a 200. */
    private static void assertAnswered(RawConnection connection) throws IOException {
        DataInputStream in = new DataInputStream(connection.socket().getInputStream());
        boolean settings = false;
        while (true) {
            byte[] start = in.readNBytes(9);
            assertThat(start).as("a frame").hasSize(9);
            int length = (start[0] & 255) << 16 | (start[1] & 255) << 8 | (start[2] & 255);
            int type = start[3];
            assertThat(length).isLessThan(1 << 14);
            byte[] payload = in.readNBytes(length);
            assertThat(type).as("no farewell").isNotEqualTo(GOAWAY);
            settings |= type == SETTINGS;
            if (type == HEADERS) {
                assertThat(settings).as("settings come first").isTrue();
                assertThat(start[8]).as("stream").isEqualTo((byte) 1);
                assertThat(firstField(start[4], payload)).as(":status 200").isEqualTo(0x88);
                return;
            }
        }
    }

    /** What comes after the priority, and after a change of the table's size, if they are there. */
    private static int firstField(int flags, byte[] block) {
        int at = (flags & PRIORITY) == 0 ? 0 : 5;
        while ((block[at] & 0xe0) == 0x20) {
            at++;
        }
        return block[at] & 255;
    }

    @Test
    void aPrefaceInOnePieceIsUnderstood() throws Exception {
        try (RawConnection connection = server.connect()) {
            connection.send(hello());

            assertAnswered(connection);
        }
    }

    /** The limit is twice 16 KiB. What is counted are names, values and 32 bytes for each header. */
    @Test
    void headersBeyondTheLimitAreRefusedAndTheConnectionGoesOn() throws Exception {
        for (int letters : new int[] {2 * 16_384, 40_000}) {
            try (RawConnection connection = server.connect()) {
                connection.send(PREFACE + frame(SETTINGS, 0, 0, "") + longHeader(1, letters));
                Frame refused = Frame.next(connection);
                connection.send(longHeader(3, 100 + 127));
                Frame answered = Frame.next(connection);

                assertThat(refused.type()).isEqualTo(HEADERS);
                assertThat(refused.stream()).isEqualTo(1);
                assertThat(refused.payload()).contains("431");
                assertThat(answered.type()).isEqualTo(HEADERS);
                assertThat(answered.stream()).isEqualTo(3);
                assertThat(firstField(answered.flags(), answered.payload().getBytes(StandardCharsets.ISO_8859_1)))
                        .isEqualTo(0x88);
            }
        }
    }

    /** Two and a half times 16 KiB, as the header block comes over the wire. */
    @Test
    void headersFarBeyondTheLimitEndTheConnection() throws Exception {
        for (int letters : new int[] {41_000, 60_000}) {
            try (RawConnection connection = server.connect()) {
                connection.send(PREFACE + frame(SETTINGS, 0, 0, "") + longHeader(1, letters));
                Frame farewell = Frame.next(connection);

                assertThat(farewell.type()).isEqualTo(GOAWAY);
                assertThat(farewell.payload().charAt(7)).isEqualTo((char) PROTOCOL_ERROR);
            }
        }
    }

    @Test
    void aPrefaceThatComesByteByByteIsUnderstood() throws Exception {
        try (RawConnection connection = server.connect()) {
            server.sendByteByByte(connection, hello());

            assertAnswered(connection);
        }
    }

    @Test
    void aPrefaceMayBeSplitAnywhere() throws Exception {
        String hello = hello();
        for (int split = 1; split <= PREFACE.length(); split++) {
            try (RawConnection connection = server.connect()) {
                server.sendInPieces(connection, hello.substring(0, split), hello.substring(split));

                assertAnswered(connection);
            }
        }
    }

    @Test
    void whatBeginsLikeAPrefaceMayBeARequest() throws Exception {
        String stream = server.stream();
        for (String method : new String[] {"PRI", "PRIX", "PR", "P", "PROPFIND"}) {
            try (RawConnection connection = server.connect()) {
                server.sendByteByByte(connection, method + " " + stream + " HTTP/1.1\r\nHost: leat.localhost\r\n\r\n");

                assertThat(connection.answer().status()).as(method).isEqualTo(405);
                assertThat(connection.ask(RawRequest.get(stream)).status()).isEqualTo(200);
            }
        }
    }

    @Test
    void aPrefaceInTheMiddleOfAConnectionIsNone() throws Exception {
        try (RawConnection connection = server.connect()) {
            assertThat(connection.ask(RawRequest.get("/health/live")).status()).isEqualTo(200);
            connection.send(hello());
            RawResponse answer = WireServer.answerOrEnd(connection);

            if (answer != null) {
                assertThat(answer.status()).isIn(400, 501, 505);
                assertThat(connection.isClosedByServer()).isTrue();
            }
        }
        assertThat(server.ask(RawRequest.get("/health/live")).status()).isEqualTo(200);
    }

    private static HttpRequest.Builder to(String target) {
        return HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + server.running().port() + target));
    }

    @Test
    void whoAsksForHttp2GetsIt() throws Exception {
        String stream = server.stream();
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build()) {
            HttpResponse<String> first = client.send(to(stream).build(), BodyHandlers.ofString());
            HttpResponse<String> second = client.send(to("/health/live").build(), BodyHandlers.ofString());

            assertThat(first.version()).isEqualTo(HttpClient.Version.HTTP_2);
            assertThat(first.statusCode()).isEqualTo(200);
            assertThat(second.version()).isEqualTo(HttpClient.Version.HTTP_2);
            assertThat(second.body()).contains("status");
        }
    }

    @Test
    void whoAsksForHttp2WithABodyIsHeard() throws Exception {
        for (String text : new String[] {"hello", "0123456789abcdef".repeat(1 << 14)}) {
            String stream = server.stream();
            try (HttpClient client =
                    HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build()) {
                HttpRequest append = to(stream)
                        .header("Content-Type", "text/plain")
                        .POST(BodyPublishers.ofString(text, StandardCharsets.US_ASCII))
                        .build();

                assertThat(client.send(append, BodyHandlers.discarding()).statusCode())
                        .isEqualTo(204);
                HttpResponse<String> read = client.send(to(stream).build(), BodyHandlers.ofString());
                assertThat(read.version()).isEqualTo(HttpClient.Version.HTTP_2);
                assertThat(read.body().equals(text)).isTrue();
            }
        }
    }

    @Test
    void whoDoesNotAskForHttp2DoesNotGetIt() throws Exception {
        String stream = server.stream();
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            HttpRequest append = to(stream)
                    .header("Content-Type", "text/plain")
                    .POST(BodyPublishers.ofString("hello"))
                    .build();

            assertThat(client.send(append, BodyHandlers.discarding()).statusCode())
                    .isEqualTo(204);
            HttpResponse<String> read = client.send(to(stream).build(), BodyHandlers.ofString());
            assertThat(read.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
            assertThat(read.body()).isEqualTo("hello");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                SETTINGS_LINE,
                SETTINGS_LINE + "Upgrade: h2c\r\n",
                SETTINGS_LINE + "Connection: Upgrade, HTTP2-Settings\r\n",
                SETTINGS_LINE + "Upgrade: h2c\r\nConnection: Upgrade\r\n",
                SETTINGS_LINE + "Upgrade: h2c\r\nConnection: HTTP2-Settings\r\n",
                SETTINGS_LINE + "Upgrade: websocket\r\nConnection: Upgrade, HTTP2-Settings\r\n",
                SETTINGS_LINE + "Upgrade: h2c, websocket\r\nConnection: Upgrade, HTTP2-Settings\r\n",
                SETTINGS_LINE + "Upgrade: h2c\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\n",
                SETTINGS_LINE + "Upgrade: h2c\r\nConnection: Upgrade\r\nConnection: HTTP2-Settings\r\n",
                SETTINGS_LINE + SETTINGS_LINE + UPGRADE_LINES,
                "HTTP2-Settings: \u00e4\u00f6\r\n" + UPGRADE_LINES,
                "HTTP2-Settings: !!\r\n" + UPGRADE_LINES,
                "HTTP2-Settings: AAMAAABk1\r\n" + UPGRADE_LINES,
                "HTTP2-Settings: AAUAAAAA\r\n" + UPGRADE_LINES, // a frame size of nothing
                UPGRADE_LINES
            })
    void whatIsNoUpgradeToHttp2IsAnOrdinaryRequest(String headers) throws Exception {
        String stream = server.stream();
        try (RawConnection connection = server.connect()) {
            for (int i = 0; i < 2; i++) {
                connection.send(WireServer.post(stream) + headers + "Content-Length: 3\r\n\r\nabc");

                assertThat(connection.next(false).status()).isEqualTo(204);
            }
            connection.send(WireServer.post(stream) + headers + "Transfer-Encoding: chunked\r\n\r\n0 bad\r\n\r\n");
            assertThat(connection.next(false).status())
                    .as("it is read strictly")
                    .isEqualTo(400);
        }
        assertThat(server.content(stream)).isEqualTo("abcabc");
    }

    @Test
    void anUpgradeWithAChunkedBodyIsAnOrdinaryRequest() throws Exception {
        String stream = server.stream();
        try (RawConnection connection = server.connect()) {
            connection.send(WireServer.post(stream) + SETTINGS_LINE + UPGRADE_LINES
                    + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n");

            assertThat(connection.next(false).status()).isEqualTo(204);
        }
        assertThat(server.content(stream)).isEqualTo("abc");
    }

    @Test
    void headersMayBeAsLongAsOverHttp1() throws Exception {
        String stream = server.stream();
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build()) {
            client.send(to("/health/live").build(), BodyHandlers.discarding()); // what follows is HTTP/2 from the start
            for (int bytes : new int[] {8 << 10, 12 << 10, 15 << 10}) {
                HttpResponse<String> read = client.send(
                        to(stream)
                                .header("Authorization", "Bearer " + "a".repeat(bytes))
                                .build(),
                        BodyHandlers.ofString());

                assertThat(read.version()).isEqualTo(HttpClient.Version.HTTP_2);
                assertThat(read.statusCode()).as(bytes + " bytes").isEqualTo(200);
            }
            try {
                HttpRequest tooLong =
                        to(stream).header("X", "a".repeat(34 << 10)).build();
                assertThat(client.send(tooLong, BodyHandlers.discarding()).statusCode())
                        .isEqualTo(431);
            } catch (IOException e) { // the client may see the end of the stream before the answer
                assertThat(e).hasMessageContaining("RST_STREAM");
            }
        }
    }

    @Test
    void anUpgradeToSomethingElseIsIgnored() throws Exception {
        String stream = server.stream();
        try (RawConnection connection = server.connect()) {
            for (String protocol : new String[] {"websocket", "TLS/1.2", "HTTP/3.0"}) {
                connection.send("GET " + stream + " HTTP/1.1\r\nHost: leat.localhost\r\nUpgrade: " + protocol
                        + "\r\nConnection: Upgrade\r\n\r\n");

                assertThat(connection.next(false).status()).as(protocol).isIn(200, 400);
            }
        }
    }
}
