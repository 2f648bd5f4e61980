package dev.leat.http.plain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.http.raw.RawConnection;
import dev.leat.http.raw.RawRequest;
import dev.leat.http.raw.RawResponse;
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

/** The port of HTTP/1.1 also speaks HTTP/2, to those who begin with it and to those who ask for it. */
final class ClearHttp2Test {
    private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    private static final int HEADERS = 1;
    private static final int SETTINGS = 4;
    private static final int GOAWAY = 7;

    /** A flag of a frame of headers. */
    private static final int PRIORITY = 0x20;

    private static WireServer server;

    @BeforeAll
    static void start() throws Exception {
        server = WireServer.start();
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
        String fields = get + field(4, "/health/live") + field(1, "leat.test");
        return PREFACE + frame(SETTINGS, 0, 0, "") + frame(HEADERS, 5, 1, fields);
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
                server.sendByteByByte(connection, method + " " + stream + " HTTP/1.1\r\nHost: leat.test\r\n\r\n");

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

    @Test
    void anUpgradeToSomethingElseIsIgnored() throws Exception {
        String stream = server.stream();
        try (RawConnection connection = server.connect()) {
            for (String protocol : new String[] {"websocket", "TLS/1.2", "HTTP/3.0"}) {
                connection.send("GET " + stream + " HTTP/1.1\r\nHost: leat.test\r\nUpgrade: " + protocol
                        + "\r\nConnection: Upgrade\r\n\r\n");

                assertThat(connection.next(false).status()).as(protocol).isIn(200, 400);
            }
        }
    }
}
