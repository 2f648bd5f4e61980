package dev.leat.engine.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.Leat;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.Handler;
import dev.leat.api.queue.MessageQueue;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.Queues;
import dev.leat.api.queue.Worker;
import dev.leat.engine.support.RestartingEngine;
import dev.leat.engine.support.Until;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What holds in this process alone; what holds for a server too is in the client's contract. */
class WorkerTest {

    private static void enqueue(MessageQueue queue, int from, int to) {
        queue.enqueue(IntStream.range(from, to)
                .mapToObj(i -> NewMessage.of("job " + i))
                .toList());
    }

    @Test
    void noMoreHandlersRunThanAllowed() throws InterruptedException {
        try (Leat leat = Leat.inMemory()) {
            MessageQueue jobs = leat.queues().create("jobs");
            AtomicInteger running = new AtomicInteger();
            AtomicInteger most = new AtomicInteger();
            enqueue(jobs, 0, 200);
            Handler counting = job -> {
                most.accumulateAndGet(running.incrementAndGet(), Math::max);
                Thread.sleep(1);
                running.decrementAndGet();
            };
            try (Worker worker = jobs.worker(counting).concurrency(3).start()) {
                Until.holds("all are acked", () -> worker.stats().acked() == 200);
            }

            assertThat(most.get()).isBetween(1, 3);
        }
    }

    @Test
    void aWorkerThatIsClosedUnderLoadLosesNothingAndHandlesNothingTwice(@TempDir Path dir) throws InterruptedException {
        try (Leat leat = Leat.open(dir)) {
            MessageQueue jobs = leat.queues().create("jobs");
            Map<String, Integer> handled = new ConcurrentHashMap<>();
            AtomicInteger returned = new AtomicInteger();
            Handler handler = job -> {
                handled.merge(job.text(), 1, Integer::sum);
                assertThat(job.attempt()).isOne();
                returned.incrementAndGet();
            };
            Thread producer = Thread.ofVirtual().start(() -> {
                for (int i = 0; i < 3_000; i += 100) {
                    enqueue(jobs, i, i + 100);
                }
            });
            for (int round = 1; round <= 5; round++) {
                int some = 400 * round;
                Worker worker = jobs.worker(handler).concurrency(24).start();
                Until.holds("some are done", () -> returned.get() >= some);
                worker.close();
                assertThat(worker.stats().running()).isZero();
                assertThat(worker.stats().acked() + worker.stats().released())
                        .isEqualTo(worker.stats().received());
            }
            producer.join();
            try (Worker last = jobs.worker(handler).start()) {
                Until.holds(
                        "all are done",
                        () -> jobs.info().messages() == 0 && last.stats().running() == 0);
            }

            assertThat(handled)
                    .hasSize(3_000)
                    .allSatisfy((job, times) -> assertThat(times).isOne());
        }
    }

    @Test
    void aHandlerThatDoesNotMindInterruptsLosesItsMessageToTheNext() throws InterruptedException {
        try (Leat leat = Leat.inMemory()) {
            MessageQueue jobs = leat.queues().create("jobs");
            CountDownLatch begun = new CountDownLatch(1);
            CountDownLatch end = new CountDownLatch(1);
            Handler stubborn = job -> {
                begun.countDown();
                while (end.getCount() > 0) {
                    Thread.onSpinWait();
                }
            };
            jobs.enqueue("a");
            Worker worker = jobs.worker(stubborn).patience(Duration.ZERO).start();
            begun.await();
            worker.close();
            Delivery again = jobs.receive(1, Duration.ZERO).deliveries().get(0);
            end.countDown();

            assertThat(again.attempt()).isOne();
            Until.holds("the handler ended", () -> worker.stats().running() == 0);
            assertThat(worker.stats().acked()).isZero();
            assertThat(jobs.ack(again)).isNotNull();
        }
    }

    @Test
    void aWorkerCanBeClosedByItsOwnHandler() throws InterruptedException {
        try (Leat leat = Leat.inMemory()) {
            MessageQueue jobs = leat.queues().create("jobs");
            Queue<Worker> workers = new ConcurrentLinkedQueue<>();
            CountDownLatch known = new CountDownLatch(1);
            Worker worker = jobs.worker(job -> {
                        known.await();
                        workers.element().close();
                    })
                    .start();
            workers.add(worker);
            known.countDown();
            jobs.enqueue("last");
            worker.join();

            assertThat(worker.stats().acked()).isOne();
        }
    }

    @Test
    void aWorkerGoesOnAfterTheEngineWasRestarted(@TempDir Path dir) throws InterruptedException {
        try (RestartingEngine engine = new RestartingEngine(dir)) {
            MessageQueue jobs = new Queues(engine).create("jobs");
            Map<String, Integer> handled = new ConcurrentHashMap<>();
            try (Worker worker = jobs.worker(job -> handled.merge(job.text(), 1, Integer::sum))
                    .concurrency(8)
                    .start()) {
                enqueue(jobs, 0, 100);
                Until.holds("some are done", () -> worker.stats().acked() >= 50);
                engine.restart();
                enqueue(jobs, 100, 200);
                Until.holds("all are done", () -> jobs.info().messages() == 0);
                Until.holds("its acks were answered", () -> worker.stats().running() == 0);
            }

            assertThat(handled)
                    .hasSize(200)
                    .allSatisfy((job, times) -> assertThat(times).isOne());
        }
    }

    @Test
    void aMessageWhoseHandlerRunsAcrossARestartIsAckedAfterwards(@TempDir Path dir) throws InterruptedException {
        try (RestartingEngine engine = new RestartingEngine(dir)) {
            MessageQueue jobs = new Queues(engine).create("jobs");
            CountDownLatch begun = new CountDownLatch(1);
            CountDownLatch end = new CountDownLatch(1);
            AtomicInteger times = new AtomicInteger();
            Handler across = job -> {
                times.incrementAndGet();
                begun.countDown();
                end.await();
            };
            jobs.enqueue("a");
            try (Worker worker = jobs.worker(across).start()) {
                begun.await();
                engine.restart();
                end.countDown();
                Until.holds("it is acked", () -> worker.stats().acked() == 1);
            }

            assertThat(times).hasValue(1);
            assertThat(jobs.info().messages()).isZero();
        }
    }
}
