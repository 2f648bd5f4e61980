package dev.leat.http.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.Leat;
import dev.leat.api.stream.StreamConfig;
import dev.leat.http.LeatServer;
import dev.leat.http.ServerSettings;
import dev.leat.http.access.Access;
import dev.leat.http.access.AccessSettings;
import dev.leat.http.access.ApiKey;
import dev.leat.http.access.KeyFile;
import dev.leat.http.access.Scope;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ListRouteTest {
    private static final Pattern PATH = Pattern.compile("\"path\":\"([^\"]+)\"");
    private static final Pattern NEXT = Pattern.compile("\"next\":\"([^\"]+)\"");

    private final Map<String, String> keys = new HashMap<>();
    private final HttpClient client = HttpClient.newHttpClient();
    private final Leat leat = Leat.inMemory();
    private Access access;
    private LeatServer server;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        List<ApiKey> entries = new ArrayList<>();
        for (String scope : List.of("read:*", "read:shop/**", "append:*", "create:*", "*:*")) {
            keys.put(scope, ApiKey.generate());
            entries.add(ApiKey.of("k" + entries.size(), keys.get(scope), List.of(Scope.parse(scope))));
        }
        Path file = Files.writeString(directory.resolve("keys.json"), KeyFile.write(entries));
        access = Access.from(AccessSettings.none().withKeyFile(file));
        server = LeatServer.start(
                leat.engine(),
                ServerSettings.defaults().withPort(0).withEventLoops(1),
                access,
                new SimpleMeterRegistry());
        for (String path : List.of("shop/b", "a", "shop/a", "z/ä b", "shop")) {
            leat.stream(path).create(StreamConfig.text());
        }
    }

    @AfterEach
    void stop() {
        server.close();
        access.close();
        leat.close();
    }

    @Test
    void allStreamsInOrder() throws Exception {
        assertThat(paths(list("read:*", ""))).containsExactly("a", "shop", "shop/a", "shop/b", "z/ä b");
        assertThat(list("read:*", "")).doesNotContain("next");
    }

    @Test
    void eachStreamIsShownWithItsFigures() throws Exception {
        leat.stream("a").append("hello");

        assertThat(list("read:*", "?limit=1"))
                .matches("\\{\"streams\":\\[\\{\"path\":\"a\",\"contentType\":\"text/plain\","
                        + "\"tail\":\"0000000000000000_0000000000000005\",\"closed\":false,\"messages\":1,\"bytes\":5,"
                        + "\"created\":\"[^\"]+\"}],\"next\":\"a\"}");
    }

    @Test
    void thoseThatBeginSo() throws Exception {
        assertThat(paths(list("read:*", "?prefix=shop%2F"))).containsExactly("shop/a", "shop/b");
        assertThat(paths(list("read:*", "?prefix=z/%C3%A4"))).containsExactly("z/ä b");
        assertThat(paths(list("read:*", "?prefix=nothing"))).isEmpty();
    }

    @Test
    void pageByPageUntilThereIsNoNext() throws Exception {
        List<String> all = new ArrayList<>();
        String after = "";
        for (Matcher next; ; after = "&after=" + next.group(1)) {
            String page = list("read:*", "?limit=2" + after);
            all.addAll(paths(page));
            next = NEXT.matcher(page);
            if (!next.find()) {
                break;
            }
        }

        assertThat(all).containsExactly("a", "shop", "shop/a", "shop/b", "z/ä b");
    }

    @Test
    void onlyWhatTheReaderMayRead() throws Exception {
        assertThat(paths(list("read:shop/**", ""))).containsExactly("shop/a", "shop/b");
        assertThat(list("append:*", "?limit=2")).isEqualTo("{\"streams\":[]}");
    }

    @Test
    void aCursorIsTheNameOfAStreamThatTheReaderMayRead() throws Exception {
        String first = list("read:shop/**", "?limit=1");
        String second = list("read:shop/**", "?limit=1&after=shop/a");

        assertThat(paths(first)).containsExactly("shop/a");
        assertThat(first).endsWith("],\"next\":\"shop/a\"}");
        assertThat(paths(second)).containsExactly("shop/b");
        assertThat(second).doesNotContain("next");
        assertThat(list("read:shop/**", "?limit=1&prefix=z")).isEqualTo("{\"streams\":[]}");
    }

    @Test
    void aWriterThatMayNotReadIsNotToldHowAStreamDiffers() throws Exception {
        assertThat(make("create:*")).contains("stream-exists").doesNotContain("difference", "text/plain");
        assertThat(make("*:*")).contains("\"difference\":\"it holds text/plain");
    }

    private String make(String scope) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + server.port() + StreamRoutes.ROOT + "a"))
                .header("Authorization", "Bearer " + keys.get(scope))
                .header("Content-Type", "application/json")
                .PUT(HttpRequest.BodyPublishers.noBody())
                .build();
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(409);
        return response.body();
    }

    private String list(String scope, String query) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + server.port() + StreamRoutes.LIST + query))
                .header("Authorization", "Bearer " + keys.get(scope))
                .build();
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(200);
        return response.body();
    }

    private static List<String> paths(String page) {
        return PATH.matcher(page).results().map(found -> found.group(1)).toList();
    }
}
