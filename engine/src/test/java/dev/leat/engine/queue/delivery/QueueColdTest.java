package dev.leat.engine.queue.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Rejection;
import dev.leat.api.queue.Backoff;
import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.Deliveries;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.EnqueueEachResult;
import dev.leat.api.queue.EnqueueRefusal;
import dev.leat.api.queue.EnqueueResult;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.GroupStart;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueConfig.Mode;
import dev.leat.api.queue.QueueConfigBuilder;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.QueueSide;
import dev.leat.api.queue.RedriveFilter;
import dev.leat.api.queue.SettleResult;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.engine.support.Found;
import dev.leat.engine.support.QueueRig;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages that only the store has: whoever wants them waits for them, and gets what anybody would get. */
final class QueueColdTest {
    private static final QueueName JOBS = QueueName.of("jobs");

    private final QueueRig rig = new QueueRig();

    @BeforeEach
    void aQueue() {
        rig.create(
                "jobs",
                QueueConfig.builder(QueueConfig.Mode.WORK)
                        .retryBackoff(Backoff.NONE)
                        .maxMessages(3)
                        .full(QueueConfig.Full.DROP_OLDEST)
                        .build());
    }

    private void cool() {
        rig.checkpoint();
        rig.restart();
    }

    @Test
    void aReceiveThatWaitsForNothingGetsThemAllTheSame() {
        rig.enqueue("jobs", "a");
        cool();

        assertThat(rig.texts("jobs", 1)).containsExactly("a");
    }

    @Test
    void theyAreNotReadBeforeSomebodyWantsThem() {
        rig.enqueue("jobs", "a");
        rig.enqueue("jobs", "b");
        cool();

        assertThat(rig.info("jobs").messages()).isEqualTo(2);
        assertThat(rig.group("jobs").ready()).isEqualTo(2);
        assertThat(rig.meters().queues().loads()).isZero();
        rig.receive("jobs");
        assertThat(rig.meters().queues().loads()).isPositive();
    }

    @Test
    void theyArePoppedFromEitherSide() {
        rig.enqueue("jobs", NewMessage.of("a").withKey("k"));
        rig.enqueue("jobs", NewMessage.of("b").withKey("l"));
        rig.enqueue("jobs", NewMessage.of("c").withKey("k"));
        cool();

        List<Delivery> popped =
                rig.call(new QueueCommand.Pop(JOBS, 1, QueueSide.TAIL)).deliveries();
        cool();
        List<Delivery> next =
                rig.call(new QueueCommand.Pop(JOBS, 1, QueueSide.HEAD)).deliveries();

        assertThat(popped).extracting(Delivery::text).containsExactly("b");
        assertThat(next).extracting(Delivery::text).containsExactly("a");
    }

    @Test
    void theyAreClaimed() {
        rig.enqueue("jobs", "a");
        rig.receive("jobs");
        cool();
        rig.advance(Duration.ofSeconds(10));

        Deliveries claimed =
                rig.call(new QueueCommand.Claim(JOBS, null, ConsumerName.of("bob"), Duration.ofSeconds(10), 1, null));

        assertThat(claimed.deliveries()).extracting(Delivery::text).containsExactly("a");
    }

    @Test
    void theyComeBackAfterTheirLease() {
        rig.enqueue("jobs", "a");
        rig.receive("jobs");
        cool();

        rig.advance(Duration.ofSeconds(30));

        assertThat(rig.receive("jobs").attempt()).isEqualTo(2);
    }

    @Test
    void theyMakeRoomForOthers() {
        rig.enqueue("jobs", "a");
        rig.enqueue("jobs", "b");
        rig.enqueue("jobs", "c");
        cool();

        rig.enqueue("jobs", "d");

        assertThat(rig.texts("jobs", 1)).containsExactly("b");
    }

    @Test
    void keysThatAreHeldAreHeldStill() {
        rig.enqueue("jobs", NewMessage.of("a").withKey("k"));
        rig.enqueue("jobs", NewMessage.of("b").withKey("k"));
        Delivery first = rig.receive("jobs");
        cool();

        assertThat(rig.receive("jobs", 1)).isEmpty();
        rig.ack("jobs", first.deliveryId());

        assertThat(rig.texts("jobs", 1)).containsExactly("b");
    }

    @Test
    void aMessageThatCameBackIsFoundWhereItIsAndNotWhereItWas() {
        rig.create("dead", QueueConfig.work());
        rig.create("news", mortal(Mode.FANOUT).maxAttempts(1).build());
        for (String group : List.of("a", "b")) {
            rig.call(new QueueCommand.CreateGroup(QueueName.of("news"), GroupName.of(group), GroupStart.HEAD));
        }
        MessageId id = rig.enqueue("news", "hello");
        rig.nack("news", rig.receive("news", "a", 1).get(0).deliveryId());
        rig.call(new QueueCommand.Redrive(QueueName.of("dead"), RedriveFilter.ALL, 0, 0, null));
        rig.advance(Duration.ofMillis(1));
        rig.checkpoint();
        rig.ack("news", rig.receive("news", "b", 1).get(0).deliveryId());
        rig.restart();

        rig.call(new QueueCommand.Cancel(QueueName.of("news"), id, false));

        assertThat(rig.info("news").messages()).isZero();
    }

