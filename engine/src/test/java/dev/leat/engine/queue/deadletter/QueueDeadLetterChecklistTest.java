package dev.leat.engine.queue.deadletter;

import static dev.leat.engine.support.QueueRig.queue;
import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Rejection;
import dev.leat.api.queue.Backoff;
import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.EnqueueResult;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.Provenance;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueConfig.Mode;
import dev.leat.api.queue.QueueConfigBuilder;
import dev.leat.api.queue.RedriveFilter;
import dev.leat.api.queue.SettleResult;
import dev.leat.api.queue.Settlement;
import dev.leat.api.queue.TaskInfo;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueQuery;
import dev.leat.engine.support.QueueRig;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Dead letters and redrives, where other queues are known to go wrong. On the shard of their queue, and on another. */
class QueueDeadLetterChecklistTest {
    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final String Q = "{t}q";

    private final QueueRig rig = new QueueRig();

    private static QueueConfigBuilder work() {
        return QueueConfig.builder(Mode.WORK).lease(LEASE).retryBackoff(Backoff.NONE);
    }

    private void create(String dead, int attempts) {
        rig.create(dead, work().maxAttempts(2).build());
        rig.create(Q, work().maxAttempts(attempts).deadLetter(queue(dead)).build());
    }

    private TaskInfo redrive(String dead) {
        TaskInfo begun = rig.call(new QueueCommand.Redrive(queue(dead), RedriveFilter.ALL, 0, 0, null));
        rig.advance(Duration.ofMillis(1));
        rig.advance(Duration.ofMillis(1));
        return rig.ask(new QueueQuery.Task(begun.task()));
    }

    @Tag("checklist-8")
    @ParameterizedTest
    @ValueSource(strings = {"dead", "{t}dead"})
    void aDeadLetterIsReceivedLikeAnyMessageAndTellsWhereItComesFrom(String dead) {
        create(dead, 2);
        Instant enqueued = rig.clock.instant();
        NewMessage message = NewMessage.of("x").withKey("k").withHeaders(Map.of("h", "v"));
        EnqueueResult taken = rig.taken(Q, message);
        rig.advance(Duration.ofSeconds(1));
        Instant first = rig.clock.instant();
        rig.settle(Q, Settlement.Release.of(rig.receive(Q).deliveryId()));
        rig.advance(Duration.ofSeconds(1));
        rig.settle(Q, new Settlement.Nack(rig.receive(Q).deliveryId(), null, "why", "first error"));
        rig.advance(Duration.ofSeconds(1));
        Instant last = rig.clock.instant();
        SettleResult end = rig.settle(Q, new Settlement.Nack(rig.receive(Q).deliveryId(), null, null, "last error"));

        assertThat(end).isEqualTo(new SettleResult.DeadLettered(queue(dead), taken.messageId()));
        rig.restart();
        for (int attempt = 1; attempt <= 2; attempt++) {
            Delivery delivery = rig.receive(dead);
            assertThat(delivery.attempt()).isEqualTo(attempt);
            assertThat(delivery.maxAttempts()).as("a budget of its own").isEqualTo(2);
            assertThat(delivery.text()).isEqualTo("x");
            assertThat(delivery.key()).isEqualTo("k");
            assertThat(delivery.headers()).containsEntry("h", "v");
            assertThat(delivery.messageId()).isEqualTo(taken.messageId());
            check(delivery.provenance(), taken, enqueued, first, last);
            rig.nack(dead, delivery.deliveryId());
        }
        assertThat(rig.group(dead).parked()).as("nothing disappears silently").isEqualTo(1);
    }

