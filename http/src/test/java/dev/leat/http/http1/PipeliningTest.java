package dev.leat.http.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.http.raw.RawConnection;
import dev.leat.http.raw.RawRequest;
import dev.leat.http.raw.RawResponse;
import dev.leat.http.raw.RunningServer;
import dev.leat.http.raw.Wire;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests that do not wait for the answers to those before them. */
@ParameterizedClass
@EnumSource(Wire.class)
final class PipeliningTest {
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

    /** A request whose answer says which one it answers. */
    private static String numbered(String method, String target, int number) {
        return method + " " + target + " HTTP/1.1\r\nHost: leat.localhost\r\nX-Request-Id: " + number + "\r\n\r\n";
    }

    private static RawResponse answer(RawConnection connection, int number) throws Exception {
        RawResponse answer = connection.answer();
        assertThat(answer.need("X-Request-Id")).isEqualTo(Integer.toString(number));
        return answer;
    }

    @Test
    void twoRequestsInOnePacketAreAnsweredInOrder() throws Exception {
        String stream = server.stream();
        try (RawConnection connection = server.connect()) {
            connection.send(numbered("GET", stream, 1) + numbered("GET", "/nowhere", 2));

            assertThat(answer(connection, 1).status()).isEqualTo(200);
            assertThat(answer(connection, 2).status()).isEqualTo(404);
        }
    }

    @Test
    void fiftyRequestsInOnePacketAreAnsweredInOrder() throws Exception {
        String stream = server.stream();
        StringBuilder requests = new StringBuilder();
        for (int i = 0; i < 50; i++) {
            requests.append(
                    switch (i % 4) {
                        case 0 -> numbered("GET", stream, i); // asks the engine
                        case 1 -> numbered("GET", "/nowhere", i); // does not
                        case 2 -> numbered("DELETE", stream + "-missing", i);
                        default -> numbered("GET", "/health/live", i);
                    });
        }
        try (RawConnection connection = server.connect()) {
            connection.send(requests.toString());

            for (int i = 0; i < 50; i++) {
                assertThat(answer(connection, i).status()).isEqualTo(i % 4 == 1 || i % 4 == 2 ? 404 : 200);
            }
        }
    }

    @Test
    void aRequestSeesWhatTheOnesBeforeItDid() throws Exception {
        String stream = "/v1/stream/pipelined";
        try (RawConnection connection = server.connect()) {
            connection.send("PUT " + stream + " HTTP/1.1\r\nHost: leat.localhost\r\nContent-Type: text/plain\r\n\r\n"
                    + WireServer.append(stream, "hello")
                    + WireServer.get(stream)
                    + "DELETE " + stream + " HTTP/1.1\r\nHost: leat.localhost\r\n\r\n"
                    + WireServer.get(stream));

            assertThat(connection.answer().status()).isEqualTo(201);
            assertThat(connection.answer().status()).isEqualTo(204);
            assertThat(connection.answer().text()).isEqualTo("hello");
            assertThat(connection.answer().status()).isEqualTo(204);
            assertThat(connection.answer().status()).isEqualTo(404);
        }
    }

