package dev.leat.dist;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The typical requests of clients to a server, a few times each. */
final class TypicalUse {
    private static final int ROUNDS = 20;
    private static final Pattern DELIVERY = Pattern.compile("\"deliveryId\":\"([^\"]+)\"");

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String url;

    TypicalUse(int port) {
        this.url = "http://127.0.0.1:" + port;
    }

    void all() throws IOException, InterruptedException {
        send("PUT", "/v1/stream/training", "");
        send("PUT", "/v1/queues/training", "{}");
        for (int i = 0; i < ROUNDS; i++) {
            stream();
            queue();
        }
        get("/health/ready");
        get("/metrics");
        get("/openapi.yaml");
        get("/v1/queues/training");
        // Ends by itself, because the stream is closed.
        request(to("/v1/stream/training").POST(BodyPublishers.noBody()).header("Stream-Closed", "true"));
        get("/v1/stream/training?offset=-1&live=sse");
    }

    private void stream() throws IOException, InterruptedException {
        send("POST", "/v1/stream/training", "{\"text\": \"hello\"}");
        get("/v1/stream/training");
        get("/v1/stream/training?offset=-1&live=long-poll");
    }

    private void queue() throws IOException, InterruptedException {
        send("POST", "/v1/queues/training/messages", "{\"text\": \"hello\"}");
        Matcher delivery = DELIVERY.matcher(send("POST", "/v1/queues/training/receive", "{\"consumer\": \"one\"}"));
        if (!delivery.find()) {
            throw new IOException("nothing to receive");
        }
        send("POST", "/v1/queues/training/ack", "{\"deliveryId\": \"" + delivery.group(1) + "\"}");
    }

    private String get(String path) throws IOException, InterruptedException {
        return request(to(path).GET());
    }

    private String send(String method, String path, String json) throws IOException, InterruptedException {
        return request(
                to(path).method(method, BodyPublishers.ofString(json)).header("Content-Type", "application/json"));
    }

    private HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(URI.create(url + path));
    }

    private String request(HttpRequest.Builder builder) throws IOException, InterruptedException {
        HttpRequest request = builder.build();
        HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
        if (response.statusCode() >= 300) {
            throw new IOException(request + " was answered " + response.statusCode() + ": " + response.body());
        }
        return response.body();
    }
}
