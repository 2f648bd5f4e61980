package dev.leat.engine.queue.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Rejection;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.DeliveryId;
import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.SettleResult;
import dev.leat.api.queue.SettleResult.AlreadySettled.How;
import dev.leat.api.queue.Settlement;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.engine.shard.Placement;
import dev.leat.engine.support.Found;
import dev.leat.engine.support.QueueRig;
import dev.leat.testkit.Seeds;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Acks that remove the dead letter, too, which their message has become: on the same shard and on another. */
class AckOfDeadLetterTest {
    private static final String JOBS = "{t}jobs";
    private static final String BESIDE = "{t}dead";
    private static final String ELSEWHERE = elsewhere();
    private static final SettleResult GONE = new SettleResult.AlreadySettled(How.UNKNOWN);
    private static final SettleResult REMOVED = new SettleResult.Acked(true);

    private final QueueRig rig = new QueueRig();

    private static String elsewhere() {
        int home = Placement.shard("t", QueueRig.SHARDS);
        int number = 0;
        while (Placement.shard("dead-" + number, QueueRig.SHARDS) == home) {
            number++;
        }
        return "dead-" + number;
    }

    private static String dead(boolean beside) {
        return beside ? BESIDE : ELSEWHERE;
    }

    /** The delivery of a message that was not settled in time. */
    private DeliveryId lapsed(String dead) {
        DeliveryId delivery = leased(dead);
        rig.advance(Duration.ofSeconds(31));
        assertThat(rig.info(dead).messages()).isEqualTo(1);
        return delivery;
    }

    private DeliveryId leased(String dead) {
        rig.create(dead, QueueConfig.work());
        rig.create(
                JOBS,
                QueueConfig.work().toBuilder()
                        .deadLetter(QueueName.of(dead))
                        .maxAttempts(1)
                        .build());
        rig.enqueue(JOBS, "hello");
        return rig.receive(JOBS).deliveryId();
    }

    private static QueueCommand.Settle ack(DeliveryId... deliveries) {
        List<Settlement> acks = Arrays.stream(deliveries)
                .map(each -> (Settlement) new Settlement.Ack(each, true))
                .toList();
        return new QueueCommand.Settle(QueueName.of(JOBS), acks, false);
    }

