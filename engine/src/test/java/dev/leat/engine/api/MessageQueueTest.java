package dev.leat.engine.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.Leat;
import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.TransactionResult;
import dev.leat.api.queue.AsyncQueue;
import dev.leat.api.queue.Backoff;
import dev.leat.api.queue.Deliveries;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.EnqueueRefusal;
import dev.leat.api.queue.GroupStart;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.MessageQueue;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.Presence;
import dev.leat.api.queue.PurgeScope;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueConfigBuilder;
import dev.leat.api.queue.QueueConsumer;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.QueueTask;
import dev.leat.api.queue.RedriveOptions;
import dev.leat.api.queue.SettleResult;
import dev.leat.api.queue.Settlement;
import dev.leat.api.queue.TaskInfo;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamConfig;
import dev.leat.engine.support.Until;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java interface of queues, each operation of it against the engine. */
class MessageQueueTest {
    private static final Duration NOW = Duration.ZERO;
    private static final Duration LONG = Duration.ofSeconds(60);

    private static QueueConfigBuilder work() {
        return QueueConfig.builder(QueueConfig.Mode.WORK).retryBackoff(Backoff.NONE);
    }

    private static Rejection refusal(Runnable call) {
        try {
            call.run();
        } catch (RejectedException e) {
            return e.rejection();
        }
        throw new AssertionError("it was not refused");
    }

    @Test
    void queuesAreMadeFoundListedChangedAndDeleted(@TempDir Path dir) {
        try (Leat leat = Leat.open(dir)) {
            IntStream.range(0, 250).forEach(i -> leat.queues().create("queue-" + (1000 + i)));
        }
        try (Leat leat = Leat.open(dir)) {
            leat.queues().update("queue-1007", config -> config.maxAttempts(7));
            leat.queues().delete("queue-1249");

            assertThat(leat.queues().list())
                    .extracting(info -> info.queue().value())
                    .hasSize(249)
                    .isSorted();
            assertThat(leat.queues().find("queue-1007").orElseThrow().config().maxAttempts())
                    .isEqualTo(7);
            assertThat(leat.queues().find("queue-1249")).isEmpty();
            assertThat(refusal(() -> leat.queues().create("queue-1007"))).isInstanceOf(Rejection.QueueExists.class);
        }
    }

    @Test
    void aMessageIsEnqueuedReceivedAndAcked(@TempDir Path dir) {
        try (Leat leat = Leat.open(dir)) {
            MessageQueue jobs = leat.queues().create("jobs");
            MessageId id = jobs.enqueue(
                            NewMessage.json("{\"n\": 1}").withKey("k").withHeaders(Map.of("a", "b")))
                    .messageId();

            Delivery job = jobs.consumer("c1").receive().orElseThrow();

            assertThat(job.messageId()).isEqualTo(id);
            assertThat(job.text()).isEqualTo("{\"n\": 1}");
            assertThat(job.key()).isEqualTo("k");
            assertThat(job.headers()).containsEntry("a", "b");
            assertThat(job.attempt()).isOne();
            assertThat(jobs.ack(job)).isEqualTo(new SettleResult.Acked(false));
            assertThat(jobs.ack(job)).isInstanceOf(SettleResult.AlreadySettled.class);
            assertThat(jobs.info().messages()).isZero();
        }
    }

    @Test
    void aListIsEnqueuedTogetherOrOneByOne() {
        try (Leat leat = Leat.inMemory()) {
            MessageQueue jobs =
                    leat.queues().create("jobs", work().maxMessages(2).build());
            List<NewMessage> three = List.of(NewMessage.of("a"), NewMessage.of("b"), NewMessage.of("c"));

            assertThat(refusal(() -> jobs.enqueue(three))).isInstanceOf(Rejection.BadArgument.class);
            assertThat(jobs.info().messages()).isZero();
            assertThat(jobs.enqueueEach(three)).hasSize(3).last().isInstanceOf(EnqueueRefusal.class);
            assertThat(jobs.pop(10)).extracting(Delivery::text).containsExactly("a", "b");
        }
    }

