package dev.leat.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Rejection;
import dev.leat.api.queue.CreateQueueResult;
import dev.leat.api.queue.GroupInfo;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueInfo;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.QueuePage;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.api.spi.QueueQuery;
import dev.leat.engine.support.Found;
import dev.leat.engine.support.QueueRig;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Queues are made, changed and deleted. Names are chosen so that the queues are on several shards. */
class QueueAdministrationTest {
    private static final QueueConfig WORK = QueueConfig.work();
    private static final QueueConfig FANOUT = QueueConfig.fanout();

    private final QueueRig rig = new QueueRig();

    @Test
    void aWorkQueueHasItsGroupFromTheStart() {
        rig.create("jobs", WORK);

        assertThat(rig.info("jobs").groups()).extracting(GroupInfo::group).containsExactly(GroupName.DEFAULT);
    }

    @Test
    void aFanOutQueueHasNoGroupFromTheStart() {
        rig.create("news", FANOUT);

        assertThat(rig.info("news").groups()).isEmpty();
    }

    @Test
    void makingAQueueTwiceTheSameWayConfirmsIt() {
        CreateQueueResult first = rig.call(new QueueCommand.CreateQueue(name("jobs"), WORK));
        CreateQueueResult second = rig.call(new QueueCommand.CreateQueue(name("jobs"), WORK));

        assertThat(first.isNew()).isTrue();
        assertThat(second.isNew()).isFalse();
    }

    @Test
    void makingAQueueAgainAnotherWayIsRefusedAndSaysWhatDiffers() {
        rig.create("jobs", WORK);

        Rejection rejection = rig.refusal(new QueueCommand.CreateQueue(
                name("jobs"), WORK.toBuilder().maxAttempts(9).build()));

        assertThat(rejection).isInstanceOf(Rejection.QueueExists.class);
        assertThat(rejection.reason()).contains("maxAttempts is 5, not 9");
    }

    @Test
    void aDeadLetterQueueHasToBeThere() {
        assertThat(rig.refusal(new QueueCommand.CreateQueue(name("jobs"), deadTo("dead"))))
                .isEqualTo(new Rejection.QueueNotFound(name("dead")));
    }

    @Test
    void aQueueIsNotItsOwnDeadLetterQueue() {
        rig.create("jobs", WORK);

        assertThat(rig.refusal(new QueueCommand.CreateQueue(name("dead"), deadTo("dead"))))
                .isInstanceOf(Rejection.DeadLetterCycle.class);
        assertThat(rig.refusal(new QueueCommand.UpdateQueue(name("jobs"), deadTo("jobs"), null)))
                .isInstanceOf(Rejection.DeadLetterCycle.class);
    }

    @Test
    void deadLettersNeverComeBackAround() {
        rig.create("c", WORK);
        rig.create("b", deadTo("c"));
        rig.create("a", deadTo("b"));

        Rejection rejection = rig.refusal(new QueueCommand.UpdateQueue(name("c"), deadTo("a"), null));

        assertThat(rejection).isEqualTo(new Rejection.DeadLetterCycle(name("c"), name("a")));
        assertThat(rig.info("c").config()).isEqualTo(WORK);
    }

    @Test
    void aCircleThatTwoShardsWouldCloseAtOnceIsNotClosed() {
        rig.create("a", WORK);
        rig.create("b", WORK);
        Found<QueueOutcome.QueueUpdated> one = new Found<>();
        Found<QueueOutcome.QueueUpdated> other = new Found<>();

        rig.send(new QueueCommand.UpdateQueue(name("a"), deadTo("b"), null), one);
        rig.send(new QueueCommand.UpdateQueue(name("b"), deadTo("a"), null), other);
        rig.settle();

        assertThat(one.rejection != null || other.rejection != null).isTrue();
    }

    @Test
    void aRefusedChangeDoesNotKeepTheDeadLetterQueueInUse() {
        rig.create("c", WORK);
        rig.create("b", deadTo("c"));
        rig.refusal(new QueueCommand.UpdateQueue(name("c"), deadTo("b"), null));
        rig.call(new QueueCommand.UpdateQueue(name("b"), WORK, null));

        rig.call(new QueueCommand.DeleteQueue(name("b"), false));

        assertThat(rig.refusal(new QueueQuery.Queue(name("b")))).isInstanceOf(Rejection.QueueNotFound.class);
    }

