package dev.leat.engine.queue.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Rejection;
import dev.leat.api.queue.Backoff;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.GroupStart;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.Provenance;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueConfigBuilder;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.SettleResult;
import dev.leat.api.queue.Settlement;
import dev.leat.api.spi.QueueCommand;
import dev.leat.engine.shard.Placement;
import dev.leat.engine.support.Found;
import dev.leat.engine.support.QueueRig;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of messages that fail for good, with a dead-letter queue on the same shard and on another. */
class DeadLetterTest {
    private static final String JOBS = "{t}jobs";
    private static final String BESIDE = "{t}dead";
    private static final String ELSEWHERE = elsewhere();

    private QueueRig rig = new QueueRig();

    private static String elsewhere() {
        int home = Placement.shard("t", QueueRig.SHARDS);
        int number = 0;
        while (Placement.shard("dead-" + number, QueueRig.SHARDS) == home) {
            number++;
        }
        return "dead-" + number;
    }

    static List<String> deadLetterQueues() {
        return List.of(BESIDE, ELSEWHERE);
    }

    private void create(String dead) {
        rig.create(dead, QueueConfig.work());
        rig.create(JOBS, to(dead).build());
    }

    private static QueueConfigBuilder to(String dead) {
        return QueueConfig.work().toBuilder()
                .deadLetter(QueueName.of(dead))
                .maxAttempts(1)
                .retryBackoff(Backoff.NONE);
    }

    @ParameterizedTest
    @MethodSource("deadLetterQueues")
    void aMessageThatIsOutOfAttemptsIsADeadLetterWithItsWholePast(String dead) {
        create(dead);
        MessageId id = rig.enqueue(JOBS, NewMessage.of("hello").withKey("k"));

        Delivery delivery = rig.receive(JOBS);
        SettleResult result = rig.settle(JOBS, new Settlement.Nack(delivery.deliveryId(), null, "no reason", "stack"));

        assertThat(result).isEqualTo(new SettleResult.DeadLettered(QueueName.of(dead), id));
        assertThat(rig.info(JOBS).messages()).isZero();
        Delivery letter = rig.receive(dead);
        assertThat(letter.messageId()).isEqualTo(id);
        assertThat(letter.text()).isEqualTo("hello");
        assertThat(letter.key()).isEqualTo("k");
        assertThat(letter.attempt()).isEqualTo(1);
        assertThat(letter.maxAttempts()).isEqualTo(5);
        Provenance from = past(letter);
        assertThat(from.originQueue().value()).isEqualTo(JOBS);
        assertThat(from.originGroup()).isEqualTo(GroupName.DEFAULT);
        assertThat(from.originId()).isEqualTo(id);
        assertThat(from.originSeq()).isEqualTo(delivery.seq());
        assertThat(from.originEnqueuedAt()).isEqualTo(delivery.enqueuedAt());
        assertThat(from.firstDeliveredAt()).isNotNull();
        assertThat(from.lastDeliveredAt()).isNotNull();
        assertThat(from.attempts()).isEqualTo(1);
        assertThat(from.reason()).isEqualTo(Provenance.Reason.ATTEMPTS_EXHAUSTED);
        assertThat(from.lastError()).isEqualTo("stack");
        assertThat(String.valueOf(from.lastConsumer())).isEqualTo("ann");
        assertThat(from.history()).hasSize(1);
        assertThat(from.hops()).isEqualTo(1);
        assertThat(rig.ack(dead, letter.deliveryId())).isInstanceOf(SettleResult.Acked.class);
        assertThat(rig.info(dead).messages()).isZero();
    }

    @ParameterizedTest
    @MethodSource("deadLetterQueues")
    void aLeaseThatRunsOutTheLastTimeMakesADeadLetterByItself(String dead) {
        create(dead);
        rig.enqueue(JOBS, "hello");
        rig.receive(JOBS);

        rig.advance(Duration.ofSeconds(31));

        assertThat(past(rig.receive(dead)).reason()).isEqualTo(Provenance.Reason.LEASE_EXPIRED);
    }

    @ParameterizedTest
    @MethodSource("deadLetterQueues")
    void aMessageThatIsOnlyInTheStoreBecomesADeadLetterAsWell(String dead) {
        create(dead);
        rig.enqueue(JOBS, "hello");
        rig.receive(JOBS);
        rig.checkpoint();
        rig.restart();

        rig.advance(Duration.ofSeconds(61));

        assertThat(rig.receive(dead).text()).isEqualTo("hello");
        assertThat(rig.info(JOBS).messages()).isZero();
    }