    @Test
    void whoGivesBackWhatHasExpiredLearnsItsIdAmongTheDeadLetters() {
        rig.create("dead", QueueConfig.work());
        rig.create(
                "tasks",
                mortal(Mode.WORK)
                        .expired(QueueConfig.Expired.DEAD_LETTER)
                        .lease(Duration.ofHours(1))
                        .build());
        MessageId id = rig.enqueue("tasks", NewMessage.of("late").withTtl(Duration.ofSeconds(10)));
        Delivery leased = rig.receive("tasks");
        rig.advance(Duration.ofSeconds(10));
        rig.checkpoint();
        rig.restart();

        assertThat(rig.nack("tasks", leased.deliveryId()))
                .isEqualTo(new SettleResult.DeadLettered(QueueName.of("dead"), id));
    }

    @Test
    void aDeadLetterThatIsSentElsewhereKeepsItsHistory() {
        rig.create("dead", QueueConfig.work());
        rig.create("other", QueueConfig.work());
        rig.create("tasks", mortal(Mode.WORK).maxAttempts(1).build());
        MessageId id = rig.enqueue("tasks", "hello");
        rig.nack("tasks", rig.receive("tasks").deliveryId());

        rig.call(new QueueCommand.Redrive(QueueName.of("dead"), RedriveFilter.ALL, 0, 0, QueueName.of("other")));
        rig.advance(Duration.ofMillis(1));

        assertThat(rig.find("other", id).groups().get(0).history()).hasSize(1);
    }

    @Test
    void ofTwoDeadLettersWithOneIdTheOtherIsStillFound() {
        rig.create("dead", QueueConfig.work());
        rig.create("news", mortal(Mode.FANOUT).maxAttempts(1).build());
        for (String group : List.of("a", "b")) {
            rig.call(new QueueCommand.CreateGroup(QueueName.of("news"), GroupName.of(group), GroupStart.HEAD));
        }
        MessageId id = rig.enqueue("news", "hello");
        for (String group : List.of("a", "b")) {
            rig.nack("news", rig.receive("news", group, 1).get(0).deliveryId());
        }

        rig.call(new QueueCommand.Pop(QueueName.of("dead"), 1, QueueSide.TAIL));

        assertThat(rig.find("dead", id).seq()).isZero();
    }

    @Test
    void theOldestMakesRoomAlsoIfItHasToBeReadFirst() {
        QueueConfigBuilder small = QueueConfig.builder(Mode.WORK).priority(true).maxMessages(2);
        rig.create("small", small.full(QueueConfig.Full.DROP_OLDEST).build());
        rig.enqueue("small", NewMessage.of("old").withPriority(8));
        cool();
        rig.enqueue("small", NewMessage.of("young").withPriority(3));

        rig.enqueue("small", NewMessage.of("new").withPriority(5));

        assertThat(rig.texts("small", 3)).containsExactly("new", "young");
    }

    @Test
    void messagesMakeRoomWithoutBeingRead() {
        List.of("a", "b", "c").forEach(text -> rig.enqueue("jobs", text));
        cool();

        rig.enqueue("jobs", "d");

        assertThat(rig.meters().queues().loads()).isZero();
        assertThat(rig.info("jobs").messages()).isEqualTo(3);
    }

    private void aFullQueueWithPriorities() {
        QueueConfigBuilder small = QueueConfig.builder(Mode.WORK).priority(true).maxMessages(2);
        rig.create("small", small.full(QueueConfig.Full.DROP_OLDEST).build());
        rig.enqueue("small", NewMessage.of("old").withPriority(8));
        rig.enqueue("small", NewMessage.of("young").withPriority(3));
        cool();
    }

    private static QueueCommand.Enqueue partial(NewMessage... messages) {
        return new QueueCommand.Enqueue(QueueName.of("small"), List.of(messages), true);
    }

    @Test
    void anEnqueueOfEachMessageByItselfWaitsForWhatItDropsAlsoBesideAWrongOne() {
        aFullQueueWithPriorities();
        NewMessage wrong = NewMessage.of("wrong").withKey("k");

        List<EnqueueEachResult> results =
                rig.call(partial(wrong, NewMessage.of("x"), NewMessage.of("y"))).results();

        assertThat(results.get(0)).isInstanceOf(EnqueueRefusal.class);
        assertThat(results.subList(1, 3)).hasOnlyElementsOfType(EnqueueResult.class);
        assertThat(rig.texts("small", 3)).containsExactly("x", "y");
    }

    @Test
    void anEnqueueOfMoreThanTheQueueHoldsWaitsForAllThatItDrops() {
        aFullQueueWithPriorities();

        List<EnqueueEachResult> results = rig.call(partial(NewMessage.of("x"), NewMessage.of("y"), NewMessage.of("z")))
                .results();

        assertThat(results).hasOnlyElementsOfType(EnqueueResult.class);
        assertThat(rig.texts("small", 3)).containsExactly("y", "z");
    }

    @Test
    void anEnqueueIsRefusedIfWhatItDropsCannotBeRead() {
        aFullQueueWithPriorities();
        rig.holdReads();
        Found<QueueOutcome.Enqueued> waiting = rig.sent(partial(NewMessage.of("x")));

        rig.failReads();

        assertThat(waiting.rejection).isInstanceOf(Rejection.Unavailable.class);
        assertThat(rig.info("small").messages()).isEqualTo(2);
    }

    private static QueueConfigBuilder mortal(Mode mode) {
        return QueueConfig.builder(mode).deadLetter(QueueName.of("dead"));
    }
}
