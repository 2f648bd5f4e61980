package dev.leat.engine.queue.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.GroupStart;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.RedriveFilter;
import dev.leat.api.queue.Retention;
import dev.leat.api.queue.Settlement;
import dev.leat.api.queue.TaskInfo;
import dev.leat.api.spi.QueueCommand;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of dead letters that are sent back, from the same shard and from another. */
class RedriveTest extends RedriveScene {

    @ParameterizedTest
    @MethodSource("deadLetterQueues")
    void aDeadLetterGoesBackWithItsIdKeyAndPastAndAllItsAttempts(String dead) {
        create(dead);
        MessageId id = rig.enqueue(JOBS, NewMessage.of("hello").withKey("k"));
        fail(JOBS);

        TaskInfo task = redrive(dead, RedriveFilter.ALL, 0, 0, null);

        assertThat(info(task)).extracting(TaskInfo::state, TaskInfo::moved).containsExactly(TaskInfo.State.DONE, 1L);
        assertThat(rig.info(dead).messages()).isZero();
        assertThat(rig.find(JOBS, id).groups().get(0).history()).hasSize(1);
        Delivery again = rig.receive(JOBS);
        assertThat(again.messageId()).isEqualTo(id);
        assertThat(again.key()).isEqualTo("k");
        assertThat(again.attempt()).isEqualTo(1);
        assertThat(again.provenance()).isNull();
    }

    @ParameterizedTest
    @MethodSource("deadLetterQueues")
    void aDeadLetterKeepsItsPriorityThereAndBack(String dead) {
        rig.create(dead, QueueConfig.work().toBuilder().priority(true).build());
        rig.create(JOBS, jobs(dead).priority(true).build());
        for (int priority : List.of(2, 9)) {
            rig.enqueue(JOBS, NewMessage.of("of " + priority).withPriority(priority));
            fail(JOBS);
        }
        assertThat(rig.browse(dead)).extracting(MessageInfo::priority).containsExactlyInAnyOrder(2, 9);

        redrive(dead, RedriveFilter.ALL, 0, 0, null);

        assertThat(rig.receive(JOBS, 2)).extracting(Delivery::priority).containsExactly(9, 2);
    }

    @ParameterizedTest
    @MethodSource("deadLetterQueues")
    void aQueueThatWasMadeAnewWithPrioritiesGetsItWithTheUsualOne(String dead) {
        create(dead);
        dead(1);
        rig.call(new QueueCommand.DeleteQueue(QueueName.of(JOBS), false));
        rig.create(JOBS, jobs(dead).priority(true).build());

        redrive(dead, RedriveFilter.ALL, 0, 0, null);

        assertThat(rig.receive(JOBS).priority()).isEqualTo(NewMessage.DEFAULT_PRIORITY);
    }

    /** Priorities go before keys there, but the key is the message's own. */
    @ParameterizedTest
    @MethodSource("deadLetterQueues")
    void aDeadLetterKeepsItsKeyAmongPriorities(String dead) {
        rig.create(dead, QueueConfig.work().toBuilder().priority(true).build());
        rig.create(JOBS, jobs(dead).build());
        for (String text : List.of("a", "b")) {
            rig.enqueue(JOBS, NewMessage.of(text).withKey("k"));
            fail(JOBS);
        }
        List<Delivery> letters = rig.receive(dead, 2);
        assertThat(letters).extracting(Delivery::key).containsExactly("k", "k");
        letters.forEach(letter -> rig.settle(dead, Settlement.Release.of(letter.deliveryId())));

        redrive(dead, RedriveFilter.ALL, 0, 0, null);

        assertThat(rig.receive(JOBS, 2)).extracting(Delivery::key).containsExactly("k");
    }