    private static void check(
            Provenance provenance, EnqueueResult taken, Instant enqueued, Instant first, Instant last) {
        assertThat(provenance.originQueue()).isEqualTo(queue(Q));
        assertThat(provenance.originGroup()).isEqualTo(dev.leat.api.queue.GroupName.DEFAULT);
        assertThat(provenance.originId()).isEqualTo(taken.messageId());
        assertThat(provenance.originSeq()).isEqualTo(taken.seq());
        assertThat(provenance.originEnqueuedAt()).isEqualTo(enqueued);
        assertThat(provenance.firstDeliveredAt()).isEqualTo(first);
        assertThat(provenance.lastDeliveredAt()).isEqualTo(last);
        assertThat(provenance.attempts()).isEqualTo(2);
        assertThat(provenance.releases()).isEqualTo(1);
        assertThat(provenance.reason()).isEqualTo(Provenance.Reason.ATTEMPTS_EXHAUSTED);
        assertThat(provenance.lastError()).isEqualTo("last error");
        assertThat(provenance.lastConsumer()).isEqualTo(ConsumerName.of("ann"));
        assertThat(provenance.history()).extracting(Provenance.Attempt::error).contains("first error", "last error");
    }

    @Tag("checklist-8")
    @ParameterizedTest
    @ValueSource(strings = {"dead", "{t}dead"})
    void theReasonOfADeadLetterIsWhatHappenedToIt(String dead) {
        rig.create(dead, work().build());
        rig.create(
                Q,
                work().maxAttempts(1)
                        .deadLetter(queue(dead))
                        .expired(QueueConfig.Expired.DEAD_LETTER)
                        .build());
        rig.enqueue(Q, "rejected");
        rig.settle(Q, Settlement.Reject.of(rig.receive(Q).deliveryId(), "never"));
        rig.enqueue(Q, "expired");
        rig.receive(Q);
        rig.advance(LEASE);
        rig.enqueue(Q, NewMessage.of("old").withTtl(Duration.ofSeconds(1)));
        rig.advance(Duration.ofSeconds(1));

        List<String> reasons = rig.receive(dead, 10).stream()
                .map(d -> d.text() + " " + d.provenance().reason())
                .toList();

        assertThat(reasons).containsExactly("rejected REJECTED", "expired LEASE_EXPIRED", "old TTL");
        assertThat(rig.info(Q).messages()).isZero();
    }

    @Tag("checklist-8")
    @Test
    void aDeadLetterThatFindsItsQueueFullIsParkedAndMovesWhenThereIsRoom() {
        rig.create("dead", work().maxMessages(1).build());
        rig.create(Q, work().maxAttempts(1).deadLetter(queue("dead")).build());
        rig.enqueue("dead", "in the way");
        rig.enqueue(Q, "x");
        rig.nack(Q, rig.receive(Q).deliveryId());

        assertThat(rig.group(Q).parked()).isEqualTo(1);
        rig.ack("dead", rig.receive("dead").deliveryId());
        rig.advance(Duration.ofMinutes(10));
        assertThat(rig.texts("dead", 10)).containsExactly("x");
        assertThat(rig.info(Q).messages()).isZero();
    }

    @Tag("checklist-16")
    @Test
    void dataOfDeadLettersDoNotGoRoundInCircles() {
        rig.create("c", work().build());
        rig.create("b", work().deadLetter(queue("c")).build());
        rig.create("a", work().deadLetter(queue("b")).build());
        QueueConfig cycle = work().deadLetter(queue("a")).build();

        assertThat(rig.refusal(new QueueCommand.UpdateQueue(queue("c"), cycle, null)))
                .isInstanceOf(Rejection.DeadLetterCycle.class);
        assertThat(rig.refusal(new QueueCommand.UpdateQueue(queue("a"), cycle, null)))
                .isInstanceOf(Rejection.DeadLetterCycle.class);
        QueueConfig self = work().deadLetter(queue("self")).build();
        assertThat(rig.refusal(new QueueCommand.CreateQueue(queue("self"), self)))
                .isInstanceOf(Rejection.DeadLetterCycle.class);
        assertThat(rig.refusal(new QueueCommand.DeleteQueue(queue("b"), false))).isInstanceOf(Rejection.InUse.class);
    }