    @ParameterizedTest
    @MethodSource("deadLetterQueues")
    void afterARestartALateAckIsToldOfTheDeadLetterWhichHasTheIdOfTheDelivery(String dead) {
        create(dead);
        rig.enqueue(JOBS, "hello");
        Delivery delivery = rig.receive(JOBS);
        rig.advance(Duration.ofSeconds(31));
        rig.checkpoint();
        rig.restart();

        SettleResult late = rig.ack(JOBS, delivery.deliveryId());

        assertThat(late)
                .isEqualTo(new SettleResult.Refused(
                        new Rejection.LeaseLost(MessageInfo.State.DEAD, QueueName.of(dead), null)));
        assertThat(rig.find(dead, delivery.messageId()).provenance()).isNotNull();
    }

    @ParameterizedTest
    @MethodSource("deadLetterQueues")
    void aFullDeadLetterQueueLetsMessagesWaitInTheirPlace(String dead) {
        rig.create(dead, QueueConfig.work().toBuilder().maxMessages(1).build());
        rig.create(JOBS, to(dead).build());
        rig.enqueue(JOBS, "one");
        rig.enqueue(JOBS, "two");
        fail(JOBS);
        fail(JOBS);
        assertThat(rig.group(JOBS).parked()).isEqualTo(1);

        rig.ack(dead, rig.receive(dead).deliveryId());
        rig.advance(Duration.ofSeconds(6));

        assertThat(rig.group(JOBS).parked()).isZero();
        assertThat(rig.receive(dead).text()).isEqualTo("two");
    }

    @ParameterizedTest
    @MethodSource("deadLetterQueues")
    void whoRejectsAMessageThatHasToBeReadLearnsItsId(String dead) {
        create(dead);
        MessageId id = rig.enqueue(JOBS, "hello");
        Delivery delivery = rig.receive(JOBS);
        rig.checkpoint();
        rig.restart();

        SettleResult result = rig.settle(JOBS, Settlement.Reject.of(delivery.deliveryId(), "no"));

        assertThat(result).isEqualTo(new SettleResult.DeadLettered(QueueName.of(dead), id));
        assertThat(rig.receive(dead).text()).isEqualTo("hello");
    }

    @Test
    void withoutADeadLetterQueueAMessageIsParkedUntilThereIsOne() {
        rig.create(JOBS, to(BESIDE).deadLetter(null).build());
        rig.enqueue(JOBS, "hello");
        fail(JOBS);
        assertThat(rig.group(JOBS).parked()).isEqualTo(1);

        rig.create(ELSEWHERE, QueueConfig.work());
        rig.call(new QueueCommand.UpdateQueue(QueueName.of(JOBS), to(ELSEWHERE).build(), null));
        rig.advance(Duration.ofSeconds(6));

        assertThat(rig.receive(ELSEWHERE).text()).isEqualTo("hello");
    }

    @Test
    void aQueueThatDropsHasNoDeadLetters() {
        rig.create(
                JOBS,
                to(BESIDE)
                        .deadLetter(null)
                        .exhausted(QueueConfig.Exhausted.DROP)
                        .build());
        rig.enqueue(JOBS, "hello");

        assertThat(fail(JOBS)).isInstanceOf(SettleResult.Dropped.class);
        assertThat(rig.info(JOBS).messages()).isZero();
    }

    @Test
    void aDeadLetterArrivesOnceWhateverCrashes() {
        for (int seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            rig = new QueueRig();
            create(ELSEWHERE);
            rig.enqueue(JOBS, "hello");
            Delivery delivery = rig.receive(JOBS);
            rig.send(
                    QueueCommand.Settle.of(QueueName.of(JOBS), Settlement.Nack.of(delivery.deliveryId())),
                    new Found<>());
            for (int crash = 0; crash < 3; crash++) {
                for (int turns = random.nextInt(15); turns > 0; turns--) {
                    rig.turn(random);
                }
                rig.crash(random);
            }
            rig.settle();

            boolean nacked = rig.group(JOBS).leased() == 0;
            assertThat(rig.info(JOBS).messages()).as("seed %d", seed).isEqualTo(nacked ? 0 : 1);
            assertThat(rig.browse(ELSEWHERE)).as("seed %d", seed).hasSize(nacked ? 1 : 0);
        }
    }

