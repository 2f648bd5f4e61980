package dev.leat.cli.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Speaks to a server about queues; an answer that does not come is an {@link UncheckedIOException}. */
final class QueueClient implements AutoCloseable {
    private static final Pattern DELIVERY = Pattern.compile("\"deliveryId\":\"([^\"]+)\".*?\"attempt\":(\\d+),"
            + ".*?\"payload\":\"([^\"]+)\".*?\"leaseUntil\":\"([^\"]+)\"");
    private static final Pattern MESSAGE =
            Pattern.compile("\"payload\":\"([^\"]+)\".*?\"state\":\"([a-zA-Z]+)\",\"attempts\":(\\d+)");
    private static final Pattern NEXT = Pattern.compile("\"next\":\"([^\"]+)\"");

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ServerProcess server;

    /** One message that a consumer got. */
    record Delivery(String id, int attempt, String text, Instant leaseUntil) {}

    /** How a message stands. */
    record Standing(String state, int attempts) {}

    QueueClient(ServerProcess server) {
        this.server = server;
    }

    void create(String queue, String config) {
        HttpResponse<String> answer = send(queue, "PUT", "application/json", config);
        require(answer, answer.statusCode() == 201 || answer.statusCode() == 200);
    }

    void enqueue(String queue, String text) {
        HttpResponse<String> answer = send(queue + "/messages", "POST", "text/plain", text);
        require(answer, answer.statusCode() == 201);
    }

    List<Delivery> receive(String queue, String consumer, int max) {
        String body = "{\"consumer\":\"" + consumer + "\",\"max\":" + max + ",\"wait\":\"100ms\"}";
        HttpResponse<String> answer = send(queue + "/receive", "POST", "application/json", body);
        require(answer, answer.statusCode() == 200);
        List<Delivery> deliveries = new ArrayList<>();
        Matcher each = DELIVERY.matcher(answer.body());
        while (each.find()) {
            int attempt = Integer.parseInt(each.group(2));
            deliveries.add(new Delivery(each.group(1), attempt, each.group(3), Instant.parse(each.group(4))));
        }
        return deliveries;
    }

    /** Returns the status, and what came of it. */
    String settle(String queue, String verb, String delivery) {
        HttpResponse<String> answer =
                send(queue + "/" + verb, "POST", "application/json", "{\"deliveryId\":\"" + delivery + "\"}");
        require(answer, answer.statusCode() == 200 || answer.statusCode() == 409);
        return answer.statusCode() + " " + answer.body();
    }

    /** Everything that is in a queue. */
    Map<String, Standing> browse(String queue) {
        Map<String, Standing> found = new HashMap<>();
        String after = "";
        while (true) {
            HttpResponse<String> page = send(queue + "/messages?limit=500" + after, "GET", "application/json", "");
            require(page, page.statusCode() == 200);
            Matcher each = MESSAGE.matcher(page.body());
            while (each.find()) {
                Standing standing = new Standing(each.group(2), Integer.parseInt(each.group(3)));
                if (found.put(each.group(1), standing) != null) {
                    throw new AssertionError(each.group(1) + " is in " + queue + " twice");
                }
            }
            Matcher next = NEXT.matcher(page.body());
            if (!next.find()) {
                return found;
            }
            after = "&after=" + next.group(1);
        }
    }

    private static void require(HttpResponse<String> answer, boolean good) {
        if (!good) {
            throw new AssertionError(answer.uri() + " -> " + answer.statusCode() + " " + answer.body());
        }
    }

    private HttpResponse<String> send(String path, String method, String type, String body) {
        HttpRequest request = HttpRequest.newBuilder(server.queue(path))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .header("Content-Type", type)
                .build();
        try {
            return http.send(request, BodyHandlers.ofString(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
        http.close();
    }
}
