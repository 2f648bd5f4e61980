package dev.leat.engine.queue.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Rejection;
import dev.leat.api.queue.Backoff;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.EnqueueRefusal;
import dev.leat.api.queue.EnqueueResult;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.GroupStart;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueConfigBuilder;
import dev.leat.api.queue.QueueName;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.api.spi.Transaction;
import dev.leat.engine.support.QueueRig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a queue takes in, and what it does not. */
final class QueueIntakeTest {
    private static final QueueName JOBS = QueueName.of("jobs");

    private final QueueRig rig = new QueueRig();

    private static QueueConfigBuilder work() {
        return QueueConfig.builder(QueueConfig.Mode.WORK);
    }

    private static List<NewMessage> messages(String... texts) {
        List<NewMessage> messages = new ArrayList<>();
        for (String text : texts) {
            messages.add(NewMessage.of(text));
        }
        return messages;
    }

    private Rejection refusal(NewMessage message) {
        return rig.refusal(QueueCommand.Enqueue.of(JOBS, message));
    }

    @Test
    void aBatchIsEnqueuedAsAWholeOrNotAtAll() {
        rig.create("jobs", work().maxMessages(3).build());
        rig.enqueue("jobs", "first");

        Rejection rejection = rig.refusal(new QueueCommand.Enqueue(JOBS, messages("a", "b", "c"), false));

        assertThat(rejection).isInstanceOf(Rejection.QueueFull.class);
        assertThat(rig.info("jobs").messages()).isOne();
    }

    @Test
    void aPartialBatchIsEnqueuedAsFarAsItGoes() {
        rig.create("jobs", work().maxMessages(2).build());

        QueueOutcome.Enqueued outcome = rig.call(new QueueCommand.Enqueue(JOBS, messages("a", "b", "c"), true));

        assertThat(outcome.results().get(1)).isInstanceOf(EnqueueResult.class);
        assertThat(outcome.results().get(2)).isInstanceOf(EnqueueRefusal.class);
        assertThat(rig.texts("jobs", 10)).containsExactly("a", "b");
    }

    @Test
    void aSecondMessageOfTheSameIdIsTheFirstOneEvenIfThatIsGone() {
        rig.create("jobs", work().build());
        MessageId first = rig.enqueue("jobs", NewMessage.of("a").withDedupId("1"));
        rig.ack("jobs", rig.receive("jobs").deliveryId());

        EnqueueResult second = rig.taken("jobs", NewMessage.of("b").withDedupId("1"));

        assertThat(second.duplicate()).isTrue();
        assertThat(second.messageId()).isEqualTo(first);
        assertThat(rig.receive("jobs", 1)).isEmpty();
    }

    @Test
    void anIdIsForgottenAfterItsWindowAndNotByARestart() {
        rig.create("jobs", work().dedupWindow(Duration.ofMinutes(1)).build());
        rig.enqueue("jobs", NewMessage.of("a").withDedupId("1"));

        rig.restart();
        rig.checkpoint();
        rig.restart();
        assertThat(rig.taken("jobs", NewMessage.of("b").withDedupId("1")).duplicate())
                .isTrue();
        rig.advance(Duration.ofMinutes(1));

        assertThat(rig.taken("jobs", NewMessage.of("c").withDedupId("1")).duplicate())
                .isFalse();
    }

    @Test
    void idsCountForTheirKeyWhereTheQueueSaysSo() {
        rig.create("jobs", work().dedupScope(QueueConfig.DedupScope.KEY).build());
        NewMessage message = NewMessage.of("a").withDedupId("1");

        rig.enqueue("jobs", message.withKey("x"));

        assertThat(rig.taken("jobs", message.withKey("y")).duplicate()).isFalse();
        assertThat(rig.taken("jobs", message.withKey("x")).duplicate()).isTrue();
    }

    @Test
    void theSamePayloadIsTheSameMessageWhereTheQueueSaysSo() {
        rig.create("jobs", work().contentDedup(true).build());

        QueueOutcome.Enqueued outcome = rig.call(new QueueCommand.Enqueue(JOBS, messages("a", "a", "b"), false));

        assertThat(outcome.results())
                .extracting(result -> ((EnqueueResult) result).duplicate())
                .containsExactly(false, true, false);
        assertThat(rig.info("jobs").messages()).isEqualTo(2);
    }

    @Test
    void aMessageWithAKeyHasNeitherADelayNorAPriority() {
        rig.create("jobs", work().build());
        rig.create("ranked", work().priority(true).build());

        assertThat(refusal(NewMessage.of("a").withKey("k").withDelay(Duration.ofSeconds(1))))
                .isInstanceOf(Rejection.BadArgument.class);
        assertThat(rig.refusal(QueueCommand.Enqueue.of(
                        QueueName.of("ranked"), NewMessage.of("a").withKey("k"))))
                .isInstanceOf(Rejection.BadArgument.class);
    }

