package dev.leat.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Rejection;
import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.GroupStart;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueName;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueQuery;
import dev.leat.engine.support.QueueRig;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What queues, groups and consumers can be called. */
final class QueueNamesTest {
    private static final QueueName JOBS = QueueName.of("jobs");

    private final QueueRig rig = new QueueRig();

    @ParameterizedTest
    @ValueSource(strings = {"jobs", "Jobs-2_x", "orders.fifo", "{order-17}jobs", "eu:orders", "w@host:4711", "7", ".x"})
    void namesOfLettersDigitsAndAFewSignsAreTaken(String name) {
        rig.create(name, QueueConfig.fanout());
        rig.call(new QueueCommand.CreateGroup(QueueName.of(name), GroupName.of(name), new GroupStart.Head()));
        rig.call(receiving(QueueName.of(name), GroupName.of(name), name));

        assertThat(rig.info(name).groups()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bad name!", "größe", "a b", "a,b", "a*", "$x", "a%2Fb", "a\"b", "😀", " "})
    void otherNamesAreRefusedForWhatIsNew(String name) {
        rig.create(
                "jobs",
                QueueConfig.builder(QueueConfig.Mode.FANOUT)
                        .autoCreateGroups(true)
                        .build());
        rig.call(new QueueCommand.CreateGroup(JOBS, GroupName.of("g"), new GroupStart.Head()));
        GroupName good = GroupName.of("g");
        GroupName bad = GroupName.of(name);
        ConsumerName consumer = ConsumerName.of(name);

        refuses("queue", name, new QueueCommand.CreateQueue(QueueName.of(name), QueueConfig.work()));
        refuses("group", name, new QueueCommand.CreateGroup(JOBS, bad, new GroupStart.Head()));
        refuses("group", name, receiving(JOBS, bad, "c"));
        refuses("consumer", name, receiving(JOBS, good, name));
        refuses("consumer", name, new QueueCommand.Claim(JOBS, good, consumer, Duration.ZERO, 1, null));
        refuses("consumer", name, new QueueCommand.Heartbeat(JOBS, good, consumer, "", null, Map.of(), false));
        assertThat(rig.info("jobs").groups()).hasSize(1);
        assertThat(rig.ask(new QueueQuery.Consumers(JOBS, null)).consumers()).isEmpty();
    }

    @Test
    void whatIsOnDiskKeepsItsNameAndCanBeUsedAndDeleted() {
        QueueName queue = QueueName.of("bad name!");
        GroupName group = GroupName.of("größe");
        UnfitNames.make(rig.core().queues(), queue, group, ConsumerName.of("a b"));
        rig.settle();

        rig.restart(); // from the journal
        rig.checkpoint();
        rig.restart(); // from the store

        rig.call(new QueueCommand.CreateQueue(queue, QueueConfig.fanout()));
        rig.call(new QueueCommand.CreateGroup(queue, group, new GroupStart.Head()));
        rig.enqueue("bad name!", NewMessage.of("a"));
        assertThat(rig.receive("bad name!", "größe", 1)).hasSize(1);
        rig.call(new QueueCommand.DeleteQueue(queue, false));
        assertThat(rig.refusal(new QueueQuery.Queue(queue))).isInstanceOf(Rejection.QueueNotFound.class);
    }

    private static QueueCommand.Receive receiving(QueueName queue, GroupName group, String consumer) {
        QueueCommand.Receive any = QueueRig.receiving(queue.value(), group.value(), 1, Duration.ZERO);
        return new QueueCommand.Receive(queue, group, ConsumerName.of(consumer), any.max(), any.waitFor(), any.lease());
    }

    private void refuses(String kind, String name, QueueCommand<?> command) {
        assertThat(rig.refusal(command))
                .isEqualTo(new Rejection.BadArgument(
                        "the name of a " + kind + " has letters, digits and - _ . : @ { } only, not '" + name + "'"));
    }
}
