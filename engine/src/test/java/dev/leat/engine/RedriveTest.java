package dev.leat.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Backoff;
import dev.leat.api.Delivery;
import dev.leat.api.GroupName;
import dev.leat.api.GroupStart;
import dev.leat.api.MessageId;
import dev.leat.api.MessageInfo;
import dev.leat.api.NewMessage;
import dev.leat.api.Provenance;
import dev.leat.api.QueueCommand;
import dev.leat.api.QueueConfig;
import dev.leat.api.QueueName;
import dev.leat.api.QueueOutcome.TaskInfo;
import dev.leat.api.QueueQuery;
import dev.leat.api.RedriveFilter;
import dev.leat.api.Rejection;
import dev.leat.api.Settlement;
import dev.leat.engine.stream.Placement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Dead letters are sent back, from the same shard and from another. */
class RedriveTest {
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
    void onlyWhatTheFilterMeansGoes(String dead) {
        create(dead);
        rig.enqueue(JOBS, "nacked");
        rig.enqueue(JOBS, "rejected");
        fail(JOBS);
        rig.settle(JOBS, Settlement.Reject.of(rig.receive(JOBS).deliveryId(), "no"));

        redrive(dead, new RedriveFilter(null, null, Provenance.Reason.REJECTED, Set.of()), 0, 0, null);

        assertThat(rig.texts(JOBS, 10)).containsExactly("rejected");
        assertThat(rig.texts(dead, 10)).containsExactly("nacked");
    }

    @ParameterizedTest
    @MethodSource("deadLetterQueues")
    void asManyGoAsWereAskedForAndTheyKeepTheirOrder(String dead) {
        create(dead);
        dead(5);

        TaskInfo task = redrive(dead, RedriveFilter.ALL, 3, 0, null);

        assertThat(info(task)).extracting(TaskInfo::moved, TaskInfo::total).containsExactly(3L, 3L);
        assertThat(rig.texts(JOBS, 10)).containsExactly("0", "1", "2");
    }

    @ParameterizedTest
    @MethodSource("deadLetterQueues")
    void aTaskKnowsHowManyThereAreAtMostAndInTheEndHowManyThereWere(String dead) {
        create(dead);
        dead(4);
        rig.enqueue(JOBS, "rejected");
        rig.settle(JOBS, Settlement.Reject.of(rig.receive(JOBS).deliveryId(), "no"));
        RedriveFilter nacked = new RedriveFilter(null, null, Provenance.Reason.ATTEMPTS_EXHAUSTED, Set.of());

        TaskInfo all = rig.call(new QueueCommand.Redrive(QueueName.of(dead), nacked, 0, 1, null));
        assertThat(all.total()).isEqualTo(5);
        assertThat(all.remaining()).isEqualTo(Duration.ofSeconds(5));
        rig.advance(Duration.ofMinutes(1));
        rig.advance(Duration.ofMinutes(1));

        assertThat(info(all))
                .extracting(TaskInfo::state, TaskInfo::moved, TaskInfo::total)
                .containsExactly(TaskInfo.State.DONE, 4L, 4L);
    }

