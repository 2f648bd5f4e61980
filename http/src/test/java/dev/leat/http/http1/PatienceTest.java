package dev.leat.http.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.Leat;
import dev.leat.http.LeatServer;
import dev.leat.http.ServerSettings;
import dev.leat.http.access.Access;
import dev.leat.http.access.Caller;
import dev.leat.http.raw.RawConnection;
import dev.leat.http.raw.RawRequest;
import dev.leat.http.raw.RunningServer;
import dev.leat.http.raw.Wire;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Clients that take their time, and clients that take none. */
@ParameterizedClass
@EnumSource(Wire.class)
final class PatienceTest {
    @Parameter
    Wire wire;

    @Test
    void whoStillReadsItsLastAnswerIsNotIdle() throws Exception {
        Duration soon = Duration.ofMillis(500); // enough for a handshake and a request
        Duration late = Duration.ofMinutes(5);
        try (WireServer server =
                WireServer.start(wire, LongAnswers.settings().with(RunningServer.bounds(soon, late, late)))) {
            LongAnswers answers = LongAnswers.in(server);
            try (RawConnection slow = server.running().connectNarrow()) {
                slow.send(WireServer.get(answers.stream() + "?offset=-1"));
                RunningServer.await(
                        "it is being answered", () -> server.running().connections() > 0);
                for (int i = 0; i < 2; i++) {
                    try (RawConnection idle = server.connect()) {
                        assertThat(idle.isClosedByServer())
                                .as("the idle are looked for")
                                .isTrue();
                    }
                }

                assertThat(slow.answer().body()).hasSize(LongAnswers.BYTES);
            }
        }
    }

    /** Lets everybody in, but not yet. */
    private static final class SlowAccess implements Access {
        private final Queue<CompletableFuture<Caller>> waiting = new ConcurrentLinkedQueue<>();

        @Override
        public CompletableFuture<Caller> authenticate(@Nullable String authorization) {
            CompletableFuture<Caller> promise = new CompletableFuture<>();
            waiting.add(promise);
            return promise;
        }

        void letIn() {
            waiting.forEach(
                    promise -> promise.complete(Access.OPEN.authenticate(null).resultNow()));
        }
    }

    @Test
    void whoLeavesBeforeItIsLetInIsForgotten() throws Exception {
        withThreeWhoAreNotLetIn((registry, access, clients) -> {
            for (RawConnection client : clients) {
                client.abort();
            }
            RunningServer.await("they are gone", () -> value(registry, "leat.http.connections") == 0);

            access.letIn();
        });
    }

    /** It may still read, so it is answered once access is decided, and nothing waits for more. */
    @Test
    void whoEndsItsSideBeforeItIsLetInIsForgottenOnceItIs() throws Exception {
        withThreeWhoAreNotLetIn((registry, access, clients) -> {
            for (RawConnection client : clients) {
                client.endOutput();
            }

            access.letIn();

            for (RawConnection client : clients) {
                assertThat(client.answer().status()).isEqualTo(404);
                assertThat(client.isClosedByServer()).isTrue();
            }
            RunningServer.await("they are gone", () -> value(registry, "leat.http.connections") == 0);
        });
    }

    private interface Leaving {
        void leave(SimpleMeterRegistry registry, SlowAccess access, List<RawConnection> clients) throws Exception;
    }

    private void withThreeWhoAreNotLetIn(Leaving leaving) throws Exception {
        SlowAccess access = new SlowAccess();
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (Leat leat = Leat.inMemory();
                LeatServer server = LeatServer.start(
                        leat.engine(), wire.applyTo(ServerSettings.defaults().withPort(0)), access, registry)) {
            RawConnection body = wire.connect(server.port());
            body.send(RawRequest.post("/v1/stream/a", "text/plain", "never").bytes());
            RawConnection receive = wire.connect(server.port());
            receive.send(
                    RawRequest.post("/v1/queues/q/receive", "application/json", "{\"consumer\":\"c\",\"wait\":\"4m\"}")
                            .bytes());
            RawConnection events = wire.connect(server.port());
            events.send(WireServer.get("/v1/stream/a?offset=-1&live=sse"));
            RunningServer.await("all of them wait", () -> access.waiting.size() == 3);

            leaving.leave(registry, access, List.of(body, receive, events));

            RunningServer.await("nothing is in flight", () -> value(registry, "leat.http.requests.in.flight") == 0);
        }
    }

    private static int value(SimpleMeterRegistry registry, String name) {
        return (int) registry.get(name).gauge().value();
    }
}