    @Test
    void theModeAndPrioritiesOfAQueueStay() {
        rig.create("jobs", WORK);

        assertThat(rig.refusal(new QueueCommand.UpdateQueue(name("jobs"), FANOUT, null)))
                .isInstanceOf(Rejection.BadArgument.class);
        assertThat(rig.refusal(new QueueCommand.UpdateQueue(
                        name("jobs"), WORK.toBuilder().priority(true).build(), null)))
                .isInstanceOf(Rejection.BadArgument.class);
    }

    @Test
    void aChangeThatExpectsAnotherConfigurationIsRefused() {
        rig.create("jobs", WORK);
        QueueConfig nine = WORK.toBuilder().maxAttempts(9).build();
        rig.call(new QueueCommand.UpdateQueue(name("jobs"), nine, WORK));

        Rejection rejection = rig.refusal(new QueueCommand.UpdateQueue(
                name("jobs"), WORK.toBuilder().maxAttempts(7).build(), WORK));

        assertThat(rejection).isInstanceOf(Rejection.Conflict.class);
        assertThat(rig.info("jobs").config()).isEqualTo(nine);
    }

    @Test
    void aDeadLetterQueueInUseIsDeletedOnlyIfItsUsersGoOnWithout() {
        rig.create("dead", WORK);
        rig.create("jobs", deadTo("dead"));
        rig.create("more", deadTo("dead"));

        assertThat(rig.refusal(new QueueCommand.DeleteQueue(name("dead"), false)))
                .isInstanceOf(Rejection.InUse.class);
        rig.call(new QueueCommand.DeleteQueue(name("dead"), true));
        rig.restart();

        assertThat(rig.info("jobs").config()).isEqualTo(WORK);
        assertThat(rig.info("more").config()).isEqualTo(WORK);
    }

    @Test
    void aCrashWhileADeadLetterQueueGoesLeavesNobodyWhoNamesIt() {
        for (int seed = 0; seed < 30; seed++) {
            QueueRig crashed = new QueueRig();
            crashed.create("dead", WORK);
            crashed.create("jobs", deadTo("dead"));
            Random random = new Random(seed);

            crashed.send(new QueueCommand.DeleteQueue(name("dead"), true), new Found<QueueOutcome.QueueDeleted>());
            for (int turns = random.nextInt(12); turns > 0; turns--) {
                crashed.turn(random);
            }
            crashed.crash(random);
            crashed.settle();

            boolean gone = crashed.asked(new QueueQuery.Queue(name("dead"))).outcome == null;
            assertThat(crashed.info("jobs").config()).isEqualTo(gone ? WORK : deadTo("dead"));
        }
    }

    @Test
    void aQueueThatIsMadeAgainHasNothingOfTheOldOne() {
        rig.create("jobs", WORK);
        rig.call(new QueueCommand.DeleteQueue(name("jobs"), false));
        rig.create("jobs", WORK);

        assertThat(rig.info("jobs").messages()).isZero();
    }

    @Test
    void queuesOfAllShardsArePagedInTheOrderOfTheirNames() {
        for (String name : List.of("e", "b", "d", "a", "c")) {
            rig.create(name, WORK);
        }

        QueuePage first = rig.ask(new QueueQuery.Queues(null, 3));
        QueuePage rest = rig.ask(new QueueQuery.Queues(name("c"), 3));

        assertThat(first.queues()).extracting(info -> info.queue().value()).containsExactly("a", "b", "c");
        assertThat(first.more()).isTrue();
        assertThat(rest.queues()).extracting(info -> info.queue().value()).containsExactly("d", "e");
        assertThat(rest.more()).isFalse();
    }

    @Test
    void queuesAndTheirGroupsSurviveARestart() {
        rig.create("jobs", WORK.toBuilder().maxAttempts(9).build());
        QueueInfo before = rig.info("jobs");

        rig.restart();

        assertThat(rig.info("jobs")).isEqualTo(before);
    }

    private static QueueConfig deadTo(String queue) {
        return WORK.toBuilder().deadLetter(name(queue)).build();
    }

    private static QueueName name(String name) {
        return QueueName.of(name);
    }
}