    @Test
    void aMessageIsNackedReleasedExtendedAndRejected() {
        try (Leat leat = Leat.inMemory()) {
            MessageQueue jobs = leat.queues().create("jobs", work().build());
            QueueConsumer consumer = jobs.consumer("c1");
            jobs.enqueue("a");

            Delivery first = consumer.receive().orElseThrow();
            assertThat(jobs.nack(first, "broken")).isInstanceOf(SettleResult.Requeued.class);
            Delivery second = consumer.receive().orElseThrow();
            assertThat(second.attempt()).isEqualTo(2);
            jobs.release(second);
            Delivery third = consumer.receive().orElseThrow();
            assertThat(third.attempt()).isEqualTo(2);
            assertThat(jobs.extend(third, LONG)).isInstanceOf(SettleResult.Extended.class);
            assertThat(jobs.reject(third, "hopeless")).isEqualTo(new SettleResult.Parked());

            assertThat(refusal(() -> jobs.nack(first))).isInstanceOf(Rejection.LeaseLost.class);
            assertThat(jobs.browse(MessageInfo.State.PARKED)).hasSize(1);
        }
    }

    @Test
    void severalAreSettledEachOrTogether() {
        try (Leat leat = Leat.inMemory()) {
            MessageQueue jobs = leat.queues().create("jobs", work().build());
            jobs.enqueue("a");
            jobs.enqueue("b");
            List<Delivery> both = jobs.receive(2, NOW).deliveries();
            jobs.nack(both.get(0));
            List<Settlement> nacks = both.stream()
                    .<Settlement>map(delivery -> Settlement.Nack.of(delivery.deliveryId()))
                    .toList();

            assertThatThrownBy(() -> jobs.settleTogether(nacks)).isInstanceOf(RejectedException.class);
            List<SettleResult> each = jobs.settle(nacks);

            assertThat(each.get(0).rejection()).isInstanceOf(Rejection.LeaseLost.class);
            assertThat(each.get(1)).isInstanceOf(SettleResult.Requeued.class);
        }
    }

    @Test
    void aReceiveWaitsForAMessageAndAnInterruptEndsItsWaiting() throws InterruptedException {
        try (Leat leat = Leat.inMemory()) {
            MessageQueue jobs = leat.queues().create("jobs");
            AtomicBoolean stillInterrupted = new AtomicBoolean();
            CompletableFuture<Deliveries> received = new CompletableFuture<>();
            Thread waiting = Thread.ofVirtual().start(() -> {
                received.complete(jobs.receive(1, LONG));
                stillInterrupted.set(Thread.currentThread().isInterrupted());
            });
            Until.holds("it waits", () -> jobs.info().groups().get(0).waiters() == 1);
            waiting.interrupt();
            waiting.join();

            assertThat(received.join()).isEmpty();
            assertThat(stillInterrupted).isTrue();
            CompletableFuture<Deliveries> next =
                    CompletableFuture.supplyAsync(() -> jobs.receive(1, LONG), Thread::startVirtualThread);
            jobs.enqueue("a");
            assertThat(next.join()).extracting(Delivery::text).containsExactly("a");
        }
    }

    @Test
    void anInterruptBeforeTheReceiveIsDecidedEndsItsWaitingToo() {
        try (Leat leat = Leat.inMemory()) {
            MessageQueue jobs = leat.queues().create("jobs");
            for (int i = 0; i < 200; i++) {
                Thread.currentThread().interrupt();
                assertThat(jobs.receive(1, LONG)).isEmpty();
                assertThat(Thread.interrupted()).isTrue();
            }
        }
    }

    @Test
    void aCancelledReceiveTakesNoMessage() throws InterruptedException {
        try (Leat leat = Leat.inMemory()) {
            MessageQueue jobs = leat.queues().create("jobs");
            for (int i = 0; i < 100; i++) {
                CompletableFuture<Deliveries> receive = jobs.async().receive(1, LONG);
                CompletableFuture<?> enqueued = jobs.async().enqueue("a").toCompletableFuture();
                if (!receive.cancel(false)) { // the message was faster, and is the caller's
                    receive.join().forEach(jobs::release);
                }
                enqueued.join();

                Delivery job = jobs.receive(1, LONG).deliveries().get(0);
                assertThat(job.attempt()).isOne();
                jobs.ack(job);
            }
        }
    }

