package dev.leat.client.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.stream.DurableStream;
import dev.leat.api.stream.Follower;
import dev.leat.api.stream.Message;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamConfig;
import dev.leat.client.LeatClient;
import dev.leat.client.ServerInProcess;
import dev.leat.http.ServerSettings;
import dev.leat.http.stream.LiveSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How a stream is followed over HTTP. */
class FollowingTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final LiveSettings LIVE = LiveSettings.defaults();

    /** Connections that stay open are ended after so long. */
    private static ServerInProcess ending(Duration sse) {
        return ServerInProcess.start(ServerSettings.defaults()
                .with(new LiveSettings(
                        Duration.ofMillis(50), sse, LIVE.heartbeat(), LIVE.queueBytes(), LIVE.cursorInterval())));
    }

    private static double followers(ServerInProcess server, String kind) {
        return server.registry()
                .get("leat.http.followers")
                .tag("kind", kind)
                .gauge()
                .value();
    }

    /** Waits in vain until that is done on a connection that stays open. */
    private static void stayOpen(ServerInProcess server, Follower live) throws InterruptedException {
        while (followers(server, "sse") < 1) {
            assertThat(live.next(Duration.ofMillis(50))).isEmpty();
        }
    }

    @Test
    void fromTheSecondWaitOnAConnectionStaysOpen() throws InterruptedException {
        try (ServerInProcess server = ending(LONG);
                LeatClient client = LeatClient.connect(server.url())) {
            DurableStream orders = client.stream("orders");
            orders.create(StreamConfig.json());
            try (Follower live = orders.follow(Offset.START)) {
                stayOpen(server, live);

                for (int i = 0; i < 50; i++) {
                    server.leat().stream("orders").append(Integer.toString(i));
                    assertThat(live.next(LONG).orElseThrow().list().get(0).text())
                            .isEqualTo(Integer.toString(i));
                }
                assertThat(followers(server, "sse")).isEqualTo(1);
            }
            awaitFollowers(server, 0); // whoever closes it hangs up
        }
    }

    @Test
    void aServerThatEndsConnectionsLosesAndDoublesNothing() throws InterruptedException {
        try (ServerInProcess server = ending(Duration.ofMillis(20));
                LeatClient client = LeatClient.connect(server.url())) {
            client.stream("orders").create(StreamConfig.json());
            List<String> seen = new ArrayList<>();
            try (Follower live = client.stream("orders").follow(Offset.START)) {
                for (int i = 0; i < 200; i++) {
                    server.leat().stream("orders").append(Integer.toString(i));
                    Thread.sleep(1); // so that connections end between messages as well as in the middle
                }
                while (seen.size() < 200) {
                    live.next(LONG).orElseThrow().forEach(message -> seen.add(message.text()));
                }
            }

            assertThat(seen)
                    .containsExactlyElementsOf(
                            IntStream.range(0, 200).mapToObj(Integer::toString).toList());
        }
    }

    @Test
    @Timeout(60)
    void oneWaitLastsLongerThanManyConnections() throws Exception {
        try (ServerInProcess server = ending(Duration.ofMillis(20));
                LeatClient client = LeatClient.connect(server.url())) {
            client.stream("orders").create(StreamConfig.json());
            try (Follower live = client.stream("orders").follow(Offset.START)) {
                CompletableFuture<String> seen = CompletableFuture.supplyAsync(
                        () -> live.iterator().next().text());
                for (int i = 0; i < 3; i++) { // none of them brings anything
                    awaitFollowers(server, 1);
                    awaitFollowers(server, 0);
                }

                server.leat().stream("orders").append("1");

                assertThat(seen.get(LONG.toSeconds(), TimeUnit.SECONDS)).isEqualTo("1");
            }
        }
    }

    private static void awaitFollowers(ServerInProcess server, int count) throws InterruptedException {
        while (followers(server, "sse") != count) {
            Thread.sleep(1);
        }
    }

    @Test
    void jsonKeepsEveryByteAlsoWhereEventsDoNot() throws InterruptedException {
        try (ServerInProcess server = ending(LONG);
                LeatClient client = LeatClient.connect(server.url())) {
            client.stream("orders").create(StreamConfig.json());
            try (Follower live = client.stream("orders").follow(Offset.START)) {
                stayOpen(server, live);

                server.leat().stream("orders").append("{\"a\":\r\n1}");
                Message odd = live.next(LONG).orElseThrow().list().get(0);
                server.leat().stream("orders").append("2");
                Message next = live.next(LONG).orElseThrow().list().get(0);

                assertThat(odd.text()).isEqualTo("{\"a\":\r\n1}");
                assertThat(next.text()).isEqualTo("2");
                assertThat(next.offset()).isEqualTo(odd.next());
            }
        }
    }

    @Test
    void aFollowerThatTakesItsTimeStopsTheServerAndMissesNothing() throws InterruptedException {
        try (ServerInProcess server = ending(LONG);
                LeatClient client = LeatClient.connect(server.url())) {
            client.stream("orders").create(StreamConfig.json());
            String large = "\"" + "x".repeat(100_000) + "\"";
            try (Follower live = client.stream("orders").follow(Offset.START)) {
                stayOpen(server, live);
                for (int i = 0; i < 200; i++) {
                    server.leat().stream("orders").append(large);
                }
                int seen = 0;
                while (seen < 200) {
                    seen += live.next(LONG).orElseThrow().list().size();
                }

                assertThat(live.offset())
                        .isEqualTo(server.leat().stream("orders").head().tail());
            }
        }
    }
}
