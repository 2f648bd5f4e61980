package dev.leat.client.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Rejection;
import dev.leat.api.queue.Backoff;
import dev.leat.api.queue.BrowseOptions;
import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.Deliveries;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.GroupStats;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.MessageQueue;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.Provenance;
import dev.leat.api.queue.PurgeScope;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueConfigBuilder;
import dev.leat.api.queue.QueueConsumer;
import dev.leat.api.queue.QueueInfo;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.QueueTask;
import dev.leat.api.queue.RedriveFilter;
import dev.leat.api.queue.RedriveOptions;
import dev.leat.api.queue.SettleResult;
import dev.leat.api.queue.Settlement;
import dev.leat.api.queue.TaskInfo;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds for messages wherever they are: looking at them, taking them out, and what becomes of those that fail. */
@ParameterizedClass
@EnumSource(Side.class)
class MessageContractTest extends Contract {
    private static final Duration NOW = Duration.ZERO;
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final QueueName DEAD = QueueName.of("dead");

    MessageContractTest(Side side) {
        super(side);
    }

    private static QueueConfigBuilder work() {
        return QueueConfig.builder(QueueConfig.Mode.WORK).retryBackoff(Backoff.NONE);
    }

    @Test
    void browsingGoesThroughAllPages() {
        MessageQueue jobs = queues().create("jobs");
        jobs.enqueue(
                IntStream.range(0, 700).mapToObj(i -> NewMessage.of("job " + i)).toList());
        jobs.receive(300, NOW);

        assertThat(jobs.browse())
                .extracting(MessageInfo::seq)
                .hasSize(700)
                .isSorted()
                .doesNotHaveDuplicates();
        assertThat(jobs.browse(MessageInfo.State.LEASED)).hasSize(300);
        assertThat(jobs.browse(MessageInfo.State.READY)).hasSize(400);
        assertThat(jobs.browse(BrowseOptions.limit(1).withGroup(GroupName.DEFAULT.value()))
                        .messages())
                .hasSize(1);
    }

    @Test
    void aMessageShowsHowItStands() {
        MessageQueue jobs = queues().create("jobs", work().build());
        MessageId id = jobs.enqueue(NewMessage.of("a").withKey("k")).messageId();
        MessageId behind = jobs.enqueue(NewMessage.of("b").withKey("k")).messageId();
        Delivery job = jobs.consumer("c1").receive().orElseThrow();
        jobs.settle(new Settlement.Nack(job.deliveryId(), Duration.ofHours(1), "busy", "line 1\nline 2 ü"));

        MessageInfo.InGroup nacked = jobs.get(id).groups().get(0);
        MessageInfo.InGroup blocked = jobs.get(behind).groups().get(0);

        assertThat(nacked.group()).isEqualTo(GroupName.DEFAULT);
        assertThat(nacked.state()).isEqualTo(MessageInfo.State.SCHEDULED);
        assertThat(nacked.attempts()).isOne();
        assertThat(nacked.due()).isAfter(job.enqueuedAt());
        assertThat(nacked.history()).singleElement().satisfies(attempt -> {
            assertThat(attempt.attempt()).isOne();
            assertThat(attempt.consumer()).isEqualTo(ConsumerName.of("c1"));
            assertThat(attempt.reason()).isEqualTo("busy");
            assertThat(attempt.error()).isEqualTo("line 1\nline 2 ü");
        });
        assertThat(blocked.state()).isEqualTo(MessageInfo.State.BLOCKED);
        assertThat(blocked.blockedBy()).isEqualTo(id);
    }

    @Test
    void oneStepAcksTheLastAndReceivesTheNext() {
        MessageQueue jobs = queues().create("jobs", work().build());
        jobs.enqueue("a");
        QueueConsumer worker = jobs.consumer("c1");
        Delivery first = worker.receive().orElseThrow();
        jobs.enqueue("b");

        Deliveries next = worker.ackAndReceive(List.of(first), 1, LONG);
        Deliveries none = worker.ackAndReceive(List.of(first, next.deliveries().get(0)), 1, NOW);

        assertThat(next.deliveries()).extracting(Delivery::text).containsExactly("b");
        assertThat(next.acks()).containsExactly(new SettleResult.Acked(false));
        assertThat(none.deliveries()).isEmpty();
        assertThat(none.acks())
                .containsExactly(
                        new SettleResult.AlreadySettled(SettleResult.AlreadySettled.How.ACKED),
                        new SettleResult.Acked(false));
        assertThat(jobs.info().messages()).isZero();
    }

