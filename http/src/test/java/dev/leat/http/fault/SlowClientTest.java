package dev.leat.http.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.engine.Settings;
import dev.leat.engine.settings.CheckpointSettings;
import dev.leat.http.ServerSettings;
import dev.leat.http.exchange.Bounds;
import dev.leat.http.raw.RawConnection;
import dev.leat.http.raw.RawRequest;
import dev.leat.http.raw.RawResponse;
import dev.leat.http.raw.RunningServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Clients that send or read too little, too slowly, or not at all. */
@Execution(ExecutionMode.CONCURRENT)
class SlowClientTest {
    private static final Duration SHORT = Duration.ofMillis(500);
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final int MIB = 1 << 20;

    @TempDir
    Path directory;

    private static ServerSettings bounded(Bounds bounds) {
        return RunningServer.settings(200 * MIB, List.of("*")).with(bounds);
    }

    @Test
    void aBodyThatIsCutOffIsNotAppended() throws Exception {
        try (RunningServer server = RunningServer.inMemory()) {
            server.ask(RawRequest.put("/v1/stream/s", "text/plain"));
            String head = "POST /v1/stream/s HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n";
            for (String start : List.of(
                    head + "Content-Length: 10\r\n\r\nhalf",
                    head + "Content-Length: 10\r\n\r\n",
                    head + "Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n",
                    head + "Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n0\r\n",
                    head + "Content-Length: 4\r\nExpect: 100-continue\r\n\r\n",
                    "PUT /v1/stream/t HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nhal")) {
                server.connect().send(start).close();
                RawConnection reset = server.connect().send(start);
                RunningServer.await("it arrived", () -> server.requestsInFlight() > 0);
                reset.abort();
            }

            RunningServer.await("all are gone", () -> server.connections() == 0);
            server.awaitQuiet();
            assertThat(server.ask(RawRequest.get("/v1/stream/s")).body()).isEmpty();
            assertThat(server.ask(RawRequest.of("HEAD", "/v1/stream/t")).status())
                    .isEqualTo(404);
        }
    }

