package dev.leat.http.http1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.http.raw.RawConnection;
import dev.leat.http.raw.RawRequest;
import dev.leat.http.raw.RawResponse;
import dev.leat.http.raw.RunningServer;
import dev.leat.http.raw.Wire;
import java.net.ConnectException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A server that stops says so to those who wait, and then to everybody. */
@ParameterizedClass
@EnumSource(Wire.class)
final class StoppingServerTest {
    @Parameter
    Wire wire;

    private static final Duration DRAIN = Duration.ofSeconds(10);
    private static final RawRequest WAITING =
            RawRequest.post("/v1/queues/q/receive", "application/json", "{\"consumer\":\"c\",\"wait\":\"4m\"}");

    private WireServer server;

    @BeforeEach
    void start() throws Exception {
        Duration wait = Duration.ofMinutes(2);
        server = WireServer.start(wire, LongAnswers.settings().with(RunningServer.live(wait, wait)));
        assertThat(server.ask(RawRequest.of("PUT", "/v1/queues/q")).status()).isEqualTo(201);
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    private CompletableFuture<Void> stopping() {
        return CompletableFuture.runAsync(
                () -> server.running().server().stop(DRAIN),
                task -> Thread.ofVirtual().start(task));
    }

    @Test
    void whoWaitsForMessagesIsToldAndThenSeesTheEnd() throws Exception {
        try (RawConnection waiting = server.connect()) {
            waiting.send(WAITING.bytes());
            RunningServer.await("it waits", () -> server.running().followers("receive") == 1);
            CompletableFuture<Void> stopping = stopping();

            RawResponse answer = waiting.answer();

            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.text()).contains("urn:leat:problem:shutting-down");
            assertThat(waiting.isClosedByServer()).isTrue();
            stopping.get(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void whoWaitsForAStreamIsAnsweredAndThenSeesTheEnd() throws Exception {
        String stream = server.stream();
        try (RawConnection poll = server.connect();
                RawConnection events = server.connect()) {
            poll.send(WireServer.get(stream + "?offset=now&live=long-poll"));
            events.send(WireServer.get(stream + "?offset=-1&live=sse"));
            RunningServer.await("both follow", () -> server.running().followers() == 2);
            CompletableFuture<Void> stopping = stopping();

            assertThat(poll.answer().status()).isEqualTo(204);
            assertThat(poll.isClosedByServer()).isTrue();
            assertThat(events.answer().text()).endsWith("}\n\n"); // to the last chunk
            assertThat(events.isClosedByServer()).isTrue();
            stopping.get(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void whoIsIdleSeesTheEnd() throws Exception {
        try (RawConnection used = server.connect();
                RawConnection unused = server.connect()) {
            assertThat(used.ask(RawRequest.get("/health/live")).status()).isEqualTo(200);
            server.heard();
            CompletableFuture<Void> stopping = stopping();

            assertThat(used.isClosedByServer()).isTrue();
            assertThat(unused.isClosedByServer()).isTrue();
            stopping.get(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void whoIsInTheMiddleOfARequestMayFinishIt() throws Exception {
        String stream = server.stream();
        try (RawConnection idle = server.connect();
                RawConnection busy = server.connect()) {
            assertThat(idle.ask(RawRequest.get("/health/live")).status()).isEqualTo(200);
            server.sendInPieces(busy, WireServer.post(stream) + "Content-Length: 5\r\n\r\nhe");
            RunningServer.await("it arrived", () -> server.running().requestsInFlight() == 1);
            CompletableFuture<Void> stopping = stopping();
            assertThat(idle.isClosedByServer()).as("it stops").isTrue();

            busy.send("llo");

            assertThat(busy.answer().status()).isEqualTo(204);
            assertThat(busy.isClosedByServer()).isTrue();
            stopping.get(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void whoStillReadsItsAnswerGetsAllOfIt() throws Exception {
        LongAnswers answers = LongAnswers.in(server);
        try (RawConnection idle = server.connect();
                RawConnection slow = server.running().connectNarrow()) {
            assertThat(idle.ask(RawRequest.get("/health/live")).status()).isEqualTo(200);
            answers.ask(slow);
            CompletableFuture<Void> stopping = stopping();
            assertThat(idle.isClosedByServer()).as("it stops").isTrue();

            assertThat(slow.answer().body()).hasSize(LongAnswers.BYTES);
            assertThat(slow.isClosedByServer()).isTrue();
            stopping.get(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void whoWasAnsweredBeforeItsBodyWasThereIsNotWaitedFor() throws Exception {
        try (RawConnection early = server.connect()) {
            early.send("POST /nowhere HTTP/1.1\r\nHost: leat.localhost\r\nContent-Length: 10\r\n\r\nhalf ");
            assertThat(early.answer().status()).isEqualTo(404);
            CompletableFuture<Void> stopping = CompletableFuture.runAsync(
                    () -> server.running().server().stop(Duration.ofHours(1)),
                    task -> Thread.ofVirtual().start(task));

            assertThat(early.isClosedByServer()).isTrue();
            stopping.get(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void nobodyNewIsLetIn() throws Exception {
        int port = server.running().port();

        server.running().server().stop(DRAIN);

        assertThatThrownBy(() -> RawConnection.to(port)).isInstanceOf(ConnectException.class);
    }
}