    @ParameterizedTest
    @CsvSource({"false,false", "false,true", "true,false", "true,true"})
    void theDeadLetterIsGoneWhenTheAckIsAnswered(boolean beside, boolean cold) {
        DeliveryId delivery = lapsed(dead(beside));
        if (cold) {
            rig.checkpoint();
            rig.restart();
        }

        SettleResult first = rig.call(ack(delivery)).only();
        long left = rig.info(dead(beside)).messages();
        SettleResult again = rig.call(ack(delivery)).only();

        assertThat(first).isEqualTo(REMOVED);
        assertThat(left).isZero();
        assertThat(again).isEqualTo(GONE);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whereThereIsNoDeadLetterAnyMoreNothingIsSaidToBeRemoved(boolean beside) {
        DeliveryId delivery = lapsed(dead(beside));
        rig.ack(dead(beside), rig.receive(dead(beside)).deliveryId());

        assertThat(rig.call(ack(delivery)).only()).isEqualTo(GONE);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whoHasTheDeadLetterHearsThatItIsDone(boolean beside) {
        DeliveryId delivery = lapsed(dead(beside));
        Delivery letter = rig.receive(dead(beside));

        assertThat(rig.call(ack(delivery)).only()).isEqualTo(REMOVED);

        assertThat(rig.ack(dead(beside), letter.deliveryId())).isEqualTo(new SettleResult.AlreadySettled(How.ACKED));
    }

    @Test
    void severalDeadLettersAndOneThatIsNoneAreAckedTogether() {
        DeliveryId first = lapsed(ELSEWHERE);
        rig.enqueue(JOBS, "second");
        DeliveryId second = rig.receive(JOBS).deliveryId();
        rig.advance(Duration.ofSeconds(31));
        rig.enqueue(JOBS, "third");
        DeliveryId third = rig.receive(JOBS).deliveryId();

        List<SettleResult> results = rig.call(ack(first, third, second)).results();

        assertThat(results).containsExactly(REMOVED, new SettleResult.Acked(false), REMOVED);
        assertThat(rig.info(ELSEWHERE).messages()).isZero();
    }

    @Test
    void whatIsStillBeingReadCannotBeRemovedYet() {
        DeliveryId delivery = leased(ELSEWHERE);
        rig.checkpoint();
        rig.restart();
        rig.holdReads();
        rig.advance(Duration.ofMinutes(2));

        Found<QueueOutcome.Settled> early = rig.sent(ack(delivery));
        rig.readNow();
        rig.settle();

        assertThat(early.outcome).isNotNull();
        assertThat(early.outcome.only().rejection())
                .isInstanceOfSatisfying(
                        Rejection.LeaseLost.class,
                        lost -> assertThat(lost.state()).isEqualTo(MessageInfo.State.DEAD));
        assertThat(rig.info(ELSEWHERE).messages()).isEqualTo(1);
        Found<QueueOutcome.Settled> late = rig.sent(ack(delivery));
        rig.readNow();
        rig.settle();
        assertThat(late.outcome).isNotNull();
        assertThat(late.outcome.only()).isEqualTo(REMOVED);
    }

    /** Dead letters go there from now on. */
    private static QueueCommand.UpdateQueue sending(@Nullable String dead) {
        QueueConfig config = QueueConfig.work().toBuilder()
                .deadLetter(dead == null ? null : QueueName.of(dead))
                .maxAttempts(1)
                .build();
        return new QueueCommand.UpdateQueue(QueueName.of(JOBS), config, null);
    }

    @ParameterizedTest
    @CsvSource({
        "false,false,other", "false,true,other", "true,false,other", "true,true,other",
        "false,false,", "false,true,", "true,false,", "true,true,"
    })
    void theDeadLetterIsFoundThoughOthersGoElsewhereSinceThen(boolean beside, boolean stored, @Nullable String now) {
        DeliveryId delivery = lapsed(dead(beside));
        rig.create("other", QueueConfig.work());
        rig.call(sending(now));
        if (stored) {
            rig.checkpoint();
        }
        rig.restart();

        Rejection lost = rig.settle(JOBS, Settlement.Ack.of(delivery)).rejection();
        SettleResult result = rig.call(ack(delivery)).only();

        assertThat(lost)
                .isInstanceOfSatisfying(
                        Rejection.LeaseLost.class,
                        it -> assertThat(it.deadLetter()).isEqualTo(QueueName.of(dead(beside))));
        assertThat(result).isEqualTo(REMOVED);
        assertThat(rig.info(dead(beside)).messages()).isZero();
    }

    @Seeds(100)
    void whatIsOnItsWayGoesToOneQueueThoughTheSettingChangesBeforeACrash(long seed) {
        Random random = new Random(seed);
        DeliveryId delivery = leased(ELSEWHERE);
        String other = random.nextBoolean() ? null : "other";
        rig.create("other", QueueConfig.work());
        rig.send(QueueCommand.Settle.of(QueueName.of(JOBS), Settlement.Reject.of(delivery, "no")), new Found<>());
        for (int turns = random.nextInt(12); turns > 0; turns--) {
            rig.turn(random);
        }
        rig.send(sending(other), new Found<>());
        for (int turns = random.nextInt(12); turns > 0; turns--) {
            rig.turn(random);
        }

        rig.crash(random);
        rig.settle();

        long copies = rig.info(JOBS).messages()
                + rig.info(ELSEWHERE).messages()
                + rig.info("other").messages();
        assertThat(copies).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"false,false", "false,true", "true,false", "true,true"})
    void aBatchThatIsAtomicIsRefusedAsAWholeIfAMessageIsADeadLetter(boolean beside, boolean cold) {
        DeliveryId dead = lapsed(dead(beside));
        rig.enqueue(JOBS, "second");
        DeliveryId second = rig.receive(JOBS).deliveryId();
        if (cold) {
            rig.checkpoint();
            rig.restart();
        }
        List<Settlement> acks = List.of(new Settlement.Ack(second, true), new Settlement.Ack(dead, true));

        Rejection refusal = rig.refusal(new QueueCommand.Settle(QueueName.of(JOBS), acks, true));

        assertThat(refusal).isInstanceOfSatisfying(Rejection.Conflict.class, conflict -> {
            assertThat(conflict.op()).isEqualTo(1);
            assertThat(conflict.cause()).isInstanceOf(Rejection.LeaseLost.class);
        });
        assertThat(rig.info(dead(beside)).messages()).isEqualTo(1);
        assertThat(rig.ack(JOBS, second)).isEqualTo(new SettleResult.Acked(false));
    }

    @Seeds(20)
    void whatWasAnsweredIsRemovedWhateverIsLostInACrash(long seed) {
        Random random = new Random(seed);
        boolean beside = random.nextBoolean();
        DeliveryId delivery = lapsed(dead(beside));
        Found<QueueOutcome.Settled> found = new Found<>();
        rig.send(ack(delivery), found);
        for (int turns = random.nextInt(8); turns > 0; turns--) {
            rig.turn(random);
        }
        boolean answered = found.outcome != null;

        rig.crash(random);
        rig.settle();

        long left = rig.info(dead(beside)).messages();
        assertThat(left).isBetween(0L, answered ? 0L : 1L);
        assertThat(rig.call(ack(delivery)).only()).isEqualTo(left == 0 ? GONE : REMOVED);
        assertThat(rig.info(dead(beside)).messages()).isZero();
    }

    @Test
    void noAnswerComesBeforeTheRemovalIsDurable() {
        DeliveryId delivery = lapsed(ELSEWHERE);
        Found<QueueOutcome.Settled> found = new Found<>();
        rig.send(ack(delivery), found);
        rig.decide();
        rig.decide();
        rig.decide();

        assertThat(found.outcome).isNull();
        rig.settle();
        assertThat(found.outcome).isEqualTo(new QueueOutcome.Settled(List.of(REMOVED)));
    }
}
