package dev.leat.client.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.Leat;
import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.queue.Deliveries;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.MessageQueue;
import dev.leat.api.queue.NewMessage;
import dev.leat.client.LeatClient;
import dev.leat.http.LeatServer;
import dev.leat.http.ServerSettings;
import dev.leat.http.access.Access;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Receives that wait cost a connection or a stream of one, and no thread. */
@Isolated // it counts threads
@ParameterizedClass
@EnumSource(HttpClient.Version.class)
class WaitingTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    private final Leat leat = Leat.inMemory();
    private final LeatServer server = LeatServer.start(
            leat.engine(),
            ServerSettings.defaults().withPort(0).withEventLoops(1),
            Access.OPEN,
            new SimpleMeterRegistry());
    private final LeatClient client;
    private final int many;
    private final MessageQueue jobs;

    WaitingTest(HttpClient.Version version) {
        client = LeatClient.builder("http://127.0.0.1:" + server.port())
                .version(version)
                .build();
        jobs = client.queues().create("jobs");
        many = version == HttpClient.Version.HTTP_2 ? 80 : 300; // a server lets 100 share a connection
    }

    @AfterEach
    void close() {
        client.close();
        server.stop(Duration.ZERO);
        leat.close();
    }

    private int waiters() {
        return leat.queue("jobs").info().groups().get(0).waiters();
    }

    private List<CompletableFuture<Deliveries>> waiting(int count) throws InterruptedException {
        List<CompletableFuture<Deliveries>> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(jobs.async().receive(1, LONG));
        }
        Until.holds("all wait", () -> waiters() == count);
        return all;
    }

    @Test
    void noThreadWaitsForAMessage() throws InterruptedException {
        jobs.info();
        int before = Thread.activeCount();
        List<CompletableFuture<Deliveries>> all = waiting(many);

        assertThat(Thread.activeCount() - before).isLessThan(20);

        jobs.enqueue(IntStream.range(0, many)
                .mapToObj(i -> NewMessage.of("job " + i))
                .toList());
        assertThat(all).allSatisfy(one -> assertThat(one.join().deliveries()).hasSize(1));
        assertThat(all.stream()
                        .map(one -> one.join().deliveries().get(0).text())
                        .distinct())
                .hasSize(many);
    }

    @Test
    void whoStopsWaitingIsGoneForTheServerAndTakesNothingAlong() throws InterruptedException {
        List<CompletableFuture<Deliveries>> all = waiting(50);

        all.forEach(one -> one.cancel(false));
        Until.holds("nobody waits", () -> waiters() == 0);

        jobs.enqueue("a");
        assertThat(jobs.receive(1, LONG)).extracting(Delivery::attempt).containsExactly(1);
    }

    @Test
    void closingTheClientEndsWhatWaits() throws InterruptedException {
        List<CompletableFuture<Deliveries>> all = waiting(20);

        client.close();

        Until.holds("nobody waits", () -> waiters() == 0);
        assertThat(all)
                .allSatisfy(one -> assertThat(
                                one.handle((received, failure) -> failure).join())
                        .hasRootCauseInstanceOf(RejectedException.class)
                        .satisfies(failure -> assertThat(((RejectedException) failure.getCause()).rejection())
                                .isInstanceOf(Rejection.Unavailable.class)));
    }

    @Test
    void whoeverWaitsWhenAServerStopsWaitsAtTheNextOne() throws InterruptedException {
        List<CompletableFuture<Deliveries>> all = waiting(20);
        int port = server.port();

        server.stop(Duration.ofSeconds(10));
        LeatServer next = LeatServer.start(
                leat.engine(),
                ServerSettings.defaults().withPort(port).withEventLoops(1),
                Access.OPEN,
                new SimpleMeterRegistry());
        try {
            for (int i = 0; i < all.size(); i++) {
                jobs.enqueue(NewMessage.of("job " + i));
            }

            assertThat(all)
                    .allSatisfy(one -> assertThat(one.join().deliveries()).hasSize(1));
        } finally {
            next.stop(Duration.ZERO);
        }
    }

    @Test
    void whoeverDoesNotRepeatIsToldThatTheServerStops() throws InterruptedException {
        try (LeatClient impatient = LeatClient.builder("http://127.0.0.1:" + server.port())
                .retryFor(Duration.ZERO)
                .build()) {
            CompletableFuture<Deliveries> one = impatient.queue("jobs").async().receive(1, LONG);
            Until.holds("it waits", () -> waiters() == 1);

            server.stop(Duration.ofSeconds(10));

            assertThatThrownBy(one::join)
                    .hasRootCauseInstanceOf(RejectedException.class)
                    .hasMessageContaining("the server is stopping");
        }
    }
}
