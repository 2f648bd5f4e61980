package dev.leat.http.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.http.ServerSettings;
import dev.leat.http.raw.RawConnection;
import dev.leat.http.raw.RawRequest;
import dev.leat.http.raw.RawResponse;
import dev.leat.http.raw.RunningServer;
import dev.leat.testkit.Seeds;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Requests that are HTTP, and whose parts are anything. */
class HostileInputTest {
    private static final int REQUESTS = 60;
    private static final List<String> PIECES = List.of(
            "0",
            "1",
            "9",
            "-1",
            "now",
            "_",
            "a",
            "Z",
            "%",
            "%2",
            "%00",
            "%zz",
            "%2F",
            "%2e",
            "..",
            ".",
            "//",
            "/",
            "%C0%AF",
            "%ED%A0%80",
            "%F0%9F%98%80",
            "%ff",
            "\u00e9",
            "+",
            "&",
            "=",
            "?",
            ",",
            ";",
            "\"",
            "*",
            "W/",
            "0000000000000000_0000000000000003",
            "99999999999999999999",
            "true",
            "e",
            "\t",
            " ",
            "{",
            "}",
            "__ds",
            "offset=",
            "&offset=-1",
            "&live=sse",
            "&live=long-poll",
            "&cursor=",
            "9007199254740992",
            "/v1/stream/",
            "2030-01-01T00:00:00Z",
            "+999999999-12-31T23:59:59.999999999Z",
            "-999999999-01-01T00:00:00Z",
            "\u0001");
    private static final List<String> HEADERS = List.of(
            "Content-Type",
            "Stream-TTL",
            "Stream-Expires-At",
            "Stream-Closed",
            "Stream-Seq",
            "Producer-Id",
            "Producer-Epoch",
            "Producer-Seq",
            "Stream-Forked-From",
            "Stream-Fork-Offset",
            "Stream-Fork-Sub-Offset",
            "If-None-Match",
            "Accept-Encoding",
            "Origin",
            "X-Request-Id",
            "Expect",
            "Range",
            "traceparent",
            "Authorization",
            "Accept",
            "Upgrade",
            "HTTP2-Settings");

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = RunningServer.inMemory(
                ServerSettings.defaults().with(RunningServer.live(Duration.ofMillis(20), Duration.ofMillis(20))));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Seeds(12)
    void everyRequestGetsADecentAnswerAndARefusedOneLeavesNothing(long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        String stream = "/v1/stream/known/" + seed;
        server.ask(RawRequest.put(stream, "application/json").body("[1,2]"));

        for (int i = 0; i < REQUESTS; i++) {
            String before = server.ask(RawRequest.of("HEAD", stream)).offset();
            String target = random.nextInt(3) == 0 ? "/v1/stream/new/" + seed + "-" + i : stream;
            String method = List.of("GET", "PUT", "POST", "HEAD", "OPTIONS", "PATCH", "TRACE", "G.T")
                    .get(random.nextInt(8));
            RawRequest request = hostile(random, method, target);
            String asked = new String(request.bytes(), StandardCharsets.ISO_8859_1);
            RawResponse answer = server.ask(request);

            Decency.check(asked, answer);
            if (answer.status() >= 400) {
                assertThat(server.ask(RawRequest.of("HEAD", stream)).offset())
                        .as(asked)
                        .isEqualTo(before);
            }
            if (answer.status() >= 400 && !target.equals(stream)) {
                assertThat(server.ask(RawRequest.of("HEAD", target)).status())
                        .as(asked)
                        .isEqualTo(404);
            }
        }
        assertThat(Decency.isArray(server.ask(RawRequest.get(stream)).body())).isTrue();
        server.awaitQuiet();
    }

    private static RawRequest hostile(SplittableRandom random, String method, String target) {
        String query = random.nextInt(3) == 0 ? "?" + plain(pieces(random)) : "";
        RawRequest request = RawRequest.of(method, target + query);
        if (random.nextBoolean()) {
            request.with("Content-Type", "application/json");
        }
        for (int i = random.nextInt(4); i > 0; i--) {
            request.with(HEADERS.get(random.nextInt(HEADERS.size())), value(random));
        }
        if (random.nextBoolean()) {
            request.body(body(random));
        }
        return request;
    }

    private static String value(SplittableRandom random) {
        return random.nextInt(20) == 0
                ? "x".repeat(random.nextInt(10_000))
                : pieces(random).replace("\u0001", "");
    }

