package dev.leat.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.Leat;
import dev.leat.api.Backoff;
import dev.leat.api.Delivery;
import dev.leat.api.Handler;
import dev.leat.api.MessageInfo;
import dev.leat.api.MessageQueue;
import dev.leat.api.NewMessage;
import dev.leat.api.Presence;
import dev.leat.api.QueueConfig;
import dev.leat.api.QueueName;
import dev.leat.api.QueueOutcome;
import dev.leat.api.Queues;
import dev.leat.api.Rejection;
import dev.leat.api.Worker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkerTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    private static QueueConfig.Builder config() {
        return QueueConfig.builder(QueueConfig.Mode.WORK).retryBackoff(Backoff.NONE);
    }

    private static void enqueue(MessageQueue queue, int from, int to) {
        queue.enqueue(IntStream.range(from, to)
                .mapToObj(i -> NewMessage.of("job " + i))
                .toList());
    }

    @Test
    void everyMessageIsHandledOnceAndAcked() throws InterruptedException {
        try (Leat leat = Leat.inMemory()) {
            MessageQueue jobs = leat.queues().create("jobs");
            Map<String, Integer> handled = new ConcurrentHashMap<>();
            enqueue(jobs, 0, 1_000);
            try (Worker worker = jobs.worker(job -> handled.merge(job.text(), 1, Integer::sum))
                    .concurrency(32)
                    .start()) {
                Until.holds("all are acked", () -> worker.stats().acked() == 1_000);
            }

            assertThat(handled)
                    .hasSize(1_000)
                    .allSatisfy((job, times) -> assertThat(times).isOne());
            assertThat(jobs.info().messages()).isZero();
        }
    }

    @Test
    void aHandlerThatThrowsIsTriedAgainWithItsErrorKeptUntilTheMessageIsDead() throws InterruptedException {
        try (Leat leat = Leat.inMemory()) {
            leat.queues().create("dead");
            MessageQueue jobs = leat.queues()
                    .create(
                            "jobs",
                            config().maxAttempts(3)
                                    .deadLetter(QueueName.of("dead"))
                                    .build());
            Queue<Integer> attempts = new ConcurrentLinkedQueue<>();
            Handler crashing = job -> {
                attempts.add(job.attempt());
                if (job.attempt() == 2) {
                    throw new StackOverflowError("an error is no reason to stop");
                }
                throw new IllegalStateException("broken");
            };
            jobs.enqueue("poison");
            try (Worker worker = jobs.worker(crashing).start()) {
                Until.holds("it failed three times", () -> worker.stats().nacked() == 3);
            }

            Delivery dead = leat.queue("dead").receive(1, LONG).deliveries().get(0);
            assertThat(attempts).containsExactly(1, 2, 3);
            assertThat(dead.provenance().attempts()).isEqualTo(3);
            assertThat(dead.provenance().lastError()).contains("IllegalStateException: broken");
        }
    }

    @Test
    void aHandlerCanRejectForGoodAndSayWhenToTryAgain() throws InterruptedException {
        try (Leat leat = Leat.inMemory()) {
            MessageQueue jobs = leat.queues().create("jobs");
            jobs.enqueue("never");
            jobs.enqueue("later");
            Handler handler = job -> {
                if (job.text().equals("never")) {
                    throw new Handler.Reject("no such customer");
                }
                throw new Handler.RetryAfter(Duration.ofDays(1), "the bank is closed");
            };
            try (Worker worker = jobs.worker(handler).start()) {
                Until.holds(
                        "both failed",
                        () -> worker.stats().rejected() == 1 && worker.stats().nacked() == 1);
            }

            MessageInfo never =
                    jobs.browse(MessageInfo.State.PARKED).findFirst().orElseThrow();
            MessageInfo later =
                    jobs.browse(MessageInfo.State.SCHEDULED).findFirst().orElseThrow();
            assertThat(never.groups().get(0).history().get(0).reason()).isEqualTo("no such customer");
            assertThat(later.groups().get(0).due()).isAfter(later.enqueuedAt().plus(Duration.ofHours(23)));
        }
    }

    @Test
    void aHandlerThatTakesLongerThanItsLeaseKeepsItsMessage() throws InterruptedException {
        try (Leat leat = Leat.inMemory()) {
            MessageQueue jobs = leat.queues()
                    .create("jobs", config().lease(Duration.ofSeconds(2)).build());
            CountDownLatch done = new CountDownLatch(1);
            AtomicInteger begun = new AtomicInteger();
            Handler slow = job -> {
                begun.incrementAndGet();
                done.await();
            };
            jobs.enqueue("slow");
            try (Worker worker = jobs.worker(slow).start()) {
                Until.holds("more than a lease is over", () -> worker.stats().extended() >= 4);
                done.countDown();
                Until.holds("it is acked", () -> worker.stats().acked() == 1);
            }

            assertThat(begun).hasValue(1);
            assertThat(jobs.info().messages()).isZero();
        }
    }

    @Test
    void aHandlerIsInterruptedWhenItsMessageWasTakenOver() throws InterruptedException {
        try (Leat leat = Leat.inMemory()) {
            MessageQueue jobs = leat.queues()
                    .create("jobs", config().lease(Duration.ofSeconds(2)).build());
            CountDownLatch begun = new CountDownLatch(1);
            AtomicInteger interrupted = new AtomicInteger();
            Handler slow = job -> {
                begun.countDown();
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    interrupted.incrementAndGet();
                    throw e;
                }
            };
            jobs.enqueue("slow");
            try (Worker worker = jobs.worker(slow).start()) {
                begun.await();
                QueueOutcome.Received taken = jobs.consumer("another").claim(1, Duration.ZERO);
                Until.holds("it is lost", () -> worker.stats().lost() == 1);

                assertThat(taken.deliveries()).hasSize(1);
                assertThat(interrupted).hasValue(1);
                assertThat(jobs.ack(taken.deliveries().get(0))).isNotNull();
            }
        }
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
    void aHandlerThatOutlastsThePatienceIsInterruptedAndItsMessageReleasedUnspent() throws InterruptedException {
        try (Leat leat = Leat.inMemory()) {
            MessageQueue jobs = leat.queues().create("jobs");
            CountDownLatch begun = new CountDownLatch(1);
            Handler hanging = job -> {
                begun.countDown();
                new CountDownLatch(1).await();
            };
            jobs.enqueue("a");
            Worker worker = jobs.worker(hanging).patience(Duration.ZERO).start();
            begun.await();
            worker.close();

            assertThat(worker.stats().released()).isOne();
            Delivery again = jobs.receive(1, Duration.ZERO).deliveries().get(0);
            assertThat(again.attempt()).isOne();
            assertThat(again.redeliveryReason()).isEqualTo(Delivery.Redelivery.RELEASED);
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
    void anIdleWorkerStopsAtOnceAndLeavesNobodyWaiting() throws InterruptedException {
        try (Leat leat = Leat.inMemory()) {
            MessageQueue jobs = leat.queues().create("jobs");
            Worker worker =
                    jobs.worker(job -> {}).waitFor(Duration.ofMinutes(5)).start();
            Until.holds("it waits", () -> jobs.info().groups().get(0).waiters() == 1);

            worker.close();

            assertThat(jobs.info().groups().get(0).waiters()).isZero();
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

    @Test
    void aWorkerSaysWhyItIsRefusedAndGoesOnOnceTheQueueIsThere() throws InterruptedException {
        try (Leat leat = Leat.inMemory()) {
            MessageQueue jobs = leat.queue("jobs");
            try (Worker worker = jobs.worker(job -> {}).start()) {
                Until.holds("it is refused", () -> worker.stats().lastRefusal() instanceof Rejection.QueueNotFound);
                jobs.create(QueueConfig.work());
                jobs.enqueue("a");
                Until.holds("it is acked", () -> worker.stats().acked() == 1);
            }
        }
    }

    @Test
    void aWorkerIsPresentWhileItWorksAndLeavesWhenItIsClosed() throws InterruptedException {
        try (Leat leat = Leat.inMemory()) {
            MessageQueue jobs = leat.queues().create("jobs");
            try (Worker worker = jobs.worker(job -> {})
                    .consumer("mailer")
                    .labels(Map.of("version", "7"))
                    .start()) {
                Until.holds(
                        "it is present",
                        () -> jobs.consumers().consumers().stream()
                                .anyMatch(consumer -> consumer.labels().equals(Map.of("version", "7"))));
                List<Presence> consumers = jobs.consumers().consumers();
                assertThat(consumers).hasSize(1);
                assertThat(consumers.get(0).state()).isEqualTo(Presence.State.ACTIVE);
                assertThat(consumers.get(0).consumer()).isEqualTo(worker.consumer());
            }

            assertThat(jobs.consumers().consumers()).extracting(Presence::state).containsExactly(Presence.State.LEFT);
        }
    }

    @Test
    void workersOfTwoGroupsSeeEveryMessageEach() throws InterruptedException {
        try (Leat leat = Leat.inMemory()) {
            MessageQueue orders = leat.queues().create("orders", QueueConfig.fanout());
            orders.group("billing").create(dev.leat.api.GroupStart.HEAD);
            orders.group("shipping").create(dev.leat.api.GroupStart.HEAD);
            enqueue(orders, 0, 50);
            try (Worker billing = orders.group("billing").worker(job -> {}).start();
                    Worker shipping = orders.group("shipping").worker(job -> {}).start()) {
                Until.holds(
                        "both are done",
                        () -> billing.stats().acked() == 50 && shipping.stats().acked() == 50);
            }

            assertThat(orders.info().messages()).isZero();
        }
    }
}
