package dev.leat.http.queue;

import dev.leat.api.spi.Engine;
import dev.leat.http.LeatServer;
import dev.leat.http.ServerSettings;
import dev.leat.http.access.Access;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** A server before an engine, and a client of it. */
final class Desk implements AutoCloseable {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final LeatServer server;

    Desk(Engine engine) {
        this(engine, Access.OPEN);
    }

    Desk(Engine engine, Access access) {
        server = LeatServer.start(engine, ServerSettings.defaults().withPort(0).withEventLoops(1), access, registry);
    }

    int port() {
        return server.port();
    }

    void stop() {
        server.stop(Duration.ofSeconds(30));
    }

    /** How many wait for messages. */
    int receiving() {
        return (int) registry.get("leat.http.followers")
                .tag("kind", "receive")
                .gauge()
                .value();
    }

    HttpRequest.Builder request(String target) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + target));
    }

    HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> ask(String method, String target, String body) throws IOException, InterruptedException {
        return ask(method, target, HttpRequest.BodyPublishers.ofString(body));
    }

    HttpResponse<String> ask(String method, String target, HttpRequest.BodyPublisher body)
            throws IOException, InterruptedException {
        return send(request(target).method(method, body));
    }

    @Override
    public void close() {
        server.stop(Duration.ZERO);
    }
}
