package dev.leat.http.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.http.ServerSettings;
import dev.leat.http.raw.RawConnection;
import dev.leat.http.raw.RawRequest;
import dev.leat.http.raw.RawResponse;
import dev.leat.http.raw.RunningServer;
import dev.leat.testkit.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Those who stay. */
@Isolated // it counts threads
class FollowersTest {
    private static final String STREAM = "/v1/stream/s";
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final Pattern LIFE = Pattern.compile("<(\\d+)>");

    private static RunningServer server() throws Exception {
        RunningServer server = RunningServer.inMemory(ServerSettings.defaults().with(RunningServer.live(LONG, LONG)));
        server.ask(RawRequest.put(STREAM, "text/plain"));
        return server;
    }

    private static RawConnection follow(RunningServer server, String kind) throws Exception {
        return server.connect()
                .send(RawRequest.get(STREAM + "?offset=now&live=" + kind).bytes());
    }

    @Test
    void followersThatVanishAreForgotten() throws Exception {
        try (RunningServer server = server()) {
            List<RawConnection> followers = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                followers.add(follow(server, i % 2 == 0 ? "sse" : "long-poll"));
            }
            RunningServer.await("all follow", () -> server.followers() == 40);

            for (int i = 0; i < 40; i++) {
                if (i % 4 < 2) {
                    followers.get(i).abort();
                } else {
                    followers.get(i).close();
                }
            }

            server.awaitQuiet();
            assertThat(server.ask(RawRequest.post(STREAM, "text/plain", "x")).status())
                    .isEqualTo(204);
        }
    }

    @Test
    void oneAppendReachesEveryFollower() throws Exception {
        int count =
                Boolean.getBoolean("leat.thorough") ? 9_000 : 1_000; // both ends of a connection are open files here
        try (RunningServer server = server()) {
            List<RawConnection> followers = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                followers.add(follow(server, "sse"));
            }
            RunningServer.await("all follow", () -> server.followers("sse") == count);
            for (RawConnection follower : followers) {
                assertThat(follower.head().status()).isEqualTo(200);
                assertThat(text(follower.chunk())).startsWith("event: control\n");
            }
            int threads = Thread.activeCount();

            server.ask(RawRequest.post(STREAM, "text/plain", "hello"));

            for (RawConnection follower : followers) {
                assertThat(text(follower.chunk())).startsWith("event: data\ndata:hello\n\nevent: control\n");
            }
            assertThat(Thread.activeCount()).isLessThan(threads + 20);
            for (RawConnection follower : followers) {
                follower.close();
            }
            server.awaitQuiet();
            RunningServer.await("all are gone", () -> server.connections() == 0);
        }
    }

    @Test
    void aStreamThatIsDeletedIsGoneForThoseWhoWait() throws Exception {
        try (RunningServer server = server();
                RawConnection poll = follow(server, "long-poll");
                RawConnection sse = follow(server, "sse")) {
            RunningServer.await("both follow", () -> server.followers() == 2);

            server.ask(RawRequest.of("DELETE", STREAM));

            assertThat(poll.answer().status()).isEqualTo(404);
            assertThat(sse.answer().status()).isEqualTo(200); // all of it: it ends
            server.awaitQuiet();
        }
    }

    @Test
    void aStreamWithForksThatIsDeletedIsGoneForThoseWhoWait() throws Exception {
        try (RunningServer server = server();
                RawConnection poll = follow(server, "long-poll")) {
            server.ask(RawRequest.of("PUT", "/v1/stream/fork").with("Stream-Forked-From", STREAM));
            RunningServer.await("it follows", () -> server.followers() == 1);

            server.ask(RawRequest.of("DELETE", STREAM));

            assertThat(poll.answer().status()).isEqualTo(410);
        }
    }

    @Test
    void aStreamThatExpiresIsGoneForThoseWhoWait() throws Exception {
        try (RunningServer server = server()) {
            String until = Instant.now().plusMillis(1500).toString();
            server.ask(RawRequest.put("/v1/stream/short", "text/plain").with("Stream-Expires-At", until));
            RawResponse answer = server.ask(RawRequest.get("/v1/stream/short?offset=now&live=long-poll"));

            assertThat(answer.status()).isEqualTo(404);
        }
    }

    @Test
    void aStreamThatSomebodyFollowsStays() throws Exception {
        try (RunningServer server = server()) {
            server.ask(RawRequest.put("/v1/stream/idle", "text/plain").with("Stream-TTL", "1"));
            try (RawConnection follower = server.connect()) {
                follower.send(
                        RawRequest.get("/v1/stream/idle?offset=now&live=sse").bytes());
                follower.head();
                Thread.sleep(2500); // more than it lives unused
                assertThat(server.ask(RawRequest.of("HEAD", "/v1/stream/idle")).status())
                        .isEqualTo(200);
            }
            RunningServer.await("it expires", () -> status(server, "/v1/stream/idle") == 404);
        }
    }

    private static int status(RunningServer server, String stream) {
        try {
            return server.ask(RawRequest.of("HEAD", stream)).status();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Each life of the stream has a number, and whoever follows one life sees nothing of another. */
    @Seeds(3)
    void noFollowerSeesTwoLivesOfAPath(long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        try (RunningServer server = server();
                ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            CompletableFuture<Void> over = new CompletableFuture<>();
            List<Future<?>> readers = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                String kind = i % 4 == 0 ? "long-poll" : "sse";
                SplittableRandom own = random.split();
                readers.add(pool.submit(() -> {
                    while (!over.isDone()) {
                        String from = own.nextBoolean() ? "now" : "-1";
                        check(server.ask(RawRequest.get(STREAM + "?offset=" + from + "&live=" + kind)));
                    }
                    return null;
                }));
            }
            try (RawConnection writer = server.connect()) {
                for (int life = 0; life < 150; life++) {
                    writer.ask(RawRequest.of("DELETE", STREAM));
                    writer.ask(RawRequest.put(STREAM, "text/plain"));
                    for (int i = random.nextInt(4); i >= 0; i--) {
                        writer.ask(RawRequest.post(STREAM, "text/plain", "<" + (1000 + life) + ">"));
                    }
                }
                over.complete(null);
                writer.ask(RawRequest.of("POST", STREAM).with("Stream-Closed", "true"));
            }
            for (Future<?> reader : readers) {
                reader.get();
            }
            server.awaitQuiet();
        }
    }

    private static void check(RawResponse answer) {
        assertThat(answer.status()).as(answer.toString()).isIn(200, 204, 404);
        if (answer.status() == 200) {
            Set<String> lives = new HashSet<>();
            Matcher matcher = LIFE.matcher(answer.text());
            while (matcher.find()) {
                lives.add(matcher.group(1));
            }
            assertThat(lives).as(answer.text()).hasSizeLessThan(2);
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