    @Test
    void whoStopsWaitingHasAcked() throws Exception {
        MessageQueue jobs = queues().create("jobs", work().build());
        jobs.enqueue("a");
        Delivery first = jobs.consumer("c1").receive().orElseThrow();

        var waiting = jobs.consumer("c1").async().ackAndReceive(List.of(first), 1, LONG);
        Until.holds("the ack", () -> jobs.info().messages() == 0);
        waiting.cancel(false);

        assertThat(jobs.ack(first)).isInstanceOf(SettleResult.AlreadySettled.class);
    }

    @Test
    void messagesAreClaimedCancelledPurgedAndHeldBack() {
        MessageQueue jobs = queues().create("jobs", work().build());
        MessageId a = jobs.enqueue("a").messageId();
        Delivery taken = jobs.consumer("c1").receive().orElseThrow();
        Delivery claimed = jobs.consumer("c2").claim(1, NOW).deliveries().get(0);
        assertThat(claimed.attempt()).isEqualTo(2);
        assertThat(claimed.redeliveryReason()).isEqualTo(Delivery.Redelivery.CLAIMED);
        assertThat(refusal(() -> jobs.ack(taken)))
                .isEqualTo(new Rejection.LeaseLost(MessageInfo.State.LEASED, null, null));
        assertThat(refusal(() -> jobs.cancel(a))).isEqualTo(new Rejection.InUse("the message is leased"));
        jobs.cancelEvenIfLeased(a);
        assertThat(refusal(() -> jobs.get(a))).isEqualTo(new Rejection.MessageNotFound(QueueName.of("jobs"), a));

        jobs.pause();
        long seq = jobs.enqueue("b").seq();
        jobs.enqueue("c");
        assertThat(jobs.info().paused()).isTrue();
        jobs.resume();
        assertThat(jobs.get(seq).payload()).isEqualTo("b".getBytes(StandardCharsets.UTF_8));
        assertThat(jobs.cancelAll(List.of(seq, seq + 100, -1L))).isOne();
        assertThat(refusal(() -> jobs.get(seq)))
                .isEqualTo(new Rejection.MessageNotFound(QueueName.of("jobs"), MessageId.of(Long.toString(seq))));
        assertThat(refusal(() -> jobs.get(-5))).isInstanceOf(Rejection.MessageNotFound.class);
        assertThat(jobs.purge()).isOne();
        assertThat(jobs.receive(1, NOW)).isEmpty();
        assertThat(jobs.purge(PurgeScope.DEAD)).isZero();
    }

    @Test
    void countersTellWhatHappened() {
        MessageQueue jobs = queues().create("jobs", work().maxAttempts(0).build());
        jobs.enqueue(NewMessage.of("a").withDedupId("one"));
        jobs.enqueue(NewMessage.of("a").withDedupId("one"));
        jobs.nack(jobs.receive(1, NOW).deliveries().get(0));
        jobs.release(jobs.receive(1, NOW).deliveries().get(0));
        jobs.ack(jobs.receive(1, NOW).deliveries().get(0));

        QueueInfo info = jobs.info();

        assertThat(info.enqueued()).isOne();
        assertThat(info.duplicates()).isOne();
        assertThat(info.groups().get(0).counters()).isEqualTo(new GroupStats(3, 1, 1, 1, 0, 0, 0, 0, 0));
    }

