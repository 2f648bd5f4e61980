package dev.leat.http.subscription;

import dev.leat.Leat;
import dev.leat.http.LeatServer;
import dev.leat.http.ServerSettings;
import dev.leat.http.access.Access;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A server with its engine, and a client of it. */
final class World implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    final Leat leat;
    private final LeatServer server;
    private final HttpClient client = HttpClient.newHttpClient();

    private World(Leat leat, WebhookSettings webhooks) {
        this(leat, webhooks, Access.OPEN);
    }

    private World(Leat leat, WebhookSettings webhooks, Access access) {
        this.leat = leat;
        ServerSettings settings = ServerSettings.defaults().withPort(0).with(webhooks);
        this.server = LeatServer.start(leat.engine(), settings, access, new SimpleMeterRegistry());
    }

    static World inMemory() {
        return inMemory(WebhookSettings.defaults());
    }

    static World inMemory(WebhookSettings webhooks) {
        return new World(Leat.inMemory(), webhooks);
    }

    /** One whose callers need credentials. */
    static World guarded(Access access) {
        return new World(Leat.inMemory(), WebhookSettings.defaults(), access);
    }

    static World at(Path directory) {
        return new World(Leat.open(directory), WebhookSettings.defaults());
    }

    @Override
    public void close() {
        server.stop(Duration.ZERO);
        leat.close();
        client.close();
    }

    String url(String path) {
        return "http://127.0.0.1:" + server.port() + "/v1/stream/" + path;
    }

    /** An answer with its body, if that is an object. */
    record Reply(int status, HttpResponse<String> response) {

        JsonObject json() {
            return new JsonObject(response.body());
        }

        /** The code of an error. */
        String code() {
            return json().getJsonObject("error").getString("code");
        }
    }

    Reply send(String method, String path, @Nullable String body, String... headers) {
        return sendTo(url(path), method, body, headers);
    }

    Reply sendTo(String url, String method, @Nullable String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url))
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .timeout(PATIENCE);
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
            return new Reply(response.statusCode(), response);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    Reply get(String id) {
        return send("GET", "__ds/subscriptions/" + id, null);
    }

    Reply put(String id, JsonObject config) {
        return send("PUT", "__ds/subscriptions/" + id, config.encode());
    }

    Reply delete(String id) {
        return send("DELETE", "__ds/subscriptions/" + id, null);
    }

    Reply post(String id, String verb, JsonObject body, String... headers) {
        return send("POST", "__ds/subscriptions/" + id + "/" + verb, body.encode(), headers);
    }

    /** Makes a stream with one message. */
    void create(String path) {
        send("PUT", path, "{\"event\":\"created\"}");
    }

    void append(String path) {
        send("POST", path, "{\"event\":\"more\"}");
    }

    static JsonObject webhook(String pattern, String url) {
        return new JsonObject()
                .put("type", "webhook")
                .put("pattern", pattern)
                .put("webhook", new JsonObject().put("url", url));
    }

    static JsonObject pullWake(String pattern, String wakeStream) {
        return new JsonObject().put("type", "pull-wake").put("pattern", pattern).put("wake_stream", wakeStream);
    }

    /** The stream of that path in a list of them. */
    static JsonObject stream(JsonObject told, String path) {
        JsonArray streams = told.getJsonArray("streams");
        for (int i = 0; i < streams.size(); i++) {
            if (streams.getJsonObject(i).getString("path").equals(path)) {
                return streams.getJsonObject(i);
            }
        }
        throw new AssertionError("no " + path + " in " + streams);
    }

    /** What a worker says that has processed everything it was told of in one stream. */
    static JsonObject ack(JsonObject wake, String path) {
        return settling(wake)
                .put(
                        "acks",
                        new JsonArray()
                                .add(new JsonObject()
                                        .put("stream", path)
                                        .put("offset", stream(wake, path).getString("tail_offset"))));
    }

    static JsonObject settling(JsonObject wake) {
        return new JsonObject().put("wake_id", wake.getString("wake_id")).put("generation", wake.getLong("generation"));
    }

    static InetAddress address(String literal) {
        try {
            return InetAddress.getByName(literal);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** Looks again and again until something is so. */
    static void eventually(BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("it never came to be");
            }
            LockSupport.parkNanos(5_000_000);
        }
    }
}