    @Tag("checklist-18")
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aDedupIdIsKnownAfterARestartAndEvenIfTheMessageIsGone(boolean checkpoint) {
        rig.create(Q, work().dedupWindow(Duration.ofMinutes(5)).build());
        NewMessage message = NewMessage.of("x").withDedupId("once");
        EnqueueResult first = rig.taken(Q, message);
        rig.ack(Q, rig.receive(Q).deliveryId());
        if (checkpoint) {
            rig.checkpoint();
        }

        rig.restart();
        EnqueueResult second = rig.taken(Q, message);

        assertThat(second).isEqualTo(new EnqueueResult(first.messageId(), first.seq(), true));
        assertThat(rig.info(Q).messages()).isZero();
        rig.advance(Duration.ofMinutes(5));
        assertThat(rig.taken(Q, message).duplicate()).isFalse();
    }

    @Tag("checklist-18")
    @ParameterizedTest
    @ValueSource(strings = {"dead", "{t}dead"})
    void aRedrivePassesTheDedupWindowAndLeavesItAsItIs(String dead) {
        create(dead, 1);
        NewMessage message = NewMessage.of("x").withDedupId("once");
        MessageId id = rig.enqueue(Q, message);
        rig.nack(Q, rig.receive(Q).deliveryId());

        TaskInfo task = redrive(dead);

        assertThat(task.state()).isEqualTo(TaskInfo.State.DONE);
        assertThat(task.moved()).isEqualTo(1);
        Delivery again = rig.receive(Q);
        assertThat(again.messageId()).isEqualTo(id);
        assertThat(again.attempt()).isEqualTo(1);
        assertThat(rig.taken(Q, message).duplicate()).isTrue();
        assertThat(rig.info(dead).messages()).isZero();
    }

    @Tag("checklist-18")
    @Test
    void aRedriveWithARateGoesOnAfterARestart() {
        create("dead", 1);
        for (int i = 0; i < 6; i++) {
            rig.enqueue(Q, "m" + i);
            rig.nack(Q, rig.receive(Q).deliveryId());
        }
        TaskInfo begun = rig.call(new QueueCommand.Redrive(queue("dead"), RedriveFilter.ALL, 0, 1, null));
        rig.advance(Duration.ofSeconds(2));
        assertThat(rig.info(Q).messages()).isBetween(1L, 4L);

        rig.restart();
        for (int i = 0; i < 10; i++) {
            rig.advance(Duration.ofSeconds(1));
        }

        assertThat(rig.ask(new QueueQuery.Task(begun.task())).state()).isEqualTo(TaskInfo.State.DONE);
        assertThat(rig.texts(Q, 10)).containsExactly("m0", "m1", "m2", "m3", "m4", "m5");
    }

    @Tag("checklist-19")
    @ParameterizedTest
    @ValueSource(strings = {"dead", "{t}dead"})
    void messagesOfAKeyStayInOrderThroughDelaysRestartsAndDeadLetters(String dead) {
        rig.create(dead, work().build());
        rig.create(
                Q,
                work().maxAttempts(2)
                        .deadLetter(queue(dead))
                        .retryBackoff(new Backoff(LEASE, 1, LEASE))
                        .build());
        for (int i = 0; i < 5; i++) {
            rig.enqueue(Q, NewMessage.of("k" + i).withKey("k"));
        }
        List<String> done = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            List<Delivery> deliveries = rig.receive(Q, 10);
            assertThat(deliveries).as("one of the key at a time").hasSize(1);
            rig.nack(Q, deliveries.get(0).deliveryId());
            assertThat(rig.receive(Q, 10))
                    .as("the key waits with its first message")
                    .isEmpty();
            rig.restart();
            assertThat(rig.receive(Q, 10)).as("also after a restart").isEmpty();
            rig.advance(LEASE);
            Delivery again = rig.receive(Q);
            assertThat(again.text()).isEqualTo("k" + i);
            if (i == 1) {
                rig.nack(Q, again.deliveryId()); // its second failure
            } else {
                done.add(again.text());
                rig.ack(Q, again.deliveryId());
            }
        }

        assertThat(done).containsExactly("k0", "k2", "k3", "k4");
        assertThat(rig.texts(dead, 10)).containsExactly("k1");
    }
}