    @Test
    void aMessageThatFailsTooOftenIsADeadLetterWithItsHistory() throws InterruptedException {
        MessageQueue dead = queues().create("dead");
        MessageQueue jobs =
                queues().create("jobs", work().maxAttempts(2).deadLetter(DEAD).build());
        MessageId id = jobs.enqueue(NewMessage.of("poison").withKey("k")).messageId();
        jobs.nack(jobs.consumer("c1").receive().orElseThrow(), "first");
        Delivery second = jobs.consumer("c2").receive().orElseThrow();

        assertThat(jobs.nack(second, "second")).isEqualTo(new SettleResult.DeadLettered(DEAD, id));
        Until.holds("it is there", () -> dead.info().messages() == 1);
        Delivery letter = dead.receive(1, LONG).deliveries().get(0);

        Provenance origin = letter.provenance();
        assertThat(letter.messageId()).isEqualTo(id);
        assertThat(letter.key()).isEqualTo("k");
        assertThat(origin.originQueue()).isEqualTo(QueueName.of("jobs"));
        assertThat(origin.originGroup()).isEqualTo(GroupName.DEFAULT);
        assertThat(origin.originId()).isEqualTo(id);
        assertThat(origin.originEnqueuedAt()).isEqualTo(second.enqueuedAt());
        assertThat(origin.attempts()).isEqualTo(2);
        assertThat(origin.reason()).isEqualTo(Provenance.Reason.ATTEMPTS_EXHAUSTED);
        assertThat(origin.lastError()).isEqualTo("second");
        assertThat(origin.lastConsumer()).isEqualTo(ConsumerName.of("c2"));
        assertThat(origin.history()).extracting(Provenance.Attempt::error).containsExactly("first", "second");
        assertThat(origin.hops()).isOne();
        assertThat(refusal(() -> jobs.ack(second)))
                .isEqualTo(new Rejection.LeaseLost(MessageInfo.State.DEAD, DEAD, id));
    }

    @Test
    void deadLettersAreSentBackByATask() throws InterruptedException {
        MessageQueue dead = queues().create("dead");
        MessageQueue jobs = queues().create("jobs", work().deadLetter(DEAD).build());
        for (int i = 0; i < 20; i++) {
            jobs.enqueue("job " + i);
        }
        List<Delivery> all = jobs.receive(20, NOW).deliveries();
        all.forEach(job -> jobs.reject(job, "not today"));
        Until.holds("all are dead", () -> dead.info().messages() == 20);
        RedriveFilter one = RedriveFilter.ALL
                .withOriginQueue("jobs")
                .withOriginGroup(GroupName.DEFAULT.value())
                .withReason(Provenance.Reason.REJECTED)
                .withMessageIds(Set.of(all.get(3).messageId()));

        TaskInfo first = dead.redrive(RedriveOptions.ALL
                        .withFilter(one)
                        .withLimit(5)
                        .withRate(1000)
                        .withTarget("jobs"))
                .await(LONG)
                .orElseThrow();
        QueueTask rest = dead.redrive();
        TaskInfo ended = rest.await(LONG).orElseThrow();

        assertThat(first.moved()).isOne();
        assertThat(ended.state()).isEqualTo(TaskInfo.State.DONE);
        assertThat(ended.queue()).isEqualTo(DEAD);
        assertThat(ended.moved()).isEqualTo(19);
        assertThat(ended.ended()).isNotNull();
        assertThat(ended.problem()).isNull();
        assertThat(jobs.info().messages()).isEqualTo(20);
        assertThat(dead.task(rest.id()).info()).isEqualTo(ended);
    }

    @Test
    void aSlowTaskIsCancelled() throws InterruptedException {
        MessageQueue dead = queues().create("dead");
        MessageQueue jobs = queues().create("jobs", work().deadLetter(DEAD).build());
        jobs.enqueue("a");
        jobs.enqueue("b");
        jobs.receive(2, NOW).forEach(job -> jobs.reject(job, "not today"));
        Until.holds("both are dead", () -> dead.info().messages() == 2);

        QueueTask task = dead.redrive(RedriveOptions.ALL.withRate(0.001));

        assertThat(task.await(Duration.ofMillis(1))).isEmpty();
        assertThat(task.info().remaining()).isGreaterThan(Duration.ofSeconds(1));
        assertThat(task.cancel().state()).isEqualTo(TaskInfo.State.CANCELLED);
        assertThat(task.await(LONG).orElseThrow().moved()).isLessThan(2);
    }
}
