package dev.leat.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Rejection;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.GroupStart;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.PurgeScope;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueInfo;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.Retention;
import dev.leat.api.spi.QueueCommand;
import dev.leat.engine.support.QueueRig;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A queue counts the bytes of those messages that somebody may still get, and of no others. */
class QueueBytesTest {
    private static final QueueName NEWS = QueueName.of("news");

    private final QueueRig rig = new QueueRig();

    /** Where the messages are when something happens to them. */
    enum Where {
        IN_MEMORY,
        IN_THE_STORE
    }

    @ParameterizedTest
    @EnumSource
    void afterAPurgeOfWhatIsReadyOnlyTheLeasedOnesCount(Where where) {
        rig.create("jobs", QueueConfig.work());
        fill("jobs", 7);
        rig.receive("jobs");
        put(where);

        purge("jobs", null, PurgeScope.READY);
        rig.enqueue("jobs", "four");

        holds("jobs", 2, 104);
    }

    @ParameterizedTest
    @EnumSource
    void whatAGroupPassesWhenItIsMovedDoesNotCount(Where where) {
        news("a", "b");
        fill("news", 7);
        purge("news", "b", PurgeScope.ALL);
        rig.receive("news", "a", 1);
        put(where);

        rig.call(new QueueCommand.SeekGroup(NEWS, GroupName.of("a"), new GroupStart.Seq(4), true));

        holds("news", 3, 300);
    }

    @ParameterizedTest
    @EnumSource
    void whatOnlyADeletedGroupWantedDoesNotCount(Where where) {
        news("a", "b");
        fill("news", 7);
        rig.receive("news", "b", 2).forEach(each -> rig.ack("news", each.deliveryId()));
        put(where);

        rig.call(new QueueCommand.DeleteGroup(NEWS, GroupName.of("a"), true));

        holds("news", 5, 500);
    }

    @ParameterizedTest
    @EnumSource
    void whatIsCancelledDoesNotCount(Where where) {
        rig.create("jobs", QueueConfig.work());
        fill("jobs", 6);
        MessageId last = rig.enqueue("jobs", "four");
        put(where);

        rig.call(new QueueCommand.Cancel(QueueName.of("jobs"), last, false));

        holds("jobs", 6, 600);
    }

    @ParameterizedTest
    @EnumSource
    void whatWasKeptForReplayOnlyDoesNotCountWhenNothingIsKeptForReplay(Where where) {
        QueueConfig replayed = QueueConfig.fanout().toBuilder()
                .retention(new Retention.Limits(null, null, 100L))
                .build();
        rig.create("news", replayed);
        group("a");
        fill("news", 7);
        rig.receive("news", "a", 3).forEach(each -> rig.ack("news", each.deliveryId()));
        put(where);
        holds("news", 7, 700);

        rig.call(new QueueCommand.UpdateQueue(
                NEWS, replayed.toBuilder().retention(Retention.INTEREST).build(), null));

        holds("news", 4, 400);
    }

    @ParameterizedTest
    @EnumSource
    void aPurgeMakesRoomAtOnce(Where where) {
        rig.create("jobs", QueueConfig.work().toBuilder().maxBytes(700).build());
        fill("jobs", 7);
        rig.receive("jobs");
        put(where);
        QueueCommand.Enqueue more = QueueCommand.Enqueue.of(QueueName.of("jobs"), NewMessage.of("x".repeat(600)));
        assertThat(rig.refusal(more)).isInstanceOf(Rejection.QueueFull.class);

        purge("jobs", null, PurgeScope.READY);
        rig.call(more);

        holds("jobs", 2, 700);
    }

    private void holds(String queue, long messages, long bytes) {
        assertThat(rig.info(queue))
                .extracting(QueueInfo::messages, QueueInfo::bytes)
                .containsExactly(messages, bytes);
        rig.restart();
        assertThat(rig.info(queue).bytes()).as("after a restart").isEqualTo(bytes);
        put(Where.IN_THE_STORE);
        assertThat(rig.info(queue).bytes()).as("after a checkpoint").isEqualTo(bytes);
    }

    private void put(Where where) {
        if (where == Where.IN_THE_STORE) {
            rig.checkpoint();
            rig.restart();
        }
    }

    private void fill(String queue, int messages) {
        for (int i = 0; i < messages; i++) {
            rig.enqueue(queue, "x".repeat(100));
        }
    }

    private void news(String... groups) {
        rig.create("news", QueueConfig.fanout());
        for (String group : groups) {
            group(group);
        }
    }

    private void group(String group) {
        rig.call(new QueueCommand.CreateGroup(NEWS, GroupName.of(group), GroupStart.HEAD));
    }

    private void purge(String queue, @Nullable String group, PurgeScope scope) {
        rig.call(new QueueCommand.Purge(QueueName.of(queue), scope, group == null ? null : GroupName.of(group)));
    }
}
