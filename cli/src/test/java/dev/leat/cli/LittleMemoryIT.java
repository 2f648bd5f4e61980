package dev.leat.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Clients that hold as much memory as they can, against a server that has little. */
@Timeout(600)
class LittleMemoryIT {
    private static final boolean THOROUGH = Boolean.getBoolean("leat.thorough");
    private static final int CLIENTS = THOROUGH ? 4_600 : 900;
    private static final int OUT_OF_MEMORY = 3;
    private static final String FOLLOW = "/v1/stream/s?offset=now&live=sse";
    private static final String FOLLOW_ALL = "/v1/stream/s?offset=-1&live=sse";
    private static final String POLL = "/v1/stream/s?offset=now&live=long-poll";
    private static final String CATCH_UP = "/v1/stream/s?offset=-1";

    @TempDir
    Path temp;

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(60))
            .build();
    private int port;

    private LeatProcess start(List<String> memory, String... more) throws IOException {
        List<String> args = new ArrayList<>(
                List.of("serve", "--port", "0", "--data", "d", "--sse-timeout", "1h", "--port-file", "port"));
        args.addAll(List.of(more));
        LeatProcess server = LeatProcess.withMemory(memory, temp, args.toArray(String[]::new));
        server.outUntil("  try ");
        port = Integer.parseInt(Files.readString(temp.resolve("port")).strip());
        return server;
    }

    private static Stream<List<String>> memories() {
        return THOROUGH
                ? Stream.of(List.of("-Xmx96m"), List.of("-Xmx256m"), List.of())
                : Stream.of(List.of("-Xmx96m", "-XX:MaxDirectMemorySize=32m"));
    }

    @ParameterizedTest
    @MethodSource("memories")
    void theServerServesWhileThousandsOfFollowersNeverRead(List<String> memory) throws Exception {
        try (LeatProcess server = start(memory)) {
            create();
            List<Socket> deaf = ask(FOLLOW, CLIENTS);
            await("leat_http_followers{kind=\"sse\"}", CLIENTS);

            for (int i = 0; i < 40; i++) {
                append(10_000);
            }
            assertThat(status("/health/live")).isEqualTo(200);
            assertThat(status("/v1/stream/s?offset=now")).isEqualTo(200);
            leave(deaf);

            await("leat_http_connections ", 1); // the one that asks
            append(1);
            stopsInOrder(server);
        }
    }

    private static Stream<List<String>> heaps() {
        return THOROUGH ? Stream.of(List.of("-Xmx96m"), List.of("-Xmx256m"), List.of()) : Stream.of(List.of("-Xmx96m"));
    }

    /** From memory, and after a restart from the archive. */
    @ParameterizedTest
    @MethodSource("heaps")
    void theServerServesWhileThousandsOfFollowersOfALongPastNeverRead(List<String> memory) throws Exception {
        for (boolean restarted : new boolean[] {false, true}) {
            try (LeatProcess server = start(memory)) {
                for (int i = 0; i < 6 && !restarted; i++) {
                    if (i == 0) {
                        create();
                    }
                    append(700_000);
                }
                List<Socket> deaf = ask(FOLLOW_ALL, CLIENTS);

                append(1);
                assertThat(status("/health/live")).isEqualTo(200);
                assertThat(status("/v1/stream/s?offset=now")).isEqualTo(200);
                leave(deaf);

                await("leat_http_connections ", 1); // the one that asks
                append(1);
                stopsInOrder(server);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("memories")
    void theServerServesWhileThousandsOfReadersNeverTakeTheirAnswers(List<String> memory) throws Exception {
        try (LeatProcess server = start(memory)) {
            create();
            List<Socket> deaf = ask(POLL, CLIENTS / 2);
            await("leat_http_followers{kind=\"long_poll\"}", CLIENTS / 2);
            for (int i = 0; i < 8; i++) {
                append(1_000_000);
            }
            deaf.addAll(ask(CATCH_UP, CLIENTS / 2));

            append(1);
            assertThat(status("/health/live")).isEqualTo(200);
            assertThat(status("/v1/stream/s?offset=now")).isEqualTo(200);
            leave(deaf);

            await("leat_http_connections ", 1); // the one that asks
            append(1);
            stopsInOrder(server);
        }
    }

    /** The bound is lifted, so that memory does run out. */
    @Test
    void aServerWhoseDirectMemoryRunsOutServesAgainOrEndsWithACode() throws Exception {
        List<String> memory = List.of("-Xmx128m", "-XX:MaxDirectMemorySize=12m");
        try (LeatProcess server = start(memory, "--unsent-bytes", "1TiB")) {
            create();
            for (int i = 0; i < 8; i++) {
                append(1_000_000);
            }

            List<Socket> deaf = ask(CATCH_UP, 300);
            assertThat(server.errUntil("out of memory").getLast()).contains("out of memory");
            leave(deaf);

            if (servesAgain(server)) {
                append(1);
            } else {
                assertThat(server.exitCode()).isEqualTo(OUT_OF_MEMORY);
            }
        }
    }

    @Test
    void bodiesThatDoNotFitASmallHeapAreRefusedForAMoment() throws Exception {
        int bytes = 8_000_000;
        try (LeatProcess server = start(List.of("-Xmx96m", "-XX:+ExitOnOutOfMemoryError"))) {
            create();
            byte[] almost = new byte[bytes - 1];
            String head =
                    "POST /v1/stream/s HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: "
                            + bytes + "\r\n\r\n";
            List<Socket> senders = new ArrayList<>();
            for (int i = 0; i < 5; i++) { // two fit
                Socket sender = new Socket(InetAddress.getLoopbackAddress(), port);
                senders.add(sender);
                try {
                    sender.getOutputStream().write(head.getBytes(US_ASCII));
                    sender.getOutputStream().write(almost);
                } catch (IOException e) {
                    // refused while it was sent; the answer is there
                }
            }

            assertThat(firstAnswer(senders)).contains(" 503 ").containsIgnoringCase("Retry-After: 1");
            append(1_000);
            leave(senders);
            await("leat_http_bodies_bytes", 0);
            append(bytes);
            stopsInOrder(server);
        }
    }

    /** What the server answers to those whose bodies it does not wait for. */
    private static String firstAnswer(List<Socket> senders) throws Exception {
        while (true) {
            for (Socket sender : senders) {
                if (sender.getInputStream().available() > 0) {
                    byte[] answer = new byte[1000];
                    return new String(answer, 0, sender.getInputStream().read(answer), US_ASCII);
                }
            }
            Thread.sleep(20); // until it looks again; the test's timeout ends this
        }
    }

    private boolean servesAgain(LeatProcess server) throws InterruptedException {
        while (server.isAlive()) {
            try {
                if (status("/health/live") == 200) {
                    return true;
                }
            } catch (IOException e) {
                Thread.sleep(50); // until it looks again; the test's timeout ends this
            }
        }
        return false;
    }

    private static void stopsInOrder(LeatProcess server) throws Exception {
        server.signal("TERM");
        assertThat(server.exitCode()).isZero();
    }

    private HttpRequest.Builder to(String target) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + target))
                .timeout(Duration.ofSeconds(60));
    }

    private int status(String target) throws IOException, InterruptedException {
        return http.send(to(target).build(), BodyHandlers.discarding()).statusCode();
    }

    private void create() throws Exception {
        HttpRequest put = to("/v1/stream/s")
                .header("Content-Type", "text/plain")
                .PUT(BodyPublishers.noBody())
                .build();
        assertThat(http.send(put, BodyHandlers.discarding()).statusCode()).isEqualTo(201);
    }

    private void append(int bytes) throws Exception {
        HttpRequest post = to("/v1/stream/s")
                .header("Content-Type", "text/plain")
                .POST(BodyPublishers.ofByteArray(new byte[bytes]))
                .build();
        assertThat(http.send(post, BodyHandlers.discarding()).statusCode()).isEqualTo(204);
    }

    /** Clients for whom little fits between them and the server. */
    private List<Socket> ask(String target, int count) throws IOException {
        List<Socket> clients = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Socket socket = new Socket();
            socket.setReceiveBufferSize(4096);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 60_000);
            socket.getOutputStream()
                    .write(("GET " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n").getBytes(US_ASCII));
            clients.add(socket);
        }
        return clients;
    }

    private static void leave(List<Socket> clients) throws IOException {
        for (Socket client : clients) {
            client.close();
        }
    }

    private void await(String metric, long value) throws Exception {
        while (LeatProcess.metric(port, metric) != value) {
            Thread.sleep(20); // until it looks at the metric again; the test's timeout ends this
        }
    }
}