    @Test
    void appendsKeepTheirOrder() throws Exception {
        String stream = server.stream();
        StringBuilder requests = new StringBuilder();
        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < 300; i++) {
            requests.append(
                    i % 3 == 0
                            ? WireServer.chunked(stream, String.format("5\r\n<%03d>\r\n0\r\n\r\n", i))
                            : WireServer.append(stream, String.format("<%03d>", i)));
            expected.append(String.format("<%03d>", i));
        }
        try (RawConnection connection = server.connect()) {
            connection.send(requests.toString());

            String last = "";
            for (int i = 0; i < 300; i++) {
                RawResponse answer = connection.answer();
                assertThat(answer.status()).isEqualTo(204);
                assertThat(answer.offset()).isGreaterThan(last);
                last = answer.offset();
            }
        }
        assertThat(server.content(stream)).isEqualTo(expected.toString());
    }

    @Test
    void whoAsksBehindALongPollIsAnsweredAfterIt() throws Exception {
        String stream = server.stream();
        try (RawConnection connection = server.connect()) {
            connection.send(numbered("GET", stream + "?offset=now&live=long-poll", 1)
                    + numbered("GET", "/health/live", 2)
                    + numbered("GET", "/nowhere", 3));
            RunningServer.await("it waits", () -> server.running().followers("long_poll") == 1);

            server.ask(RawRequest.post(stream, "text/plain", "late"));

            assertThat(answer(connection, 1).text()).isEqualTo("late");
            assertThat(answer(connection, 2).status()).isEqualTo(200);
            assertThat(answer(connection, 3).status()).isEqualTo(404);
        }
    }

    @Test
    void whoAsksBehindAReceiveIsAnsweredAfterIt() throws Exception {
        server.ask(RawRequest.of("PUT", "/v1/queues/pipelined"));
        String wait = "{\"consumer\":\"c\",\"wait\":\"60s\"}";
        try (RawConnection connection = server.connect()) {
            connection.send("POST /v1/queues/pipelined/receive HTTP/1.1\r\nHost: leat.localhost\r\nX-Request-Id: 1\r\n"
                    + "Content-Type: application/json\r\nContent-Length: " + wait.length() + "\r\n\r\n" + wait);
            RunningServer.await("it waits", () -> server.running().followers("receive") == 1);
            server.sendInPieces(connection, numbered("GET", "/health/live", 2), numbered("GET", "/nowhere", 3));

            server.ask(RawRequest.post("/v1/queues/pipelined/messages", "text/plain", "late"));

            assertThat(answer(connection, 1).text()).contains("\"payload\":\"late\"");
            assertThat(answer(connection, 2).status()).isEqualTo(200);
            assertThat(answer(connection, 3).status()).isEqualTo(404);
        }
    }

    @Test
    void whoAsksBehindAFollowerIsAnsweredAfterIt() throws Exception {
        String stream = server.stream();
        try (RawConnection connection = server.connect()) {
            connection.send(numbered("GET", stream + "?offset=-1&live=sse", 1) + numbered("GET", "/health/live", 2));
            RunningServer.await("it follows", () -> server.running().followers("sse") == 1);

            server.ask(RawRequest.post(stream, "text/plain", "last").with("Stream-Closed", "true"));

            assertThat(answer(connection, 1).text()).contains("data:last\n").endsWith("\"streamClosed\":true}\n\n");
            assertThat(answer(connection, 2).status()).isEqualTo(200);
        }
    }

    @Test
    void whoReadsLateGetsAllAnswers() throws Exception {
        int requests = 5000;
        String stream = server.stream();
        String content = "0123456789abcdef".repeat(128);
        server.ask(RawRequest.post(stream, "text/plain", content));
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < requests; i++) {
            all.append(numbered("GET", stream, i));
        }
        try (RawConnection connection = server.connect()) {
            CompletableFuture<Void> sent = CompletableFuture.runAsync(
                    () -> send(connection, all.toString()),
                    task -> Thread.ofVirtual().start(task));
            for (int i = 0; i < 500; i++) {
                server.heard(); // others are served meanwhile
            }

            for (int i = 0; i < requests; i++) {
                assertThat(answer(connection, i).text().equals(content)).isTrue();
            }
            sent.get(10, TimeUnit.SECONDS);
        }
    }

    private static void send(RawConnection connection, String text) {
        try {
            connection.send(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aLongAnswerIsWholeBeforeTheNextBegins() throws Exception {
        String stream = server.stream();
        String content = "0123456789abcdef".repeat(1 << 16);
        server.ask(RawRequest.post(stream, "text/plain", content));
        try (RawConnection connection = server.connect()) {
            connection.send(numbered("GET", stream, 1) + numbered("GET", stream, 2) + numbered("GET", "/nowhere", 3));

            assertThat(answer(connection, 1).text().equals(content)).isTrue();
            assertThat(answer(connection, 2).text().equals(content)).isTrue();
            assertThat(answer(connection, 3).status()).isEqualTo(404);
        }
    }
}