    @Test
    void afterEightQueuesADeadLetterStays() {
        rig.create("q9", QueueConfig.work());
        for (int number = 8; number >= 0; number--) {
            rig.create("q" + number, to("q" + (number + 1)).build());
        }
        rig.enqueue("q0", "hello");

        for (int number = 0; number < 8; number++) {
            assertThat(fail("q" + number)).isInstanceOf(SettleResult.DeadLettered.class);
        }

        assertThat(fail("q8")).isInstanceOf(SettleResult.Parked.class);
        assertThat(rig.group("q8").parked()).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("deadLetterQueues")
    void whoAcksADeadLetterLearnsWhereItIs(String dead) {
        create(dead);
        MessageId id = rig.enqueue(JOBS, "hello");
        Delivery delivery = rig.receive(JOBS);
        rig.advance(Duration.ofSeconds(31));

        SettleResult late = rig.ack(JOBS, delivery.deliveryId());

        assertThat(late.rejection()).isEqualTo(new Rejection.LeaseLost(MessageInfo.State.DEAD, QueueName.of(dead), id));
    }

    @Test
    void onlyTheGroupThatFailedHasADeadLetter() {
        rig.create(ELSEWHERE, QueueConfig.work());
        rig.create(
                JOBS,
                QueueConfig.fanout().toBuilder()
                        .deadLetter(QueueName.of(ELSEWHERE))
                        .maxAttempts(1)
                        .build());
        for (String group : List.of("a", "b")) {
            rig.call(new QueueCommand.CreateGroup(QueueName.of(JOBS), GroupName.of(group), GroupStart.HEAD));
        }
        rig.enqueue(JOBS, "hello");
        Delivery failed = rig.receive(JOBS, "a", 1).get(0);

        rig.nack(JOBS, failed.deliveryId());

        assertThat(past(rig.receive(ELSEWHERE)).originGroup()).isEqualTo(GroupName.of("a"));
        assertThat(rig.receive(JOBS, "b", 1)).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("deadLetterQueues")
    void aMessageWhoseTimeIsOverIsADeadLetterIfTheQueueSaysSo(String dead) {
        rig.create(dead, QueueConfig.work());
        rig.create(
                JOBS,
                to(dead).ttl(Duration.ofMinutes(1))
                        .expired(QueueConfig.Expired.DEAD_LETTER)
                        .build());
        rig.enqueue(JOBS, "hello");

        rig.advance(Duration.ofMinutes(1));

        assertThat(past(rig.receive(dead)).reason()).isEqualTo(Provenance.Reason.TTL);
        assertThat(rig.info(JOBS).messages()).isZero();
    }

    @ParameterizedTest
    @MethodSource("deadLetterQueues")
    void aMessageWhoseTimeIsOverWhenItIsGivenBackEndsAtOnce(String dead) {
        rig.create(dead, QueueConfig.work());
        QueueConfigBuilder config =
                to(dead).maxAttempts(5).ttl(Duration.ofSeconds(10)).lease(Duration.ofMinutes(1));
        rig.create(JOBS, config.expired(QueueConfig.Expired.DEAD_LETTER).build());
        rig.create("dropping", config.expired(QueueConfig.Expired.DROP).build());
        MessageId id = rig.enqueue(JOBS, "hello");
        rig.enqueue("dropping", "hello");
        Delivery letter = rig.receive(JOBS);
        Delivery dropped = rig.receive("dropping");
        rig.advance(Duration.ofSeconds(20));

        assertThat(rig.nack(JOBS, letter.deliveryId()))
                .isEqualTo(new SettleResult.DeadLettered(QueueName.of(dead), id));
        assertThat(rig.nack("dropping", dropped.deliveryId())).isEqualTo(new SettleResult.Dropped());
        assertThat(rig.info(JOBS).messages() + rig.info("dropping").messages()).isZero();
        assertThat(rig.group(JOBS).counters().nacked()).isEqualTo(1);
        assertThat(rig.group("dropping").counters().nacked()).isEqualTo(1);
        assertThat(past(rig.receive(dead)).reason()).isEqualTo(Provenance.Reason.TTL);
    }

    @Test
    void whoseTimeIsOverEndsWhenItIsGivenBackAlsoIfOnlyTheStoreHasIt() {
        rig.create(
                JOBS,
                QueueConfig.work().toBuilder()
                        .ttl(Duration.ofSeconds(10))
                        .lease(Duration.ofMinutes(1))
                        .build());
        rig.enqueue(JOBS, "hello");
        Delivery delivery = rig.receive(JOBS);
        rig.checkpoint();
        rig.restart();
        rig.advance(Duration.ofSeconds(20));

        assertThat(rig.nack(JOBS, delivery.deliveryId())).isEqualTo(new SettleResult.Dropped());
        assertThat(rig.info(JOBS).messages()).isZero();
    }

    private SettleResult fail(String queue) {
        return rig.nack(queue, rig.receive(queue).deliveryId());
    }

    private static Provenance past(Delivery letter) {
        return Objects.requireNonNull(letter.provenance());
    }
}
