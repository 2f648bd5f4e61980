package dev.leat.bench.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.queue.GroupInfo;
import dev.leat.api.queue.QueueInfo;
import dev.leat.bench.http.Started;
import dev.leat.bench.http.client.Server;
import dev.leat.bench.queue.CycleShape.Acks;
import dev.leat.bench.run.Window;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Traffic at a real server: what it counts is what happened. How fast is not asked. */
class TrafficIT {
    private static final double WINDOW = 0.1;

    private Started server;
    private QueueServer queues;

    @BeforeEach
    void start() {
        server = Started.plain();
        queues = LeatQueueServer.at(Server.parse(server.url()));
        queues.create("q");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void everyMessageOfACycleIsAckedAndNoneIsLeft() {
        try (Traffic cycles = new Traffic(queues, "q", CycleShape.cycle(1, Acks.AT_ONCE), 3)) {
            cycles.run(WINDOW);

            assertThat(info().enqueued()).isPositive().isEqualTo(acked());
            assertThat(info().messages()).isZero();
        }
    }

    @Test
    void aBatchGoesAllTheWay() {
        try (Traffic cycles = new Traffic(queues, "q", CycleShape.cycle(10, Acks.AT_ONCE), 3)) {
            cycles.run(WINDOW);
            cycles.run(WINDOW);

            assertThat(acked()).isPositive().isEqualTo(info().enqueued());
            assertThat(acked() % 10).isZero();
        }
    }

    @Test
    void everyMessageIsAckedAlsoWithTheNext() {
        for (int messages : new int[] {1, 10}) {
            try (Traffic cycles = new Traffic(queues, "q", CycleShape.cycle(messages, Acks.WITH_THE_NEXT), 3)) {
                cycles.run(WINDOW);
                cycles.run(WINDOW);

                assertThat(acked()).isPositive().isEqualTo(info().enqueued());
                assertThat(info().messages()).isZero();
            }
        }
    }

    @Test
    void aQueueIsFilledWithAsManyMessagesAsAskedAndDrained() {
        try (Traffic fill = new Traffic(queues, "q", CycleShape.fill(50), 4)) {
            fill.move(1000, 1);
        }
        assertThat(info().messages()).isEqualTo(1000);

        try (Traffic drain = new Traffic(queues, "q", CycleShape.drain(7), 4)) {
            List<Window> parts = drain.move(1000, 5);

            assertThat(parts).hasSize(5);
        }
        assertThat(info().messages()).isZero();
        assertThat(acked()).isEqualTo(1000);
    }

    private QueueInfo info() {
        return server.leat().queue("q").info();
    }

    private long acked() {
        return info().groups().stream()
                .map(GroupInfo::counters)
                .mapToLong(counters -> counters.acked())
                .sum();
    }
}