    private static String pieces(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(4); i >= 0; i--) {
            text.append(PIECES.get(random.nextInt(PIECES.size())));
        }
        return text.toString();
    }

    /** What cannot be in a request line is not HTTP; that is tested elsewhere. */
    private static String plain(String text) {
        return text.replaceAll("[^!-~]", "");
    }

    private static byte[] body(SplittableRandom random) {
        return switch (random.nextInt(6)) {
            case 0 -> "[1,{\"a\":[]}]".getBytes(StandardCharsets.UTF_8);
            case 1 -> pieces(random).getBytes(StandardCharsets.ISO_8859_1);
            case 2 -> pieces(random).getBytes(StandardCharsets.UTF_16);
            case 3 -> ("[" + pieces(random) + "]").getBytes(StandardCharsets.UTF_8);
            case 4 -> bytes(random);
            default -> new byte[0];
        };
    }

    private static byte[] bytes(SplittableRandom random) {
        byte[] bytes = new byte[random.nextInt(64)];
        random.nextBytes(bytes);
        return bytes;
    }

    @Seeds(12)
    void everyPathIsAStreamOrRefused(long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < REQUESTS; i++) {
            String path = "/v1/stream/p" + seed + "/" + plain(pieces(random)).replace("?", "");
            RawResponse created = server.ask(RawRequest.put(path, "text/plain"));

            Decency.check(path, created);
            RawResponse found = server.ask(RawRequest.of("HEAD", path));
            assertThat(found.status())
                    .as(path)
                    .isEqualTo(
                            created.status() < 300 ? 200 : created.status() == 409 ? found.status() : created.status());
        }
    }

    @Test
    void aNameMayBeLongButNotEndless() throws Exception {
        assertThat(server.ask(RawRequest.put("/v1/stream/" + "n".repeat(1024), "text/plain"))
                        .status())
                .isEqualTo(201);
        assertThat(server.ask(RawRequest.put("/v1/stream/" + "n".repeat(1025), "text/plain"))
                        .status())
                .isEqualTo(400);
        RawResponse endless = server.ask(RawRequest.put("/v1/stream/" + "n".repeat(10 << 10), "text/plain"));
        assertThat(endless.status()).isIn(400, 414);
        Decency.check("10 KiB of name", endless);
    }

    @Test
    void jsonIsTakenOnlyIfItCanBeGivenBack() throws Exception {
        List<byte[]> bodies = List.of(
                utf8("[".repeat(100_000) + "]".repeat(100_000)),
                utf8("{\"a\":".repeat(100_000) + "1" + "}".repeat(100_000)),
                utf8("[".repeat(500) + "]".repeat(500)),
                utf8("9".repeat(100_000)),
                utf8("1e" + "9".repeat(1000)),
                utf8("-"),
                utf8("01"),
                utf8("1."),
                utf8("\"" + "x".repeat(200_000) + "\""),
                utf8("{\"" + "k".repeat(100_000) + "\":1}"),
                utf8("\ufeff{\"bom\":1}"),
                utf8("\ufeff[1,2]"),
                utf8("[1,\ufeff2]"),
                "{\"utf\":16}".getBytes(StandardCharsets.UTF_16LE),
                "[1]".getBytes(StandardCharsets.UTF_16BE),
                "7".getBytes(StandardCharsets.UTF_16BE),
                new byte[] {'"', (byte) 0xc0, (byte) 0xaf, '"'},
                new byte[] {'"', (byte) 0xed, (byte) 0xa0, (byte) 0x80, '"'},
                new byte[] {'"', (byte) 0xf5, (byte) 0x80, (byte) 0x80, (byte) 0x80, '"'},
                new byte[] {'"', (byte) 0xe2, (byte) 0x82, '"'},
                new byte[] {'[', '1', ',', 0, '2', ']'},
                new byte[] {'"', 0, '"'},
                utf8("\"\\ud800\""),
                utf8("/* no */ 1"),
                utf8("# no\n1"),
                utf8("[1,,2]"),
                utf8("[1 2]"),
                utf8("{'a':1}"),
                utf8("{\"a\":1,}"),
                utf8("{\"a\":1,\"a\":2}"),
                utf8(" \r\n\t[ 1 \r\n, \"]\" ,\t[ ] ] \n"),
                utf8("1 ]"),
                utf8("]"),
                utf8("1,2"),
                utf8("tru"),
                utf8("Infinity"));
        for (int i = 0; i < bodies.size(); i++) {
            String stream = "/v1/stream/json/" + i;
            String asked = "body " + i;
            server.ask(RawRequest.put(stream, "application/json").body("[\"first\"]"));
            RawResponse answer = server.ask(RawRequest.of("POST", stream)
                    .with("Content-Type", "application/json")
                    .body(bodies.get(i)));

            Decency.check(asked, answer);
            byte[] all = server.ask(RawRequest.get(stream)).body();
            assertThat(Decency.isArray(all)).as(asked).isTrue();
            if (answer.status() >= 400) {
                assertThat(new String(all, StandardCharsets.UTF_8)).as(asked).isEqualTo("[\"first\"]");
            }
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Seeds(40)
    void whatIsNotHttpIsAnsweredOrCutOffAndNothingIsSmuggled(long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        String stream = "/v1/stream/smuggled/" + seed;
        server.ask(RawRequest.put(stream, "text/plain"));

        for (int i = 0; i < 8; i++) {
            String bytes = Malformed.request(random, stream);
            try (RawConnection connection = server.connect()) {
                sendAll(connection, bytes);
                answers(connection, bytes);
            }
        }

        assertThat(server.ask(RawRequest.get(stream)).text()).doesNotContain("smuggled");
        assertThat(server.ask(RawRequest.post(stream, "text/plain", "fine")).status())
                .isEqualTo(204);
    }

    /** All of it, or as much as the server hears before it cuts it off. */
    private static void sendAll(RawConnection connection, String bytes) throws IOException {
        try {
            connection.send(bytes);
            connection.socket().shutdownOutput();
        } catch (SocketException e) {
            assertThat(e).hasMessageMatching("Broken pipe|Connection reset.*|Socket is not connected.*");
        }
    }

    /** Zero or more good answers, then the end. */
    private static void answers(RawConnection connection, String asked) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        while (true) {
            try {
                RawResponse answer = connection.answer(asked.startsWith("HEAD"));
                all.write(answer.body());
                Decency.checkMalformed(asked, answer);
            } catch (EOFException e) {
                assertThat(e).as("%s after %s", asked, all).hasMessage("closed");
                return;
            } catch (SocketException e) {
                return; // reset: it had said more than anybody wanted to hear
            }
        }
    }
}