    @Test
    void aQueueWithoutPrioritiesRefusesAPriority() {
        rig.create("jobs", work().build());
        Rejection refused =
                new Rejection.BadArgument("the queue jobs has no priorities: its messages have priority 4, not 9");
        NewMessage urgent = NewMessage.of("urgent").withPriority(9);

        assertThat(refusal(urgent)).isEqualTo(refused);
        assertThat(rig.refusal(new QueueCommand.Enqueue(JOBS, List.of(NewMessage.of("a"), urgent), false)))
                .isEqualTo(refused);
        assertThat(rig.call(new QueueCommand.Enqueue(JOBS, List.of(NewMessage.of("b"), urgent), true))
                        .results()
                        .get(1))
                .isEqualTo(new EnqueueRefusal(refused));
        Rejection inTransaction = rig.refusal(new Transaction(List.of(new Transaction.Op.Enqueue(JOBS, urgent))));
        assertThat(((Rejection.Conflict) inTransaction).cause()).isEqualTo(refused);
        rig.enqueue("jobs", NewMessage.of("c").withPriority(NewMessage.DEFAULT_PRIORITY));
        assertThat(rig.texts("jobs", 10)).containsExactly("b", "c");
    }

    @Test
    void aDeadLetterOfAQueueWithPrioritiesGoesToOneWithout() {
        rig.create("dead", work().build());
        rig.create(
                "jobs",
                work().priority(true)
                        .maxAttempts(1)
                        .deadLetter(QueueName.of("dead"))
                        .build());
        rig.enqueue("jobs", NewMessage.of("urgent").withPriority(9));

        rig.nack("jobs", rig.receive("jobs").deliveryId());

        assertThat(rig.texts("dead", 10)).containsExactly("urgent");
    }

    @Test
    void noMaxAttemptsMeansNoLimit() {
        rig.create("dead", work().build());
        rig.create(
                "jobs",
                work().maxAttempts(0)
                        .deadLetter(QueueName.of("dead"))
                        .retryBackoff(Backoff.NONE)
                        .build());
        rig.enqueue("jobs", "a");

        for (int attempt = 1; attempt <= 50; attempt++) {
            Delivery delivery = rig.receive("jobs");
            assertThat(delivery.attempt()).isEqualTo(attempt);
            assertThat(delivery.maxAttempts()).isZero();
            rig.nack("jobs", delivery.deliveryId());
        }

        assertThat(rig.info("dead").messages()).isZero();
    }

    @Test
    void onlyTheGroupsThatAreMeantSeeAMessage() {
        rig.create("jobs", QueueConfig.fanout());
        for (String group : List.of("x", "y")) {
            rig.call(new QueueCommand.CreateGroup(JOBS, GroupName.of(group), new GroupStart.Head()));
        }
        rig.enqueue("jobs", NewMessage.of("a").withGroups(Set.of(GroupName.of("x"))));

        assertThat(rig.receive("jobs", "y", 1)).isEmpty();
        assertThat(rig.receive("jobs", "x", 1)).hasSize(1);
        assertThat(refusal(NewMessage.of("b").withGroups(Set.of(GroupName.of("z")))))
                .isEqualTo(new Rejection.GroupNotFound(JOBS, GroupName.of("z")));
    }

    @Test
    void oneGroupsRetryIsNoBusinessOfTheOthersAndTheLastOneRemovesTheMessage() {
        rig.create("jobs", QueueConfig.fanout());
        for (String group : List.of("x", "y")) {
            rig.call(new QueueCommand.CreateGroup(JOBS, GroupName.of(group), new GroupStart.Head()));
        }
        rig.enqueue("jobs", "a");
        rig.nack("jobs", rig.receive("jobs", "x", 1).get(0).deliveryId());

        rig.ack("jobs", rig.receive("jobs", "y", 1).get(0).deliveryId());
        assertThat(rig.info("jobs").messages()).isEqualTo(1);
        rig.advance(Duration.ofSeconds(1));
        rig.ack("jobs", rig.receive("jobs", "x", 1).get(0).deliveryId());

        assertThat(rig.info("jobs").messages()).isZero();
    }

    @Test
    void seqsAreNeverUsedAgain() {
        rig.create("jobs", work().build());
        rig.enqueue("jobs", "a");
        rig.ack("jobs", rig.receive("jobs").deliveryId());
        rig.checkpoint();
        rig.restart();

        assertThat(rig.taken("jobs", NewMessage.of("b")).seq()).isEqualTo(1);
    }

    @Test
    void whatTheCallerDoesToItsArrayLaterDoesNotChangeTheMessage() {
        rig.create("jobs", work().build());
        byte[] payload = {1, 2, 3};
        rig.enqueue("jobs", NewMessage.of(payload));

        payload[0] = 9;

        assertThat(rig.receive("jobs").payload()).containsExactly(1, 2, 3);
    }
}
