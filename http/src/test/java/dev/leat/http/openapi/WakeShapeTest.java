package dev.leat.http.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.leat.Leat;
import dev.leat.http.LeatServer;
import dev.leat.http.ServerSettings;
import dev.leat.http.access.Access;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the server tells workers by itself is as documented. */
class WakeShapeTest {
    private static final String SUBSCRIPTION = "/v1/stream/__ds/subscriptions/s";

    private final OpenApi api = OpenApi.load();
    private final Leat leat = Leat.inMemory();
    private final LeatServer server = LeatServer.start(
            leat.engine(),
            ServerSettings.defaults().withPort(0).withEventLoops(1),
            Access.OPEN,
            new SimpleMeterRegistry());

    @AfterEach
    void close() {
        server.stop(Duration.ZERO);
        leat.close();
    }

    private Answer ask(String method, String target, String json) throws IOException, InterruptedException {
        return new Ask(server.port(), method, target).json(json).send();
    }

    @Test
    void whatAWebhookIsToldIsDocumented() throws Exception {
        CompletableFuture<Answer> called = new CompletableFuture<>();
        HttpServer worker = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        worker.createContext("/wake", exchange -> called.complete(done(exchange)));
        worker.start();
        String url = "http://127.0.0.1:" + worker.getAddress().getPort() + "/wake";
        ask("PUT", SUBSCRIPTION, "{\"type\":\"webhook\",\"pattern\":\"work/*\",\"webhook\":{\"url\":\"" + url + "\"}}");

        ask("PUT", "/v1/stream/work/a", "[1]");

        Answer call = called.get();
        worker.stop(0);
        assertThat(Shape.flaws(api.schema("WakeCall"), Node.parse(call.body()))).isEmpty();
        assertThat(call.header("Webhook-Signature")).matches("t=\\d+,kid=ds_[\\w-]+,ed25519=[\\w-]+");
    }

    private static Answer done(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            byte[] answer = "{\"done\":true}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            return new Answer("POST", "/wake", 200, exchange.getRequestHeaders(), body);
        }
    }

    @Test
    void whatIsAppendedToAWakeStreamIsDocumented() throws Exception {
        ask("PUT", "/v1/stream/wakes", "[]");
        ask("PUT", SUBSCRIPTION, "{\"type\":\"pull-wake\",\"pattern\":\"work/*\",\"wake_stream\":\"wakes\"}");

        ask("PUT", "/v1/stream/work/a", "[1]");

        Answer wakes = ask("GET", "/v1/stream/wakes?offset=-1&live=long-poll", "");
        assertThat(Node.parse(wakes.body()).items())
                .hasSize(1)
                .allSatisfy(wake ->
                        assertThat(Shape.flaws(api.schema("WakeMessage"), wake)).isEmpty());
    }
}
