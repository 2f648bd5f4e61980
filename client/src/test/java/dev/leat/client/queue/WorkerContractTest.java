package dev.leat.client.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Rejection;
import dev.leat.api.queue.Backoff;
import dev.leat.api.queue.Deliveries;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.GroupStart;
import dev.leat.api.queue.Handler;
import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.MessageQueue;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.Presence;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueConfigBuilder;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.Worker;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A worker is the same wherever its queue is. */
@ParameterizedClass
@EnumSource(Side.class)
class WorkerContractTest extends Contract {
    private static final Duration LONG = Duration.ofSeconds(60);

    WorkerContractTest(Side side) {
        super(side);
    }

    private static QueueConfigBuilder config() {
        return QueueConfig.builder(QueueConfig.Mode.WORK).retryBackoff(Backoff.NONE);
    }

    private static void enqueue(MessageQueue queue, int from, int to) {
        queue.enqueue(IntStream.range(from, to)
                .mapToObj(i -> NewMessage.of("job " + i))
                .toList());
    }

    @Test
    void everyMessageIsHandledOnceAndAcked() throws InterruptedException {
        MessageQueue jobs = queues().create("jobs");
        Map<String, Integer> handled = new ConcurrentHashMap<>();
        enqueue(jobs, 0, 500);
        try (Worker worker = jobs.worker(job -> handled.merge(job.text(), 1, Integer::sum))
                .concurrency(32)
                .start()) {
            Until.holds("all are acked", () -> worker.stats().acked() == 500);
        }

        assertThat(handled)
                .hasSize(500)
                .allSatisfy((job, times) -> assertThat(times).isOne());
        assertThat(jobs.info().messages()).isZero();
    }

    @Test
    void aHandlerThatThrowsIsTriedAgainWithItsErrorKeptUntilTheMessageIsDead() throws InterruptedException {
        queues().create("dead");
        MessageQueue jobs = queues().create(
                        "jobs",
                        config().maxAttempts(3).deadLetter(QueueName.of("dead")).build());
        Queue<Integer> attempts = new ConcurrentLinkedQueue<>();
        Handler crashing = job -> {
            attempts.add(job.attempt());
            if (job.attempt() == 2) {
                throw new StackOverflowError("an error is no reason to stop");
            }
            throw new IllegalStateException("broken: ü \u0001");
        };
        jobs.enqueue("poison");
        try (Worker worker = jobs.worker(crashing).start()) {
            Until.holds("it failed three times", () -> worker.stats().nacked() == 3);
        }

        Delivery dead = queue("dead").receive(1, LONG).deliveries().get(0);
        assertThat(attempts).containsExactly(1, 2, 3);
        assertThat(dead.provenance().attempts()).isEqualTo(3);
        assertThat(dead.provenance().lastError()).contains("IllegalStateException: broken: ü \u0001");
    }

    @Test
    void aHandlerCanRejectForGoodAndSayWhenToTryAgain() throws InterruptedException {
        MessageQueue jobs = queues().create("jobs");
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

        MessageInfo never = jobs.browse(MessageInfo.State.PARKED).findFirst().orElseThrow();
        MessageInfo later = jobs.browse(MessageInfo.State.SCHEDULED).findFirst().orElseThrow();
        assertThat(never.groups().get(0).history().get(0).reason()).isEqualTo("no such customer");
        assertThat(later.groups().get(0).due()).isAfter(later.enqueuedAt().plus(Duration.ofHours(23)));
    }

    @Test
    void aHandlerThatTakesLongerThanItsLeaseKeepsItsMessage() throws InterruptedException {
        MessageQueue jobs =
                queues().create("jobs", config().lease(Duration.ofSeconds(2)).build());
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

    @Test
    void aHandlerIsInterruptedWhenItsMessageWasTakenOver() throws InterruptedException {
        MessageQueue jobs =
                queues().create("jobs", config().lease(Duration.ofSeconds(2)).build());
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
            Deliveries taken = jobs.consumer("another").claim(1, Duration.ZERO);
            assertThat(taken.deliveries()).hasSize(1);
            Until.holds("it is lost", () -> worker.stats().lost() == 1);

            assertThat(interrupted).hasValue(1);
            assertThat(jobs.ack(taken.deliveries().get(0))).isNotNull();
        }
    }

    @Test
    void aHandlerThatOutlastsThePatienceIsInterruptedAndItsMessageReleasedUnspent() throws InterruptedException {
        MessageQueue jobs = queues().create("jobs");
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

    @Test
    void anIdleWorkerStopsAtOnceAndLeavesNobodyWaiting() throws InterruptedException {
        MessageQueue jobs = queues().create("jobs");
        Worker worker = jobs.worker(job -> {}).waitFor(Duration.ofMinutes(5)).start();
        Until.holds("it waits", () -> jobs.info().groups().get(0).waiters() == 1);

        worker.close();

        Until.holds("nobody waits", () -> jobs.info().groups().get(0).waiters() == 0);
    }

    @Test
    void aWorkerSaysWhyItIsRefusedAndGoesOnOnceTheQueueIsThere() throws InterruptedException {
        MessageQueue jobs = queue("jobs");
        try (Worker worker = jobs.worker(job -> {}).start()) {
            Until.holds("it is refused", () -> worker.stats().lastRefusal() instanceof Rejection.QueueNotFound);
            jobs.create(QueueConfig.work());
            jobs.enqueue("a");
            Until.holds("it is acked", () -> worker.stats().acked() == 1);
        }
    }

    @Test
    void aWorkerIsPresentWhileItWorksAndLeavesWhenItIsClosed() throws InterruptedException {
        MessageQueue jobs = queues().create("jobs");
        try (Worker worker = jobs.worker(job -> {})
                .consumer("mailer")
                .labels(Map.of("version", "7"))
                .start()) {
            Until.holds(
                    "it is present",
                    () -> jobs.consumers().consumers().stream()
                            .anyMatch(consumer -> consumer.labels().equals(Map.of("version", "7"))));
            assertThat(jobs.consumers().consumers()).singleElement().satisfies(present -> {
                assertThat(present.state()).isEqualTo(Presence.State.ACTIVE);
                assertThat(present.consumer()).isEqualTo(worker.consumer());
            });
        }

        assertThat(jobs.consumers().consumers()).extracting(Presence::state).containsExactly(Presence.State.LEFT);
    }

    @Test
    void workersOfTwoGroupsSeeEveryMessageEach() throws InterruptedException {
        MessageQueue orders = queues().create("orders", QueueConfig.fanout());
        orders.group("billing").create(GroupStart.HEAD);
        orders.group("shipping").create(GroupStart.HEAD);
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