    @Test
    void messagesAreClaimedCancelledPurgedAndHeldBack() {
        try (Leat leat = Leat.inMemory()) {
            MessageQueue jobs = leat.queues().create("jobs", work().build());
            MessageId a = jobs.enqueue("a").messageId();
            Delivery taken = jobs.consumer("c1").receive().orElseThrow();
            Delivery claimed = jobs.consumer("c2").claim(1, NOW).deliveries().get(0);
            assertThat(claimed.attempt()).isEqualTo(2);
            assertThat(refusal(() -> jobs.ack(taken))).isInstanceOf(Rejection.LeaseLost.class);
            assertThatThrownBy(() -> jobs.cancel(a)).isInstanceOf(RejectedException.class);
            jobs.cancelEvenIfLeased(a);
            assertThat(refusal(() -> jobs.get(a))).isInstanceOf(Rejection.MessageNotFound.class);

            jobs.pause();
            long seq = jobs.enqueue("b").seq();
            jobs.enqueue("c");
            assertThat(jobs.receive(1, NOW).throttled()).isTrue();
            jobs.resume();
            assertThat(jobs.get(seq).payload()).isEqualTo("b".getBytes(java.nio.charset.StandardCharsets.UTF_8));
            assertThat(jobs.cancelAll(List.of(seq, seq + 100))).isOne();
            assertThat(jobs.purge()).isOne();
            assertThat(jobs.receive(1, NOW)).isEmpty();
            assertThat(jobs.purge(PurgeScope.DEAD)).isZero();
        }
    }

    @Test
    void browsingGoesThroughAllPages() {
        try (Leat leat = Leat.inMemory()) {
            MessageQueue jobs = leat.queues().create("jobs");
            jobs.enqueue(IntStream.range(0, 700)
                    .mapToObj(i -> NewMessage.of("job " + i))
                    .toList());
            jobs.receive(300, NOW);

            assertThat(jobs.browse())
                    .extracting(MessageInfo::seq)
                    .hasSize(700)
                    .isSorted()
                    .doesNotHaveDuplicates();
            assertThat(jobs.browse(MessageInfo.State.LEASED)).hasSize(300);
            assertThat(jobs.browse(MessageInfo.State.READY)).hasSize(400);
        }
    }

    @Test
    void groupsAreMadeMovedPausedAndDeleted() {
        try (Leat leat = Leat.inMemory()) {
            MessageQueue orders = leat.queues().create("orders", QueueConfig.fanout());
            orders.group("billing").create(GroupStart.HEAD);
            orders.enqueue("a");
            orders.group("late").create(GroupStart.TAIL);
            orders.enqueue("b");

            assertThat(orders.group("late").consumer("c").receive(10, NOW))
                    .extracting(Delivery::text)
                    .containsExactly("b");
            assertThat(refusal(() -> orders.group("late").seek(GroupStart.HEAD)))
                    .isInstanceOf(Rejection.InUse.class);
            assertThat(orders.group("billing").info().ready()).isEqualTo(2);
            orders.group("billing").pause();
            assertThat(orders.group("billing").consumer("c").receive()).isEmpty();
            orders.group("billing").resume();
            assertThat(orders.group("billing").browse(MessageInfo.State.READY)).hasSize(2);
            assertThat(orders.group("billing").purge(PurgeScope.ALL)).isEqualTo(2);
            orders.group("late").deleteEvenIfLeased();
            assertThat(orders.info().groups()).hasSize(1);
        }
    }

    @Test
    void deadLettersAreSentBackByATask() throws InterruptedException {
        try (Leat leat = Leat.inMemory()) {
            MessageQueue dead = leat.queues().create("dead");
            MessageQueue jobs = leat.queues()
                    .create("jobs", work().deadLetter(QueueName.of("dead")).build());
            for (int i = 0; i < 20; i++) {
                jobs.enqueue("job " + i);
            }
            jobs.receive(20, NOW).forEach(job -> jobs.reject(job, "not today"));
            Until.holds("all are dead", () -> dead.info().messages() == 20);

            QueueTask task = dead.redrive();
            TaskInfo ended = task.await(LONG).orElseThrow();

            assertThat(ended.state()).isEqualTo(TaskInfo.State.DONE);
            assertThat(ended.moved()).isEqualTo(20);
            assertThat(jobs.info().messages()).isEqualTo(20);
            assertThat(dead.task(task.id()).info().moved()).isEqualTo(20);
        }
    }

