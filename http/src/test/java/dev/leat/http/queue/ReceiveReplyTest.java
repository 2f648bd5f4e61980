package dev.leat.http.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.ContentType;
import dev.leat.api.queue.Deliveries;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.DeliveryId;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.Settlement;
import dev.leat.api.spi.QueueCommand;
import dev.leat.http.raw.RawConnection;
import dev.leat.http.raw.RawRequest;
import dev.leat.http.raw.RawResponse;
import dev.leat.http.raw.RunningServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A message that reaches nobody is not lost, and nobody waits for a server that stops. */
class ReceiveReplyTest {
    private static final RawRequest WAITING = RawRequest.post(
            "/v1/queues/q/receive", "application/json", "{\"consumer\":\"c\",\"wait\":\"60s\",\"max\":2}");

    private final ScriptedEngine engine = new ScriptedEngine(what -> null);
    private final Desk desk = new Desk(engine);

    @AfterEach
    void close() {
        desk.close();
    }

    private static Deliveries two() {
        return new Deliveries(List.of(delivery("d1"), delivery("d2")), false);
    }

    private static Delivery delivery(String id) {
        return new Delivery(
                DeliveryId.of(id),
                MessageId.of("m-" + id),
                1,
                1,
                5,
                "hello".getBytes(StandardCharsets.UTF_8),
                ContentType.TEXT,
                null,
                4,
                Map.of(),
                Instant.EPOCH,
                Instant.EPOCH.plusSeconds(30),
                null,
                null);
    }

    private ScriptedEngine.Asked received() throws InterruptedException {
        RunningServer.await(
                "the engine is asked",
                () -> !engine.asked(QueueCommand.Receive.class).isEmpty());
        return engine.asked(QueueCommand.Receive.class).getFirst();
    }

    @Test
    void whoWaitsGetsWhatComesLater() throws Exception {
        try (RawConnection client = RawConnection.to(desk.port())) {
            client.send(WAITING.bytes());
            received().answer(two());

            RawResponse answer = client.answer();

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.text()).contains("\"deliveryId\":\"d1\"", "\"payload\":\"hello\"", "\"throttled\":false");
            assertThat(engine.asked(QueueCommand.Settle.class)).isEmpty();
            assertThat(desk.receiving()).isZero();
        }
    }

    @Test
    void whatIsDeliveredToAClientThatLeftIsReleased() throws Exception {
        try (RawConnection client = RawConnection.to(desk.port())) {
            client.send(WAITING.bytes());
            received();
            assertThat(desk.receiving()).isOne();
        }
        RunningServer.await("the server knows that it left", () -> desk.receiving() == 0);
        assertThat(engine.isEnded(received())).isTrue();

        received().answer(two()); // it was on its way already

        RunningServer.await(
                "they are released",
                () -> !engine.asked(QueueCommand.Settle.class).isEmpty());
        assertThat(engine.asked(QueueCommand.Settle.class))
                .extracting(ScriptedEngine.Asked::what)
                .containsExactly(new QueueCommand.Settle(
                        QueueName.of("q"),
                        List.of(Settlement.Release.of(DeliveryId.of("d1")), Settlement.Release.of(DeliveryId.of("d2"))),
                        false));
    }

    @Test
    void whatIsDeliveredAtTheMomentOfLeavingIsReleasedOrWasSent() throws Exception {
        for (int round = 0; round < 200; round++) {
            int before = engine.asked(QueueCommand.Receive.class).size();
            RawConnection client = RawConnection.to(desk.port());
            client.send(WAITING.bytes());
            RunningServer.await(
                    "the engine is asked",
                    () -> engine.asked(QueueCommand.Receive.class).size() > before);
            Thread leaving = Thread.startVirtualThread(() -> abort(client));
            engine.asked(QueueCommand.Receive.class).getLast().answer(two());
            leaving.join();
        }

        RunningServer.await("nobody waits", () -> desk.receiving() == 0);
    }

    private static void abort(RawConnection client) {
        try {
            client.abort();
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void aServerThatStopsAnswersThoseWhoWait() throws Exception {
        try (RawConnection client = RawConnection.to(desk.port())) {
            client.send(WAITING.bytes());
            received();

            desk.stop();

            RawResponse answer = client.answer();
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.text()).contains("urn:leat:problem:shutting-down");
            assertThat(answer.header("retry-after")).isEqualTo("1");
        }
    }

    @Test
    void aServerThatStopsAnswersThoseWhoWaitForRoom() throws Exception {
        try (RawConnection client = RawConnection.to(desk.port())) {
            client.send(RawRequest.post("/v1/queues/q/messages", "text/plain", "hello")
                    .bytes());
            RunningServer.await(
                    "the engine is asked",
                    () -> !engine.asked(QueueCommand.Enqueue.class).isEmpty());

            desk.stop();

            RawResponse answer = client.answer();
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.text()).contains("urn:leat:problem:shutting-down");
        }
    }

    @Test
    void nobodyWaitsLongerThanAllowed() throws Exception {
        assertThat(desk.ask("POST", "/v1/queues/q/receive", "{\"wait\":\"PT5M1S\"}")
                        .body())
                .contains("urn:leat:problem:wait-too-long");
    }

    @Test
    void whoDoesNotWaitAsksForNoTime() throws Exception {
        try (RawConnection client = RawConnection.to(desk.port())) {
            client.send(RawRequest.post("/v1/queues/q/receive", "application/json", "")
                    .bytes());

            QueueCommand.Receive receive = (QueueCommand.Receive) received().what();

            assertThat(receive.waitFor()).isEqualTo(Duration.ZERO);
            assertThat(receive.max()).isOne();
            assertThat(receive.group()).isNull();
            assertThat(receive.consumer().value()).isEqualTo("anonymous");
        }
    }
}
