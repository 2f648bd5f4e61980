package dev.leat.http.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.Settlement;
import dev.leat.api.spi.Engine;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueQuery;
import dev.leat.http.raw.RawConnection;
import dev.leat.http.raw.RawRequest;
import dev.leat.http.raw.RunningServer;
import java.time.Duration;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Clients of a real engine that leave while they wait. */
class HangingUpTest {
    private static final QueueName QUEUE = QueueName.of("q");
    private static final RawRequest WAITING =
            RawRequest.post("/v1/queues/q/receive", "application/json", "{\"consumer\":\"c\",\"wait\":\"5m\"}");

    private final RunningServer server = RunningServer.inMemory();
    private final Engine engine = server.leat().engine();

    @BeforeEach
    void make() {
        engine.call(new QueueCommand.CreateQueue(
                QUEUE,
                QueueConfig.builder(QueueConfig.Mode.WORK)
                        .lease(Duration.ofMillis(500))
                        .maxAttempts(0)
                        .build()));
    }

    @AfterEach
    void close() {
        server.close();
    }

    private int waiters() {
        return engine.call(new QueueQuery.Queue(QUEUE)).groups().getFirst().waiters();
    }

    private Delivery received() {
        return engine.call(new QueueCommand.Receive(QUEUE, null, ConsumerName.of("me"), 1, Duration.ofMinutes(1), null))
                .deliveries()
                .getFirst();
    }

    @Test
    void theNextOneGetsTheMessageAndNoAttemptIsSpent() throws Exception {
        for (int i = 0; i < 20; i++) {
            try (RawConnection client = server.connect()) {
                client.send(WAITING.bytes());
                RunningServer.await("it waits", () -> waiters() > 0);
            }
        }
        RunningServer.await("nobody is waited for", () -> server.followers("receive") == 0);
        engine.call(QueueCommand.Enqueue.of(QUEUE, NewMessage.of("hello")));

        Delivery delivery = received();

        assertThat(delivery.text()).isEqualTo("hello");
        assertThat(delivery.attempt()).isOne();
    }

    @Test
    void nothingIsLostHoweverManyLeave() throws Exception {
        Random random = new Random(17);
        Set<String> enqueued = new TreeSet<>();
        for (int round = 0; round < 100; round++) {
            RawConnection client = server.connect();
            client.send(WAITING.bytes());
            String text = "m" + round;
            enqueued.add(text);
            if (random.nextBoolean()) {
                engine.call(QueueCommand.Enqueue.of(QUEUE, NewMessage.of(text)));
                client.abort();
            } else {
                client.abort();
                engine.call(QueueCommand.Enqueue.of(QUEUE, NewMessage.of(text)));
            }
        }

        Set<String> found = new TreeSet<>();
        while (found.size() < enqueued.size()) {
            Delivery delivery = received();
            found.add(delivery.text());
            engine.call(QueueCommand.Settle.of(QUEUE, Settlement.Ack.of(delivery.deliveryId())));
        }

        assertThat(found).isEqualTo(enqueued);
        server.awaitQuiet();
    }

    @Test
    void aServerThatStopsLetsNobodyWait() throws Exception {
        try (RawConnection client = server.connect()) {
            client.send(WAITING.bytes());
            RunningServer.await("it waits", () -> waiters() > 0);

            server.server().stop(Duration.ofSeconds(30));

            assertThat(client.answer().text()).contains("urn:leat:problem:shutting-down");
        }
    }
}
