package dev.leat.engine.queue.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Rejection;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueInfo;
import dev.leat.api.queue.QueueName;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.api.spi.QueueQuery;
import dev.leat.engine.support.Found;
import dev.leat.engine.support.QueueRig;
import dev.leat.testkit.Seeds;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Dead-letter queues come and go while the queues that send to them are being changed: nobody is left with one that is gone. */
class DeadLetterLinkTest {
    private final QueueRig rig = new QueueRig();

    private static QueueConfig deadTo(@Nullable String dead) {
        return QueueConfig.work().toBuilder()
                .deadLetter(dead == null ? null : QueueName.of(dead))
                .build();
    }

    private static QueueCommand.UpdateQueue update(String queue, @Nullable String dead) {
        return new QueueCommand.UpdateQueue(QueueName.of(queue), deadTo(dead), null);
    }

    private static QueueCommand.CreateQueue create(String queue, @Nullable String dead) {
        return new QueueCommand.CreateQueue(QueueName.of(queue), deadTo(dead));
    }

    private static QueueCommand.DeleteQueue delete(String queue, boolean detach) {
        return new QueueCommand.DeleteQueue(QueueName.of(queue), detach);
    }

    @Test
    void whoeverBeginsToUseAQueueThatWasMadeAgainIsNotDetachedFromTheOldOne() {
        rig.create("{t}dead", QueueConfig.work());
        rig.create("{t}jobs", deadTo("{t}dead"));
        Found<QueueOutcome.QueueUpdated> updated = new Found<>();

        rig.send(delete("{t}dead", true), new Found<>());
        rig.send(create("{t}dead", null), new Found<>());
        rig.send(update("{t}jobs", "{t}dead"), updated);
        rig.settle();

        assertThat(updated.outcome).isEqualTo(new QueueOutcome.QueueUpdated(deadTo("{t}dead")));
        assertThat(rig.info("{t}jobs").config()).isEqualTo(deadTo("{t}dead"));
    }

    @Test
    void aQueueThatIsMadeAgainIsNotUsedByThoseWhoWereDetachedFromTheOldOne() {
        rig.create("{t}dead", QueueConfig.work());
        rig.create("{t}jobs", deadTo("{t}dead"));

        rig.send(delete("{t}dead", true), new Found<>());
        rig.send(create("{t}dead", null), new Found<>());
        rig.settle();

        assertThat(rig.info("{t}jobs").config()).isEqualTo(deadTo(null));
    }

    @Test
    void aQueueIsInUseBeforeTheChangeThatNamesItIsDurable() {
        rig.create("{t}jobs", deadTo(null));
        rig.create("one", QueueConfig.work());
        rig.create("two", QueueConfig.work());
        rig.send(update("{t}jobs", "one"), new Found<>());
        rig.decide();
        rig.send(update("{t}jobs", "two"), new Found<>());
        rig.decide();

        rig.sync();
        Found<QueueOutcome.QueueDeleted> deleted = new Found<>();
        rig.send(delete("two", false), deleted);
        rig.decide();
        rig.settle();

        assertThat(deleted.rejection).isInstanceOf(Rejection.InUse.class);
        assertThat(rig.info("{t}jobs").config()).isEqualTo(deadTo("two"));
    }

    @Test
    void aQueueThatIsMadeAgainUsesAnotherBeforeThatIsDurable() {
        rig.create("dead", QueueConfig.work());
        rig.create("{t}jobs", deadTo("dead"));
        rig.send(delete("{t}jobs", false), new Found<>());
        rig.decide();
        rig.send(create("{t}jobs", "dead"), new Found<>());
        rig.decide();

        rig.sync();
        Found<QueueOutcome.QueueDeleted> deleted = new Found<>();
        rig.send(delete("dead", false), deleted);
        rig.decide();
        rig.settle();

        assertThat(deleted.rejection).isInstanceOf(Rejection.InUse.class);
    }

    @Seeds(300)
    void noQueueSendsToOneThatIsGone(long seed) {
        Random random = new Random(seed);
        List<String> dead = random.nextBoolean() ? List.of("d0", "d1") : List.of("{t}d0", "{t}d1");
        dead.forEach(each -> rig.create(each, QueueConfig.work()));
        rig.create("{t}jobs", deadTo(null));

        for (int step = 0; step < 30; step++) {
            String one = dead.get(random.nextInt(dead.size()));
            switch (random.nextInt(7)) {
                case 0, 1, 2 -> rig.send(update("{t}jobs", random.nextInt(4) == 0 ? null : one), new Found<>());
                case 3 -> rig.send(delete(one, random.nextBoolean()), new Found<>());
                case 4 -> rig.send(create(one, null), new Found<>());
                case 5 -> rig.send(delete("{t}jobs", false), new Found<>());
                default -> rig.send(create("{t}jobs", one), new Found<>());
            }
            for (int turns = random.nextInt(4); turns > 0; turns--) {
                rig.turn(random);
            }
        }
        rig.settle();

        Found<QueueInfo> jobs = rig.asked(new QueueQuery.Queue(QueueName.of("{t}jobs")));
        QueueName to = jobs.outcome == null ? null : jobs.outcome.config().deadLetter();
        if (to != null) {
            assertThat(rig.asked(new QueueQuery.Queue(to)).outcome).as("%s", to).isNotNull();
        }
    }
}