    @ParameterizedTest
    @MethodSource("deadLetterQueues")
    void aDeadLetterHasTheAttemptsOfItsQueueAndItsOwnAgainWhenItIsSentBack(String dead) {
        rig.create(dead, QueueConfig.work().toBuilder().maxAttempts(7).build());
        rig.create(JOBS, jobs(dead).maxAttempts(5).build());
        rig.enqueue(JOBS, NewMessage.of("hello").withMaxAttempts(1));
        fail(JOBS);
        Delivery letter = rig.receive(dead);
        assertThat(letter.maxAttempts()).isEqualTo(7);
        rig.settle(dead, Settlement.Release.of(letter.deliveryId()));

        redrive(dead, RedriveFilter.ALL, 0, 0, null);

        assertThat(rig.receive(JOBS).maxAttempts()).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("deadLetterQueues")
    void aDeadLetterOutlivesItsOwnTimeWhichBeginsAnewWhenItIsSentBack(String dead) {
        create(dead);
        rig.enqueue(JOBS, NewMessage.of("hello").withTtl(Duration.ofMinutes(5)));
        fail(JOBS);
        rig.checkpoint();
        rig.restart();
        rig.advance(Duration.ofHours(1));
        assertThat(rig.info(dead).messages()).isEqualTo(1);

        redrive(dead, RedriveFilter.ALL, 0, 0, null);

        rig.advance(Duration.ofMinutes(4));
        assertThat(rig.info(JOBS).messages()).isEqualTo(1);
        rig.advance(Duration.ofMinutes(1));
        assertThat(rig.info(JOBS).messages()).isZero();
    }

    @ParameterizedTest
    @MethodSource("deadLetterQueues")
    void aDeadLetterLivesAsLongAsItsQueueSays(String dead) {
        rig.create(
                dead, QueueConfig.work().toBuilder().ttl(Duration.ofMinutes(7)).build());
        rig.create(JOBS, jobs(dead).build());
        rig.enqueue(JOBS, NewMessage.of("hello").withTtl(Duration.ofDays(1)));
        fail(JOBS);

        rig.advance(Duration.ofMinutes(6));
        assertThat(rig.info(dead).messages()).isEqualTo(1);
        rig.advance(Duration.ofMinutes(1));
        assertThat(rig.info(dead).messages()).isZero();
    }

    @ParameterizedTest
    @MethodSource("deadLetterQueues")
    void whatWasSentBackCanFailAgain(String dead) {
        create(dead);
        MessageId id = rig.enqueue(JOBS, "hello");
        fail(JOBS);
        redrive(dead, RedriveFilter.ALL, 0, 0, null);
        fail(JOBS);

        Delivery letter = rig.receive(dead);

        assertThat(letter.messageId()).isEqualTo(id);
        assertThat(past(letter).hops()).isEqualTo(1);
        assertThat(past(letter).history()).hasSize(2);
    }

    @ParameterizedTest
    @MethodSource("deadLetterQueues")
    void aDeadLetterThatSomebodyHasStays(String dead) {
        create(dead);
        dead(2);
        rig.receive(dead);

        TaskInfo task = redrive(dead, RedriveFilter.ALL, 0, 0, null);

        assertThat(info(task)).extracting(TaskInfo::moved, TaskInfo::skipped).containsExactly(1L, 1L);
    }

    @ParameterizedTest
    @MethodSource("deadLetterQueues")
    void onlyTheGroupThatFailedGetsItAgain(String dead) {
        rig.create(dead, QueueConfig.work());
        rig.create(
                JOBS,
                QueueConfig.fanout().toBuilder()
                        .deadLetter(QueueName.of(dead))
                        .maxAttempts(1)
                        .build());
        for (String group : List.of("a", "b")) {
            rig.call(new QueueCommand.CreateGroup(QueueName.of(JOBS), GroupName.of(group), GroupStart.HEAD));
        }
        rig.enqueue(JOBS, "hello");
        rig.ack(JOBS, rig.receive(JOBS, "b", 1).get(0).deliveryId());
        for (String to : Arrays.asList(null, JOBS)) {
            rig.nack(JOBS, rig.receive(JOBS, "a", 1).get(0).deliveryId());

            redrive(dead, RedriveFilter.ALL, 0, 0, to);

            assertThat(rig.receive(JOBS, "b", 1)).isEmpty();
        }
        assertThat(rig.receive(JOBS, "a", 1)).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("deadLetterQueues")
    void whatCannotGoStaysAndSaysWhy(String dead) {
        create(dead);
        dead(1);
        rig.call(new QueueCommand.DeleteQueue(QueueName.of(JOBS), false));

        TaskInfo task = redrive(dead, RedriveFilter.ALL, 0, 0, null);

        assertThat(info(task).state()).isEqualTo(TaskInfo.State.FAILED);
        assertThat(info(task).problem()).isEqualTo(JOBS + ": there is no such queue");
        assertThat(rig.texts(dead, 1)).containsExactly("0");
    }

    @ParameterizedTest
    @MethodSource("deadLetterQueues")
    void whatAQueueWouldNotKeepStays(String dead) {
        create(dead);
        rig.create(
                "other",
                QueueConfig.fanout().toBuilder()
                        .retention(new Retention.Limits(null, 4L, null))
                        .build());
        rig.enqueue(JOBS, "hello");
        fail(JOBS);

        TaskInfo task = redrive(dead, RedriveFilter.ALL, 0, 0, "other");

        assertThat(info(task).state()).isEqualTo(TaskInfo.State.FAILED);
        assertThat(rig.texts(dead, 1)).containsExactly("hello");
    }

    @ParameterizedTest
    @MethodSource("deadLetterQueues")
    void deadLettersGoToAnotherQueueIfSoAsked(String dead) {
        create(dead);
        dead(2);
        rig.create("other", QueueConfig.work());

        redrive(dead, RedriveFilter.ALL, 0, 0, "other");

        assertThat(rig.texts("other", 10)).containsExactly("0", "1");
    }

    @ParameterizedTest
    @MethodSource("deadLetterQueues")
    void aDedupIdDoesNotHoldBackWhatIsSentBack(String dead) {
        create(dead);
        rig.enqueue(JOBS, NewMessage.of("hello").withDedupId("d"));
        fail(JOBS);

        redrive(dead, RedriveFilter.ALL, 0, 0, null);

        assertThat(rig.texts(JOBS, 10)).containsExactly("hello");
        assertThat(rig.taken(JOBS, NewMessage.of("hello").withDedupId("d")).duplicate())
                .isTrue();
    }

    @Test
    void whatBecomesADeadLetterLaterIsNotMeant() {
        create(BESIDE);
        dead(3);
        redrive(BESIDE, RedriveFilter.ALL, 0, 1, null);
        for (int i = 0; i < 20; i++) {
            rig.advance(Duration.ofSeconds(1));
            rig.receive(JOBS, 1).forEach(delivery -> rig.nack(JOBS, delivery.deliveryId()));
        }

        assertThat(rig.browse(BESIDE)).extracting(MessageInfo::seq).allMatch(seq -> seq >= 3);
        assertThat(rig.info(BESIDE).messages()).isEqualTo(3);
    }
}