    @Test
    void aSlowTaskIsCancelled() throws InterruptedException {
        try (Leat leat = Leat.inMemory()) {
            MessageQueue dead = leat.queues().create("dead");
            MessageQueue jobs = leat.queues()
                    .create("jobs", work().deadLetter(QueueName.of("dead")).build());
            jobs.enqueue("a");
            jobs.enqueue("b");
            jobs.receive(2, NOW).forEach(job -> jobs.reject(job, "not today"));
            Until.holds("both are dead", () -> dead.info().messages() == 2);

            QueueTask task = dead.redrive(RedriveOptions.ALL.withRate(0.001));

            assertThat(task.await(Duration.ofMillis(1))).isEmpty();
            assertThat(task.cancel().state()).isEqualTo(TaskInfo.State.CANCELLED);
            assertThat(task.await(LONG).orElseThrow().moved()).isLessThan(2);
        }
    }

    @Test
    void aTransactionAcksEnqueuesAndAppendsOrDoesNothing() {
        try (Leat leat = Leat.inMemory()) {
            leat.queues().create("jobs-{a}");
            leat.queues().create("mails-{a}");
            leat.stream("{a}/audit").create(StreamConfig.text());
            leat.queue("jobs-{a}").enqueue("job");
            Delivery job = leat.queue("jobs-{a}").receive(1, NOW).deliveries().get(0);

            List<TransactionResult> done = leat.transaction()
                    .ack("jobs-{a}", job)
                    .enqueue("mails-{a}", "mail")
                    .append("{a}/audit", Body.of("done"), Offset.START)
                    .commit();
            Rejection conflict = refusal(() -> leat.transaction()
                    .enqueue("mails-{a}", "mail")
                    .append("{a}/audit", Body.of("again"), Offset.START)
                    .commit());

            assertThat(done).hasSize(3);
            assertThat(conflict).isInstanceOf(Rejection.Conflict.class);
            assertThat(leat.queue("jobs-{a}").info().messages()).isZero();
            assertThat(leat.queue("mails-{a}").info().messages()).isOne();
            assertThat(leat.stream("{a}/audit").read().list()).hasSize(1);
        }
    }

    @Test
    void aConsumerIsPresentAndLeaves() {
        try (Leat leat = Leat.inMemory()) {
            MessageQueue jobs = leat.queues().create("jobs");
            QueueConsumer consumer = jobs.consumer("c1");

            assertThat(consumer.heartbeat().state()).isEqualTo(Presence.State.ACTIVE);
            assertThat(jobs.consumers().counts().get(0).active()).isOne();
            jobs.enqueue("a");
            assertThat(consumer.receive()).isPresent();
            assertThat(consumer.heartbeatAndExtend().leases()).isOne();
            assertThat(consumer.leaveAndRelease()).isTrue();
            assertThat(jobs.info().groups().get(0).leased()).isZero();
        }
    }

    @Test
    void asyncCallsAnswerAndRefuseAsStages() {
        try (Leat leat = Leat.inMemory()) {
            AsyncQueue jobs = leat.queue("jobs").async();
            SettleResult settled = jobs.create(QueueConfig.work())
                    .thenCompose(created -> jobs.enqueue("a"))
                    .thenCompose(taken -> jobs.receive(1, NOW))
                    .thenCompose(received -> jobs.ack(received.deliveries().get(0)))
                    .toCompletableFuture()
                    .join();

            assertThat(settled).isEqualTo(new SettleResult.Acked(false));
            assertThatThrownBy(() -> leat.queue("none")
                            .async()
                            .info()
                            .toCompletableFuture()
                            .join())
                    .hasCauseInstanceOf(RejectedException.class);
        }
    }
}