    @ParameterizedTest
    @MethodSource("deadLetterQueues")
    void aTaskWaitsForRoomAndGoesOnWhenThereIsSome(String dead) {
        rig.create(dead, QueueConfig.work());
        rig.create(JOBS, jobs(dead).maxMessages(2).build());
        dead(5);

        TaskInfo task = redrive(dead, RedriveFilter.ALL, 0, 0, null);

        assertThat(info(task)).extracting(TaskInfo::state, TaskInfo::moved).containsExactly(TaskInfo.State.RUNNING, 2L);
        assertThat(info(task).problem()).isEqualTo(JOBS + ": the queue is full");
        assertThat(rig.info(dead).messages()).isEqualTo(3);
        rig.restart();
        List<String> done = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            rig.receive(JOBS, 2).forEach(each -> {
                done.add(each.text());
                rig.ack(JOBS, each.deliveryId());
            });
            for (int step = 0; step < 6; step++) {
                rig.advance(Duration.ofSeconds(1));
            }
        }
        assertThat(done).containsExactly("0", "1", "2", "3", "4");
        assertThat(info(task))
                .extracting(TaskInfo::state, TaskInfo::moved, TaskInfo::problem)
                .containsExactly(TaskInfo.State.DONE, 5L, null);
    }

    @ParameterizedTest
    @MethodSource("deadLetterQueues")
    void theyGoAsFastAsWasAskedFor(String dead) {
        create(dead);
        dead(10);

        TaskInfo task = redrive(dead, RedriveFilter.ALL, 0, 2, null);
        List<Long> moved = new ArrayList<>();
        for (int second = 0; second < 3; second++) {
            moved.add(info(task).moved());
            rig.advance(Duration.ofSeconds(1));
        }

        assertThat(moved).containsExactly(1L, 3L, 5L);
        assertThat(info(task).state()).isEqualTo(TaskInfo.State.RUNNING);
    }

    @ParameterizedTest
    @MethodSource("deadLetterQueues")
    void aCancelledTaskMovesNoMore(String dead) {
        create(dead);
        dead(10);
        TaskInfo task = redrive(dead, RedriveFilter.ALL, 0, 1, null);

        rig.call(new QueueCommand.CancelTask(QueueName.of(dead), task.task()));
        rig.advance(Duration.ofSeconds(10));

        assertThat(info(task).state()).isEqualTo(TaskInfo.State.CANCELLED);
        assertThat(info(task).moved()).isEqualTo(1);
        assertThat(rig.info(dead).messages()).isEqualTo(9);
    }

    @ParameterizedTest
    @MethodSource("deadLetterQueues")
    void aTaskGoesOnAfterARestartAlsoWithMessagesInTheStore(String dead) {
        create(dead);
        dead(10);
        TaskInfo task = redrive(dead, RedriveFilter.ALL, 0, 1, null);
        rig.checkpoint();

        rig.restart();
        rig.advance(Duration.ofSeconds(20));

        assertThat(info(task).state()).isEqualTo(TaskInfo.State.DONE);
        assertThat(rig.texts(JOBS, 20)).containsExactly("0", "1", "2", "3", "4", "5", "6", "7", "8", "9");
    }

    @Test
    void everyDeadLetterIsSomewhereExactlyOnceWhateverCrashes() {
        for (int seed = 0; seed < 40; seed++) {
            Random random = new Random(seed);
            rig = new QueueRig();
            create(ELSEWHERE);
            dead(4);
            rig.send(
                    new QueueCommand.Redrive(QueueName.of(ELSEWHERE), RedriveFilter.ALL, 0, 0, null),
                    new Found<TaskInfo>());
            for (int crash = 0; crash < 4; crash++) {
                for (int turns = random.nextInt(12); turns > 0; turns--) {
                    rig.clock.advance(Duration.ofMillis(1));
                    rig.turn(random);
                }
                if (random.nextBoolean()) {
                    rig.checkpoint();
                }
                rig.crash(random);
            }
            rig.advance(Duration.ofSeconds(1));
            rig.advance(Duration.ofSeconds(1));

            List<String> all = new ArrayList<>(rig.texts(JOBS, 10));
            all.addAll(rig.texts(ELSEWHERE, 10));
            assertThat(all).as("seed %d", seed).containsExactlyInAnyOrder("0", "1", "2", "3");
        }
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
        rig.nack(JOBS, rig.receive(JOBS, "a", 1).get(0).deliveryId());

        redrive(dead, RedriveFilter.ALL, 0, 0, null);

        assertThat(rig.receive(JOBS, "b", 1)).isEmpty();
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
    void aTaskThatHasEndedIsForgottenAfterADay() {
        create(BESIDE);
        TaskInfo task = redrive(BESIDE, RedriveFilter.ALL, 0, 0, null);
        assertThat(info(task).state()).isEqualTo(TaskInfo.State.DONE);

        rig.advance(Duration.ofDays(1).plusSeconds(1));

        assertThat(rig.refusal(new QueueQuery.Task(task.task()))).isEqualTo(new Rejection.TaskNotFound(task.task()));
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

    private void create(String dead) {
        rig.create(dead, QueueConfig.work());
        rig.create(JOBS, jobs(dead).build());
    }

    private static QueueConfig.Builder jobs(String dead) {
        return QueueConfig.work().toBuilder()
                .deadLetter(QueueName.of(dead))
                .maxAttempts(1)
                .retryBackoff(Backoff.NONE);
    }

    /** Makes as many dead letters. */
    private void dead(int count) {
        for (int i = 0; i < count; i++) {
            rig.enqueue(JOBS, Integer.toString(i));
            fail(JOBS);
        }
    }

    private void fail(String queue) {
        rig.nack(queue, rig.receive(queue).deliveryId());
    }

    private TaskInfo redrive(String dead, RedriveFilter filter, long limit, double perSecond, @Nullable String to) {
        TaskInfo task = rig.call(new QueueCommand.Redrive(
                QueueName.of(dead), filter, limit, perSecond, to == null ? null : QueueName.of(to)));
        for (int i = 0; i < 20; i++) {
            rig.advance(Duration.ofMillis(1));
        }
        return task;
    }

    private TaskInfo info(TaskInfo task) {
        return rig.ask(new QueueQuery.Task(task.task()));
    }

    private static Provenance past(Delivery letter) {
        return Objects.requireNonNull(letter.provenance());
    }
}