    @Test
    void halfSentBodiesOfAllClientsTogetherAreBounded() throws Exception {
        Bounds defaults = Bounds.defaults();
        Bounds two = new Bounds(MIB, 2 * MIB, defaults.unsentBytes(), defaults.headerBytes(), 100, LONG, LONG, LONG);
        try (RunningServer server = RunningServer.inMemory(bounded(two))) {
            server.ask(RawRequest.put("/v1/stream/s", "text/plain"));
            String head =
                    "POST /v1/stream/s HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: "
                            + MIB + "\r\n\r\n";
            List<RawConnection> holding = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                holding.add(server.connect().send(head).send("x".repeat(MIB - 1)));
            }
            RunningServer.await("both are received", () -> server.bodiesHeld() == 2L * MIB);

            try (RawConnection third = server.connect().send(head).send("x".repeat(1000))) {
                RawResponse refused = third.answer();
                assertThat(refused.status()).as(refused.toString()).isEqualTo(503);
                assertThat(refused.header("Retry-After")).isEqualTo("1");
            }
            assertThat(server.ask(RawRequest.post("/v1/stream/s", "text/plain", "sent at once"))
                            .status())
                    .isEqualTo(204);
            holding.get(0).abort();
            RunningServer.await("its memory is free", () -> server.bodiesHeld() == MIB);
            holding.set(0, server.connect().send(head).send("x".repeat(1000)));
            RunningServer.await("there is room again", () -> server.bodiesHeld() == MIB + (64 << 10));
            holding.get(0).abort();
            holding.get(1).abort(); // a server that stops would wait for the rest of its body
        }
    }

    @Test
    void aConnectionWithoutARequestIsNotKeptForever() throws Exception {
        try (RunningServer server = RunningServer.inMemory(bounded(RunningServer.bounds(SHORT, LONG, LONG)));
                RawConnection idle = server.connect();
                RawConnection started = server.connect()) {
            assertThat(idle.ask(RawRequest.get("/v1/stream/s")).status()).isEqualTo(404);
            assertThat(started.ask(RawRequest.get("/v1/stream/s")).status()).isEqualTo(404);
            started.send("GET /v1/stream/s HTTP/1.1\r\nHo");

            assertThat(idle.isClosedByServer()).isTrue();
            assertThat(started.isClosedByServer()).isTrue();
        }
    }

    @Test
    void aBodyThatTricklesInIsNotWaitedForForever() throws Exception {
        try (RunningServer server = RunningServer.inMemory(bounded(RunningServer.bounds(LONG, SHORT, LONG)));
                RawConnection slow = server.connect()) {
            server.ask(RawRequest.put("/v1/stream/s", "text/plain"));
            slow.send(
                    "POST /v1/stream/s HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nhalf");

            RawResponse answer = slow.answer();
            assertThat(answer.status()).isEqualTo(408);
            Decency.check("a slow body", answer);
            assertThat(slow.isClosedByServer()).isTrue();
            assertThat(server.ask(RawRequest.get("/v1/stream/s")).body()).isEmpty();
            server.awaitQuiet();
        }
    }

    @Test
    void aHeadThatComesByteByByteIsNotWaitedForForever() throws Exception {
        try (RunningServer server = RunningServer.inMemory(bounded(RunningServer.bounds(SHORT, LONG, LONG)));
                RawConnection slow = server.connect()) {
            assertThat(slow.ask(RawRequest.get("/v1/stream/s")).status()).isEqualTo(404);
            try (Dripping dripping =
                    new Dripping(slow, "GET /v1/stream/s HTTP/1.1\r\nHost: localhost\r\nX-Endless: ")) {
                assertThat(slow.isClosedByServer()).isTrue();
                assertThat(dripping.sent()).as("it was never silent").isGreaterThan(1);
            }
            server.awaitQuiet();
        }
    }

    @Test
    void aFirstHeadThatComesByteByByteIsNotWaitedForForever() throws Exception {
        try (RunningServer server = RunningServer.inMemory(bounded(RunningServer.bounds(SHORT, LONG, LONG)))) {
            for (String start : List.of(
                    "GET /v1/stream/s HTTP/1.1\r\nHost: localhost\r\nX-Endless: ",
                    "GET /v1/stream/",
                    "PRI * HTTP/2.0\r\n",
                    "P")) {
                try (RawConnection slow = server.connect();
                        Dripping dripping = new Dripping(slow, start)) {
                    assertThat(slow.isClosedByServer()).as(start).isTrue();
                    assertThat(dripping.sent()).as("it was never silent").isGreaterThan(1);
                }
            }
            server.awaitQuiet();
        }
    }

    @Test
    void aBodyThatComesByteByByteIsNotWaitedForForever() throws Exception {
        try (RunningServer server = RunningServer.inMemory(bounded(RunningServer.bounds(LONG, SHORT, LONG)));
                RawConnection slow = server.connect()) {
            server.ask(RawRequest.put("/v1/stream/s", "text/plain"));
            slow.send("POST /v1/stream/s HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: "
                    + MIB + "\r\n\r\n");
            try (Dripping dripping = new Dripping(slow, "half")) {
                RawResponse answer = slow.answer();

                assertThat(answer.status()).isEqualTo(408);
                Decency.check("a slow body", answer);
                assertThat(slow.isClosedByServer()).isTrue();
                assertThat(dripping.sent()).as("it was never silent").isGreaterThan(1);
            }
            assertThat(server.ask(RawRequest.get("/v1/stream/s")).body()).isEmpty();
            server.awaitQuiet();
        }
    }

    @Test
    void whoNeverReadsIsCutOffAndHoldsNothing() throws Exception {
        Settings engine = Settings.defaults().with(CheckpointSettings.defaults().withBytes(MIB));
        ServerSettings settings = bounded(RunningServer.bounds(LONG, LONG, SHORT));
        try (RunningServer server = RunningServer.on(directory, engine, settings)) {
            fill(server, "/v1/stream/s", Boolean.getBoolean("leat.thorough") ? 100 : 24);
            awaitCheckpoint(server);
            List<RawConnection> stuck = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                RawConnection connection = RawConnection.narrow(server.port());
                stuck.add(connection.send(RawRequest.get("/v1/stream/s").bytes()));
            }
            RawConnection pipelining = RawConnection.narrow(server.port());
            stuck.add(pipelining);
            for (int i = 0; i < 20; i++) {
                pipelining.send(RawRequest.get("/v1/stream/s").bytes());
            }
            RunningServer.await("they are being answered", () -> server.openSlices() >= 1);

            RunningServer.await("they are cut off", () -> server.connections() == 0);
            server.awaitQuiet();
            for (RawConnection connection : stuck) {
                connection.close();
            }
            assertThat(server.readAll("/v1/stream/s").length % MIB).isZero();
        }
    }

    @Test
    void aFollowerThatNeverReadsIsCutOff() throws Exception {
        ServerSettings settings =
                bounded(RunningServer.bounds(LONG, LONG, SHORT)).with(RunningServer.live(LONG, Duration.ofMinutes(5)));
        try (RunningServer server = RunningServer.inMemory(settings)) {
            server.ask(RawRequest.put("/v1/stream/s", "text/plain"));
            RawConnection late = RawConnection.narrow(server.port());
            late.send(RawRequest.get("/v1/stream/s?offset=now&live=sse").bytes());
            RunningServer.await("it follows", () -> server.followers("sse") == 1);
            fill(server, "/v1/stream/s", 24);
            RawConnection early = RawConnection.narrow(server.port());
            early.send(RawRequest.get("/v1/stream/s?offset=-1&live=sse").bytes());

            RunningServer.await("one came", () -> server.connections() > 0);
            RunningServer.await("both are cut off", () -> server.connections() == 0);
            server.awaitQuiet();
            late.close();
            early.close();
        }
    }

    @Test
    void whoLeavesInTheMiddleOfAnAnswerHoldsNothing() throws Exception {
        Settings engine = Settings.defaults().with(CheckpointSettings.defaults().withBytes(MIB));
        try (RunningServer server = RunningServer.on(directory, engine, bounded(Bounds.defaults()))) {
            fill(server, "/v1/stream/s", 24);
            awaitCheckpoint(server);
            for (int i = 0; i < 20; i++) {
                RawConnection connection = RawConnection.narrow(server.port());
                connection.send(RawRequest.get("/v1/stream/s")
                        .with("Accept-Encoding", i % 4 == 0 ? "gzip" : "identity")
                        .bytes());
                if (i % 2 == 0) {
                    connection.head();
                }
                connection.abort();
            }

            RunningServer.await("all are gone", () -> server.connections() == 0);
            server.awaitQuiet();
        }
    }

    /** Most of what there is is in files. */
    private static void awaitCheckpoint(RunningServer server) throws InterruptedException {
        RunningServer.await("a checkpoint", () -> server.leat().stats().hotBytes() < 8L * MIB);
    }

    private static void fill(RunningServer server, String stream, int mebibytes) throws Exception {
        server.ask(RawRequest.put(stream, "text/plain"));
        try (RawConnection connection = server.connect()) {
            for (int i = 0; i < mebibytes; i++) {
                String body = Character.toString('a' + i % 26).repeat(MIB);
                assertThat(connection
                                .ask(RawRequest.post(stream, "text/plain", body))
                                .status())
                        .isEqualTo(204);
            }
        }
    }

    @Test
    void whoReadsSlowlyGetsEverything() throws Exception {
        int messages = 200;
        String filler = "x".repeat(50_000);
        try (RunningServer server = RunningServer.inMemory(
                        bounded(Bounds.defaults()).with(RunningServer.live(LONG, Duration.ofMinutes(5))));
                RawConnection follower = RawConnection.narrow(server.port())) {
            server.ask(RawRequest.put("/v1/stream/s", "text/plain"));
            follower.send(RawRequest.get("/v1/stream/s?offset=-1&live=sse").bytes());
            RunningServer.await("it follows", () -> server.followers("sse") == 1);
            try (RawConnection writer = server.connect()) {
                for (int i = 0; i < messages; i++) {
                    writer.ask(RawRequest.post("/v1/stream/s", "text/plain", "<" + i + ">" + filler));
                }
                writer.ask(RawRequest.of("POST", "/v1/stream/s").with("Stream-Closed", "true"));
            }

            String seen =
                    follower.answer().text().replaceAll("event: control\ndata:.*\n\n|event: data\ndata:|\n\n", "");
            StringBuilder expected = new StringBuilder();
            for (int i = 0; i < messages; i++) {
                expected.append('<').append(i).append('>').append(filler);
            }
            assertThat(seen.equals(expected.toString())).isTrue();
            server.awaitQuiet();
        }
    }

    @Test
    void thereIsRoomForSoManyConnectionsAndNoMore() throws Exception {
        Bounds defaults = Bounds.defaults();
        Bounds five = new Bounds(
                defaults.bodyBytes(),
                defaults.allBodiesBytes(),
                defaults.unsentBytes(),
                defaults.headerBytes(),
                5,
                defaults.idle(),
                defaults.body(),
                defaults.stalled());
        try (RunningServer server = RunningServer.inMemory(bounded(five))) {
            List<RawConnection> clients = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                clients.add(server.connect());
                assertThat(clients.get(i).ask(RawRequest.get("/v1/stream/s")).status())
                        .isEqualTo(404);
            }

            try (RawConnection sixth = server.connect()) {
                RawResponse refused = sixth.ask(RawRequest.get("/v1/stream/s"));
                assertThat(refused.status()).isEqualTo(503);
                assertThat(refused.text()).contains("urn:leat:problem:connections-exhausted");
                assertThat(sixth.isClosedByServer()).isTrue();
            }
            clients.remove(0).close();
            RunningServer.await("there is room again", () -> server.connections() == 4);
            assertThat(server.ask(RawRequest.get("/v1/stream/s")).status()).isEqualTo(404);
            for (RawConnection client : clients) {
                client.close();
            }
        }
    }
}
