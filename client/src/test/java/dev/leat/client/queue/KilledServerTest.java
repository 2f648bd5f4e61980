package dev.leat.client.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.queue.Backoff;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.MessageQueue;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.Worker;
import dev.leat.api.spi.QueueCommand;
import dev.leat.client.LeatClient;
import dev.leat.client.fault.ServerProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server is killed and started again while clients work with its queues. */
class KilledServerTest {
    private static final int KILLS = Boolean.getBoolean("leat.thorough") ? 20 : 2;
    private static final int PRODUCERS = 4;
    private static final int EACH = 50 * KILLS;

    private static QueueConfig config() {
        return QueueConfig.builder(QueueConfig.Mode.WORK)
                .lease(Duration.ofSeconds(3))
                .maxAttempts(0)
                .retryBackoff(Backoff.NONE)
                .dedupWindow(Duration.ofMinutes(30))
                .build();
    }

    private static LeatClient client(ServerProcess server) {
        return LeatClient.builder(server.url()).retryFor(Duration.ofMinutes(2)).build();
    }

    @Test
    void nothingEnqueuedIsLostOrDoubledUnderAWorker(@TempDir Path dir) throws Exception {
        try (ServerProcess server = ServerProcess.start(dir);
                LeatClient client = client(server)) {
            MessageQueue jobs = client.queues().create("jobs", config());
            Map<String, Set<MessageId>> handled = new ConcurrentHashMap<>();
            AtomicInteger enqueued = new AtomicInteger();
            try (Worker worker = jobs.worker(
                            job -> handled.computeIfAbsent(job.text(), text -> ConcurrentHashMap.newKeySet())
                                    .add(job.messageId()))
                    .concurrency(8)
                    .start()) {
                List<Thread> producers = new ArrayList<>();
                for (int p = 0; p < PRODUCERS; p++) {
                    int producer = p;
                    producers.add(Thread.ofVirtual().start(() -> {
                        for (int i = 0; i < EACH; i++) {
                            String text = "job " + producer + "/" + i;
                            jobs.enqueue(NewMessage.of(text).withDedupId(text));
                            enqueued.incrementAndGet();
                        }
                    }));
                }
                for (int kill = 1; kill <= KILLS; kill++) {
                    int some = kill * PRODUCERS * EACH / (KILLS + 1);
                    Until.holds("some are enqueued", () -> enqueued.get() >= some);
                    server.kill();
                    server.restart();
                }
                for (Thread producer : producers) {
                    producer.join();
                }
                Until.holds(
                        "all are done",
                        () -> jobs.info().messages() == 0 && worker.stats().running() == 0);
            }

            assertThat(enqueued).hasValue(PRODUCERS * EACH);
            assertThat(handled)
                    .hasSize(PRODUCERS * EACH)
                    .allSatisfy((text, ids) -> assertThat(ids).hasSize(1));
        }
    }

    @Test
    void whatWasAckedNeverComesAgain(@TempDir Path dir) throws Exception {
        try (ServerProcess server = ServerProcess.start(dir);
                LeatClient client = client(server)) {
            MessageQueue jobs = client.queues().create("jobs", config());
            List<NewMessage> all = new ArrayList<>();
            for (int i = 0; i < 130 * KILLS; i++) {
                all.add(NewMessage.of("job " + i).withDedupId("job " + i));
            }
            for (int i = 0; i < all.size(); i += QueueCommand.MAX_BATCH) {
                jobs.enqueue(all.subList(i, Math.min(all.size(), i + QueueCommand.MAX_BATCH)));
            }
            Set<MessageId> acked = ConcurrentHashMap.newKeySet();
            Set<MessageId> cameAgain = ConcurrentHashMap.newKeySet();
            List<Thread> consumers = new ArrayList<>();
            for (int c = 0; c < 4; c++) {
                String name = "c" + c;
                consumers.add(Thread.ofVirtual().start(() -> {
                    while (acked.size() < all.size()) {
                        work(jobs, name, acked, cameAgain);
                    }
                }));
            }
            for (int kill = 1; kill <= KILLS; kill++) {
                int some = kill * all.size() / (KILLS + 1);
                Until.holds("some are acked", () -> acked.size() >= some);
                server.kill();
                server.restart();
            }
            for (Thread consumer : consumers) {
                consumer.join();
            }

            assertThat(cameAgain).isEmpty();
            assertThat(jobs.info().messages()).isZero();
        }
    }

    private static void work(MessageQueue jobs, String name, Set<MessageId> acked, Set<MessageId> cameAgain) {
        try {
            Set<MessageId> before = Set.copyOf(acked); // others may ack what this one got, while the server is away
            for (Delivery job : jobs.consumer(name).receive(3, Duration.ofMillis(200))) {
                if (before.contains(job.messageId())) {
                    cameAgain.add(job.messageId());
                }
                jobs.ack(job);
                acked.add(job.messageId());
            }
        } catch (RejectedException e) {
            assertThat(e.rejection())
                    .isInstanceOfAny(
                            Rejection.OutcomeUnknown.class, Rejection.Unavailable.class, Rejection.LeaseLost.class);
        }
    }

    @Test
    void aMessageWhoseHandlerRunsAcrossARestartIsAckedAfterwards(@TempDir Path dir) throws Exception {
        try (ServerProcess server = ServerProcess.start(dir);
                LeatClient client = client(server)) {
            MessageQueue jobs = client.queues()
                    .create(
                            "jobs",
                            config().toBuilder().lease(Duration.ofMinutes(1)).build());
            CountDownLatch begun = new CountDownLatch(1);
            CountDownLatch end = new CountDownLatch(1);
            AtomicInteger times = new AtomicInteger();
            jobs.enqueue("a");
            try (Worker worker = jobs.worker(job -> {
                        times.incrementAndGet();
                        begun.countDown();
                        end.await();
                    })
                    .start()) {
                begun.await();
                server.kill();
                end.countDown();
                server.restart();
                Until.holds("it is acked", () -> worker.stats().acked() == 1);
            }

            assertThat(times).hasValue(1);
            assertThat(jobs.info().messages()).isZero();
        }
    }
}
