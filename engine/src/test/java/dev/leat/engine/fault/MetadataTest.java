package dev.leat.engine.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.Leat;
import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.GroupStart;
import dev.leat.api.queue.MessageQueue;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.spi.Command;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.api.stream.StreamConfig;
import dev.leat.api.stream.StreamPath;
import dev.leat.engine.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is known of streams and queues has to stay in memory, so there is a limit to it. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class MetadataTest {
    private static final long BUDGET = 512 << 10;
    private static final String LONG = "k".repeat(200);

    @TempDir
    Path data;

    private static Settings settings(long budget) {
        Settings small = Small.settings();
        return small.with(small.limits().withMetadataBytes(budget));
    }

    private static QueueConfig remembering(Duration window) {
        return QueueConfig.builder(QueueConfig.Mode.WORK).dedupWindow(window).build();
    }

    private static void enqueue(Leat leat, String queue, int number) {
        leat.queue(queue).enqueue(NewMessage.of("x").withKey(LONG + number).withDedupId(LONG + number));
    }

    /** Returns how many were taken. */
    private static int enqueueUntilRefused(Leat leat, String queue) {
        for (int i = 0; ; i++) {
            try {
                enqueue(leat, queue, i);
            } catch (RejectedException e) {
                assertThat(e.rejection()).isInstanceOf(Rejection.MemoryFull.class);
                return i;
            }
        }
    }

    private static boolean isTaken(Runnable call) {
        try {
            call.run();
            return true;
        } catch (RejectedException e) {
            assertThat(e.rejection()).isInstanceOf(Rejection.MemoryFull.class);
            return false;
        }
    }

    private static int receiveAndAckAll(MessageQueue queue) {
        int acked = 0;
        while (true) {
            List<Delivery> some = queue.receive(50, Duration.ZERO).deliveries();
            if (some.isEmpty()) {
                return acked;
            }
            some.forEach(queue::ack);
            acked += some.size();
        }
    }

    @Test
    void beyondTheBudgetNothingIsTakenInThatAddsToItAndAllElseGoesOn() {
        try (Leat leat = Leat.inMemory(settings(BUDGET))) {
            leat.queues().create("jobs", remembering(Duration.ofMinutes(5)));
            leat.queues().create("news", QueueConfig.fanout());
            leat.stream("s").create(StreamConfig.text());

            int taken = enqueueUntilRefused(leat, "jobs");

            assertThat(leat.stats().metadataBytes()).isBetween(BUDGET, 2 * BUDGET);
            assertThat(Small.refusal(() -> leat.queues().create("more"))).isInstanceOf(Rejection.MemoryFull.class);
            assertThat(Small.refusal(() -> leat.queue("news").group("g").create(GroupStart.HEAD)))
                    .isInstanceOf(Rejection.MemoryFull.class);
            assertThat(Small.refusal(() -> leat.stream("t").create(StreamConfig.text())))
                    .isInstanceOf(Rejection.MemoryFull.class);
            Command.Append stamped = new Command.Append(
                    StreamPath.of("s"), null, Body.of("a"), new ProducerStamp("p", 0, 0), null, false);
            assertThat(Small.refusal(() -> leat.engine().call(stamped))).isInstanceOf(Rejection.MemoryFull.class);
            leat.stream("s").append("b");
            enqueue(leat, "jobs", 0); // came before, and is known to have
            assertThat(receiveAndAckAll(leat.queue("jobs"))).isEqualTo(taken);

            leat.queues().delete("jobs");
            leat.queues().create("more");
            leat.engine().call(stamped);
        }
    }

    @Test
    void dedupIdsMakeRoomWhenTheirTimeIsOver() {
        try (Leat leat = Leat.inMemory(settings(BUDGET))) {
            leat.queues().create("jobs", remembering(Duration.ofSeconds(2)));
            leat.queues().create("others");
            enqueueUntilRefused(leat, "jobs");

            Small.until(() -> isTaken(() -> leat.queue("others").enqueue("x")));

            assertThat(leat.stats().metadataBytes()).isLessThan(BUDGET);
        }
    }

    @Test
    void leasesAreNotGrantedWithoutEnd() {
        try (Leat leat = Leat.inMemory(settings(BUDGET))) {
            leat.queues().create("jobs");
            int enqueued = 0;
            while (isTaken(() -> leat.queue("jobs").enqueue("x")) && enqueued < 10_000) {
                enqueued++;
            }

            int leased = 0;
            List<Delivery> some = leat.queue("jobs").receive(100, Duration.ZERO).deliveries();
            while (!some.isEmpty()) {
                leased += some.size();
                some = leat.queue("jobs").receive(100, Duration.ZERO).deliveries();
            }

            assertThat(leased).isBetween(1, enqueued - 1);
            assertThat(leat.stats().metadataBytes()).isLessThan(2 * BUDGET);
        }
    }

    @Test
    void whatIsThereIsOpenedThoughItIsMoreThanTheBudget() {
        int enqueued = 2000;
        try (Leat leat = Leat.open(data, settings(1L << 40))) {
            leat.queues().create("jobs", remembering(Duration.ofMinutes(5)));
            for (int i = 0; i < enqueued; i++) {
                enqueue(leat, "jobs", i);
            }
        }
        try (Leat leat = Leat.open(data, settings(BUDGET))) {
            assertThat(leat.stats().metadataBytes()).isGreaterThan(BUDGET);
            assertThat(Small.refusal(() -> enqueue(leat, "jobs", enqueued))).isInstanceOf(Rejection.MemoryFull.class);

            leat.queue("jobs").delete();

            assertThat(leat.stats().metadataBytes()).isZero();
            leat.queues().create("jobs");
        }
    }
}
