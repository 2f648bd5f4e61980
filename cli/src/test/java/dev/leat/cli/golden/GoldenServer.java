package dev.leat.cli.golden;

import dev.leat.Leat;
import dev.leat.engine.EmbeddedEngine;
import dev.leat.engine.Settings;
import dev.leat.engine.settings.CheckpointSettings;
import dev.leat.http.LeatServer;
import dev.leat.http.ServerSettings;
import dev.leat.http.access.Access;
import dev.leat.storage.settings.ArchiveSettings;
import dev.leat.storage.settings.JournalSettings;
import dev.leat.storage.settings.StoreSettings;
import dev.leat.testkit.VirtualClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A server on a data directory whose clock stands still, and a client that takes requests as lines of text. */
final class GoldenServer implements AutoCloseable {
    private static final Settings SETTINGS = Settings.defaults()
            .withShards(4)
            .withThreads(1)
            .with(VirtualClock.create())
            .with(new CheckpointSettings(64L << 20, 512 << 20, 16 << 20))
            .with(new JournalSettings(256 << 10, 64 << 10, 1))
            .with(new ArchiveSettings(64 << 10, 4, 16 << 10))
            .with(new StoreSettings(1 << 20, 1 << 20, 32, 1));

    /** The headers of answers that come from what is on disk. */
    private static final Set<String> TOLD = Set.of(
            "content-type",
            "stream-next-offset",
            "stream-closed",
            "stream-ttl",
            "stream-expires-at",
            "stream-messages",
            "stream-bytes",
            "etag");

    private static final Pattern DELIVERY = Pattern.compile("\"deliveryId\":\"([^\"]+)\"");

    private final HttpClient client = HttpClient.newHttpClient();
    private final List<String> deliveries = new ArrayList<>();
    private final Leat leat;
    private final LeatServer server;

    GoldenServer(Path data) {
        leat = Leat.open(data, SETTINGS);
        server = LeatServer.start(
                leat.engine(),
                ServerSettings.defaults().withPort(0).withEventLoops(1),
                Access.OPEN,
                new SimpleMeterRegistry());
    }

    /** Moves what the journal has into archive and store. */
    void checkpoint() {
        ((EmbeddedEngine) leat.engine()).checkpoint();
    }

    /**
     * Sends a request and returns the answer as text.
     *
     * @param line method, path, and a body if there is one; {@code $1} stands for the first delivery that was received
     */
    String send(String line) {
        String[] words = line.split(" ", 3);
        HttpResponse<String> answer = answer(words[0], words[1], words.length < 3 ? "" : words[2]);
        Matcher delivery = DELIVERY.matcher(words[1].contains("/receive") ? answer.body() : "");
        while (delivery.find()) {
            deliveries.add(delivery.group(1));
        }
        return line + "\n" + answer.statusCode() + "\n" + headers(answer) + body(answer) + "\n\n";
    }

    private HttpResponse<String> answer(String method, String path, String body) {
        String[] parts = path.split("#", 2); // headers come after the path
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + parts[0]))
                .timeout(Duration.ofSeconds(30))
                .method(method, HttpRequest.BodyPublishers.ofString(withDeliveries(body)));
        if (parts.length == 2) {
            for (String header : parts[1].split("#")) {
                String[] named = header.split("=", 2);
                request.header(named[0], named[1]);
            }
        }
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new AssertionError(method + " " + path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private String withDeliveries(String body) {
        String text = body;
        for (int i = deliveries.size(); i > 0; i--) {
            text = text.replace("$" + i, deliveries.get(i - 1));
        }
        return text;
    }

    /** The body without the id of the request, and without what is told only of messages in memory. */
    private static String body(HttpResponse<String> answer) {
        return answer.body()
                .replaceAll("\"requestId\":\"[^\"]*\"", "\"requestId\":\"…\"")
                .replaceAll("\"oldest\":\"[^\"]*\",", "")
                .stripTrailing();
    }

    private static String headers(HttpResponse<String> answer) {
        Map<String, List<String>> told = new TreeMap<>(answer.headers().map());
        told.keySet().retainAll(TOLD);
        return told.entrySet().stream()
                .map(header -> header.getKey() + ": " + String.join(", ", header.getValue()) + "\n")
                .collect(Collectors.joining());
    }

    @Override
    public void close() {
        server.stop(Duration.ZERO);
        leat.close();
        client.close();
    }
}
