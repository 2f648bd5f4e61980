package dev.leat.engine.queue.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Rejection;
import dev.leat.api.queue.Provenance;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.RedriveFilter;
import dev.leat.api.queue.Settlement;
import dev.leat.api.queue.TaskInfo;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueQuery;
import dev.leat.engine.support.Found;
import dev.leat.engine.support.QueueRig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How the task goes on that sends dead letters back, from the same shard and from another. */
class RedriveTaskTest extends RedriveScene {

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
        pass(10);

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
            pass(1);
        }

        assertThat(moved).containsExactly(1L, 3L, 5L);
        assertThat(info(task).state()).isEqualTo(TaskInfo.State.RUNNING);
    }

    private void pass(int seconds) {
        for (int tenth = 0; tenth < 10 * seconds; tenth++) {
            rig.advance(Duration.ofMillis(100));
        }
    }

    @ParameterizedTest
    @MethodSource("deadLetterQueues")
    void whatCouldNotGoForSomeTimeDoesNotGoAtOnceThen(String dead) {
        rig.create(dead, QueueConfig.work());
        rig.create(JOBS, jobs(dead).maxMessages(1).build());
        dead(30);
        TaskInfo task = redrive(dead, RedriveFilter.ALL, 0, 2, null);
        pass(60);
        assertThat(info(task).moved()).isEqualTo(1);

        rig.call(new QueueCommand.UpdateQueue(
                QueueName.of(JOBS), jobs(dead).maxMessages(0).build(), null));
        pass(7);

        assertThat(info(task).moved()).isBetween(5L, 16L);
    }

    @ParameterizedTest
    @MethodSource("deadLetterQueues")
    void whatCouldNotGoWhileTheEngineWasDownDoesNotGoAtOnceThen(String dead) {
        create(dead);
        dead(10);
        TaskInfo task = redrive(dead, RedriveFilter.ALL, 0, 2, null);
        rig.clock.advance(Duration.ofMinutes(1));
        rig.crash(new Random(0));

        pass(2);

        assertThat(info(task).moved()).isBetween(4L, 6L);
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
        pass(20);

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

    @Test
    void aTaskThatHasEndedIsForgottenAfterADay() {
        create(BESIDE);
        TaskInfo task = redrive(BESIDE, RedriveFilter.ALL, 0, 0, null);
        assertThat(info(task).state()).isEqualTo(TaskInfo.State.DONE);

        rig.advance(Duration.ofDays(1).plusSeconds(1));

        assertThat(rig.refusal(new QueueQuery.Task(task.task()))).isEqualTo(new Rejection.TaskNotFound(task.task()));
    }
}
