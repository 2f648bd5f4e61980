package dev.leat.http.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.engine.Settings;
import dev.leat.engine.settings.CheckpointSettings;
import dev.leat.http.ServerSettings;
import dev.leat.http.raw.RunningServer;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same over HTTP/2, where bytes go through memory and one connection carries everything. */
class Http2Test {
    private static final int MIB = 1 << 20;

    @TempDir
    Path directory;

    private RunningServer server;
    private HttpClient client;

    @BeforeEach
    void start() {
        Settings engine = Settings.defaults().with(CheckpointSettings.defaults().withBytes(4 * MIB));
        Duration wait = Duration.ofMinutes(2);
        server = RunningServer.on(directory, engine, ServerSettings.defaults().with(RunningServer.live(wait, wait)));
        client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
    }

    @AfterEach
    void stop() {
        client.shutdownNow();
        server.close();
    }

    private HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/v1/stream/" + path));
    }

    private HttpResponse<byte[]> send(HttpRequest request) throws Exception {
        HttpResponse<byte[]> answer = client.send(request, BodyHandlers.ofByteArray());
        assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
        return answer;
    }

    private void create(String path) throws Exception {
        HttpRequest put = to(path).PUT(BodyPublishers.noBody())
                .header("Content-Type", "application/octet-stream")
                .build();
        assertThat(send(put).statusCode()).isEqualTo(201);
    }

    private HttpRequest append(String path, byte[] body) {
        return to(path).POST(BodyPublishers.ofByteArray(body))
                .header("Content-Type", "application/octet-stream")
                .build();
    }

    @Test
    void coldAndHotBytesComeBackAsTheyWere() throws Exception {
        create("large");
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        Random random = new Random(1);
        for (int i = 0; i < 24; i++) {
            byte[] body = new byte[MIB / 2 + random.nextInt(1000)];
            random.nextBytes(body);
            all.writeBytes(body);
            assertThat(send(append("large", body)).statusCode()).isEqualTo(204);
        }

        ByteArrayOutputStream read = new ByteArrayOutputStream();
        String offset = "-1";
        boolean more = true;
        while (more) {
            HttpResponse<byte[]> page = send(to("large?offset=" + offset).build());
            read.writeBytes(page.body());
            offset = page.headers().firstValue("Stream-Next-Offset").orElseThrow();
            more = page.headers().firstValue("Stream-Up-To-Date").isEmpty();
        }

        assertThat(read.toByteArray()).isEqualTo(all.toByteArray());
        server.awaitQuiet();
    }

    @Test
    void aBodyThatIsThereButDoesNotEndIsCounted() throws Exception {
        create("held");
        Vertx vertx = Vertx.vertx();
        HttpClientAgent http = vertx.createHttpClient(
                new HttpClientOptions().setProtocolVersion(HttpVersion.HTTP_2).setHttp2ClearTextUpgrade(false));
        try {
            HttpClientRequest request =
                    await(http.request(HttpMethod.POST, server.port(), "127.0.0.1", "/v1/stream/held"));
            request.putHeader("Content-Type", "application/octet-stream").putHeader("Content-Length", "100");

            await(request.write(Buffer.buffer(new byte[100])));

            RunningServer.await("it is counted", () -> server.bodiesHeld() == 100);
            await(request.end());
            assertThat(await(request.response()).statusCode()).isEqualTo(204);
            assertThat(server.bodiesHeld()).isZero();
        } finally {
            await(http.close()); // Vert.x closes a client by itself once nobody holds it
            await(vertx.close());
        }
    }

    private static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    @Test
    void manyRequestsShareAConnection() throws Exception {
        create("shared");
        List<CompletableFuture<HttpResponse<byte[]>>> answers = new ArrayList<>();
        for (int i = 0; i < 80; i++) {
            byte[] body = ("<" + i + ">").getBytes(StandardCharsets.UTF_8);
            answers.add(client.sendAsync(append("shared", body), BodyHandlers.ofByteArray()));
        }
        for (CompletableFuture<HttpResponse<byte[]>> answer : answers) {
            assertThat(answer.get().statusCode()).isEqualTo(204);
        }

        String all = new String(send(to("shared").build()).body(), StandardCharsets.UTF_8);
        for (int i = 0; i < 80; i++) {
            assertThat(all).containsOnlyOnce("<" + i + ">");
        }
        assertThat(server.connections()).isEqualTo(1);
    }

    @Test
    void followersAreServedAndForgotten() throws Exception {
        create("live");
        HttpRequest follow = to("live?offset=now&live=sse").build();
        HttpResponse<InputStream> sse = client.send(follow, BodyHandlers.ofInputStream());
        HttpRequest poll = to("live?offset=now&live=long-poll").build();
        CompletableFuture<HttpResponse<byte[]>> waiting = client.sendAsync(poll, BodyHandlers.ofByteArray());
        HttpResponse<InputStream> leaving = client.send(follow, BodyHandlers.ofInputStream());
        RunningServer.await("all follow", () -> server.followers() == 3);

        leaving.body().close();
        RunningServer.await("one left", () -> server.followers() == 2);
        send(append("live", new byte[] {1, 2, 3}));

        assertThat(waiting.get().body()).containsExactly(1, 2, 3);
        send(to("live")
                .POST(BodyPublishers.noBody())
                .header("Stream-Closed", "true")
                .build());
        String events = new String(sse.body().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(events).contains("event: data\ndata:AQID\n\n").endsWith("\"streamClosed\":true}\n\n");
        server.awaitQuiet();
    }

    @Test
    void whoGivesUpOnAReadHoldsNothing() throws Exception {
        create("left");
        for (int i = 0; i < 12; i++) {
            send(append("left", new byte[MIB]));
        }
        for (int i = 0; i < 10; i++) {
            HttpResponse<InputStream> answer = client.send(to("left?offset=-1").build(), BodyHandlers.ofInputStream());
            assertThat(answer.body().read()).isZero();
            answer.body().close();
        }

        server.awaitQuiet();
        assertThat(server.connections()).isEqualTo(1);
    }
}
