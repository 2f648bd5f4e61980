package dev.leat.http.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.http.ServerSettings;
import dev.leat.http.exchange.Bounds;
import dev.leat.http.raw.RawConnection;
import dev.leat.http.raw.RawRequest;
import dev.leat.http.raw.RawResponse;
import dev.leat.http.raw.RunningServer;
import dev.leat.http.stream.LiveSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Many clients that do not take what they are sent: what all of them together hold. */
class UnsentBytesTest {
    private static final String STREAM = "/v1/stream/s";
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final int KIB = 1 << 10;
    private static final int MIB = 1 << 20;

    private static RunningServer server(long unsentBytes) throws Exception {
        return server(unsentBytes, RunningServer.live(LONG, LONG));
    }

    private static RunningServer server(long unsentBytes, LiveSettings live) throws Exception {
        Bounds defaults = Bounds.defaults();
        Bounds bounds = new Bounds(
                defaults.bodyBytes(),
                defaults.allBodiesBytes(),
                unsentBytes,
                defaults.headerBytes(),
                defaults.connections(),
                LONG,
                LONG,
                LONG);
        RunningServer server =
                RunningServer.inMemory(ServerSettings.defaults().with(bounds).with(live));
        server.ask(RawRequest.put(STREAM, "text/plain"));
        return server;
    }

    private static List<RawConnection> ask(RunningServer server, int clients, String target) throws Exception {
        List<RawConnection> deaf = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            deaf.add(RawConnection.narrow(server.port())
                    .send(RawRequest.get(target).bytes()));
        }
        return deaf;
    }

    private static void append(RunningServer server, int messages, int bytes) throws Exception {
        try (RawConnection writer = server.connect()) {
            for (int i = 0; i < messages; i++) {
                String message = Character.toString('a' + i % 26).repeat(bytes);
                assertThat(writer.ask(RawRequest.post(STREAM, "text/plain", message))
                                .status())
                        .isEqualTo(204);
            }
        }
    }

    private static void leave(List<RawConnection> clients) throws Exception {
        for (RawConnection client : clients) {
            client.abort();
        }
    }

    @Test
    void followersThatFallBehindHoldWhatTheyShareOnce() throws Exception {
        int followers = 100;
        LiveSettings live = new LiveSettings(LONG, LONG, LONG, 64 * MIB, LONG); // nobody reads by itself
        try (RunningServer server = server(256 * MIB, live)) {
            List<RawConnection> deaf = ask(server, followers, STREAM + "?offset=now&live=sse");
            RunningServer.await("all follow", () -> server.followers("sse") == followers);

            int messages = 32;
            while (server.unsentBytes() < 128 * KIB) { // the system takes so many before any wait here
                append(server, 1, 32 * KIB);
                messages++;
            }
            append(server, 32, 32 * KIB);

            long references = 256L * followers * messages;
            assertThat(server.unsentBytes())
                    .as("each message once, and who needs it")
                    .isLessThan(messages * 33L * KIB + references);
            assertThat(server.followers("sse")).isEqualTo(followers);
            leave(deaf);
            server.awaitQuiet();
        }
    }

    @Test
    void whatWaitsForAllClientsTogetherIsBoundedAndThoseFurthestBehindAreCut() throws Exception {
        int limit = 8 * MIB;
        try (RunningServer server = server(limit)) {
            append(server, 8, MIB);
            try (RawConnection follower = server.connect()) {
                follower.send(RawRequest.get(STREAM + "?offset=now&live=sse").bytes());
                RunningServer.await("it follows", () -> server.followers("sse") == 1);
                follower.head();
                List<RawConnection> deaf = ask(server, 60, STREAM + "?offset=-1");
                deaf.addAll(ask(server, 240, STREAM + "?offset=-1&live=sse"));

                RunningServer.await("some are cut", () -> server.cutForMemory() > 0);
                RunningServer.await("the others fit", () -> server.unsentBytes() <= limit);
                append(server, 1, 10);

                assertThat(server.cutForMemory()).isLessThan(300);
                assertThat(received(follower, "aaaaaaaaaa"))
                        .as("a follower that reads stays")
                        .isTrue();
                assertThat(server.readAll(STREAM)).hasSize(8 * MIB + 10);
                leave(deaf);
            }
            server.awaitQuiet();
        }
    }

    private static boolean received(RawConnection follower, String words) throws Exception {
        StringBuilder events = new StringBuilder();
        while (events.indexOf(words) < 0) {
            events.append(new String(follower.chunk(), StandardCharsets.US_ASCII));
        }
        return true;
    }

    @Test
    void aLongAnswerArrivesWholeThoughItIsSentInPieces() throws Exception {
        try (RunningServer server = server(64 * MIB);
                RawConnection slow = RawConnection.narrow(server.port())) {
            append(server, 3, MIB);

            slow.send(RawRequest.get(STREAM).bytes())
                    .send(RawRequest.get(STREAM + "?offset=-1").bytes());
            RawResponse first = slow.answer();
            RawResponse second = slow.answer();

            String all = "a".repeat(MIB) + "b".repeat(MIB) + "c".repeat(MIB);
            assertThat(first.text().equals(all)).isTrue();
            assertThat(second.text().equals(all)).isTrue();
        }
    }

    @Test
    void whatHttp2HoldsBackIsCountedToo() throws Exception {
        try (RunningServer server = server(64 * MIB)) {
            append(server, 3, MIB);
            Vertx vertx = Vertx.vertx();
            HttpClientAgent http = vertx.createHttpClient(new HttpClientOptions()
                    .setProtocolVersion(HttpVersion.HTTP_2)
                    .setHttp2ClearTextUpgrade(false));
            try {
                for (String target : List.of(STREAM + "?offset=-1", STREAM + "?offset=-1&live=sse")) {
                    HttpClientResponse paused = await(http.request(HttpMethod.GET, server.port(), "127.0.0.1", target)
                            .compose(request -> request.send())
                            .onSuccess(HttpClientResponse::pause));
                    RunningServer.await("it is counted", () -> server.unsentBytes() > 64 * KIB);
                    paused.request().reset();
                    RunningServer.await("nothing waits", () -> server.unsentBytes() == 0);
                }
            } finally {
                await(http.close()); // Vert.x closes a client by itself once nobody holds it
                await(vertx.close());
            }
            server.awaitQuiet();
        }
    }

    private static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }
}
