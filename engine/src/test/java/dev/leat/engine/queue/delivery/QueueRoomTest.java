package dev.leat.engine.queue.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Rejection;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.EnqueueRefusal;
import dev.leat.api.queue.EnqueueResult;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.GroupStart;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueConfigBuilder;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.Settlement;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.engine.support.Found;
import dev.leat.engine.support.QueueRig;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a queue does when it is full, and who waits for room. */
final class QueueRoomTest {
    private static final QueueName JOBS = QueueName.of("jobs");

    private final QueueRig rig = new QueueRig();

    private static QueueConfigBuilder work() {
        return QueueConfig.builder(QueueConfig.Mode.WORK);
    }

    private Rejection refusal(NewMessage message) {
        return rig.refusal(QueueCommand.Enqueue.of(JOBS, message));
    }

    @Test
    void leasedAndScheduledMessagesTakeRoomAsWell() {
        rig.create("jobs", work().maxMessages(2).build());
        rig.enqueue("jobs", "a");
        rig.enqueue("jobs", NewMessage.of("b").withDelay(Duration.ofHours(1)));
        Delivery delivery = rig.receive("jobs");

        assertThat(refusal(NewMessage.of("c"))).isEqualTo(new Rejection.QueueFull(JOBS, Duration.ofSeconds(1)));
        rig.ack("jobs", delivery.deliveryId());

        rig.enqueue("jobs", "c");
        assertThat(rig.texts("jobs", 10)).containsExactly("c");
    }

    @Test
    void bytesCountAsWell() {
        rig.create("jobs", work().maxBytes(3).build());
        rig.enqueue("jobs", "ab");

        assertThat(refusal(NewMessage.of("cd"))).isInstanceOf(Rejection.QueueFull.class);
        rig.enqueue("jobs", "c");
    }

    @Test
    void theOldestThatIsReadyMakesRoomButNeverALeasedOne() {
        rig.create(
                "jobs", work().maxMessages(2).full(QueueConfig.Full.DROP_OLDEST).build());
        rig.enqueue("jobs", "leased");
        rig.enqueue("jobs", "old");
        Delivery leased = rig.receive("jobs");

        rig.enqueue("jobs", "new");

        assertThat(rig.texts("jobs", 10)).containsExactly("new");
        assertThat(refusal(NewMessage.of("one more"))).isInstanceOf(Rejection.QueueFull.class);
        rig.ack("jobs", leased.deliveryId());
        assertThat(rig.group("jobs").counters().dropped()).isEqualTo(1);
    }

    @Test
    void roomIsMadeBehindHoweverManyThatCannotGo() {
        int many = 25_000;
        rig.create(
                "jobs",
                work().maxMessages(2 * many + 2)
                        .full(QueueConfig.Full.DROP_OLDEST)
                        .build());
        later(many);
        rig.enqueue("jobs", "old");
        later(many);
        rig.enqueue("jobs", "older than the next");

        List<NewMessage> two = List.of(NewMessage.of("b"), NewMessage.of("c"));
        QueueOutcome.Enqueued taken = rig.call(new QueueCommand.Enqueue(JOBS, two, false));

        assertThat(taken.results()).hasSize(2);
        assertThat(rig.texts("jobs", 10)).containsExactly("b", "c");
    }

    private void later(int messages) {
        NewMessage later = NewMessage.of("later").withDelay(Duration.ofHours(1));
        for (int left = messages; left > 0; left -= 1000) {
            rig.call(new QueueCommand.Enqueue(JOBS, Collections.nCopies(1000, later), false));
        }
    }

    @Test
    void whatCouldNotGoMakesRoomOnceItCan() {
        rig.create(
                "jobs", work().maxMessages(3).full(QueueConfig.Full.DROP_OLDEST).build());
        List.of("a", "b", "c").forEach(text -> rig.enqueue("jobs", text));
        Delivery first = rig.receive("jobs");
        rig.enqueue("jobs", "d");
        rig.settle("jobs", Settlement.Release.of(first.deliveryId()));

        rig.enqueue("jobs", "e");

        assertThat(rig.texts("jobs", 10)).containsExactly("c", "d", "e");
    }

    @Test
    void whatOnlyARemovedGroupHadMakesRoom() {
        rig.create(
                "jobs",
                QueueConfig.fanout().toBuilder()
                        .maxMessages(2)
                        .full(QueueConfig.Full.DROP_OLDEST)
                        .build());
        for (String group : List.of("x", "y")) {
            rig.call(new QueueCommand.CreateGroup(JOBS, GroupName.of(group), GroupStart.HEAD));
        }
        rig.enqueue("jobs", "a");
        rig.receive("jobs", "x", 1);
        rig.enqueue("jobs", "b");
        rig.enqueue("jobs", "c");
        rig.call(new QueueCommand.DeleteGroup(JOBS, GroupName.of("x"), true));

        rig.enqueue("jobs", "d");

        assertThat(rig.receive("jobs", "y", 10)).extracting(Delivery::text).containsExactly("c", "d");
    }

    /** A queue whose room is taken, and somebody who waits for it. */
    private Found<QueueOutcome.Enqueued> fullQueue() {
        rig.create(
                "jobs",
                work().maxMessages(1)
                        .maxBytes(10)
                        .full(QueueConfig.Full.WAIT)
                        .fullWait(Duration.ofSeconds(5))
                        .build());
        rig.enqueue("jobs", NewMessage.of("a").withDedupId("a"));
        return rig.sent(QueueCommand.Enqueue.of(JOBS, NewMessage.of("b").withDedupId("b")));
    }

    @Test
    void aDuplicateIsKnownWhileOthersWaitForRoom() {
        fullQueue();

        assertThat(rig.taken("jobs", NewMessage.of("a").withDedupId("a")).duplicate())
                .isTrue();
    }

    @Test
    void whatIsWrongIsRefusedWhileOthersWaitForRoom() {
        fullQueue();
        NewMessage wrong = NewMessage.of("x").withKey("k").withDelay(Duration.ofSeconds(1));

        assertThat(refusal(wrong)).isInstanceOf(Rejection.BadArgument.class);
        assertThat(refusal(NewMessage.of("longer than ten"))).isEqualTo(new Rejection.PayloadTooLarge(15, 10));
    }

    @Test
    void moreThanAQueueHoldsIsRefusedForGood() {
        rig.create(
                "jobs", work().maxMessages(2).full(QueueConfig.Full.DROP_OLDEST).build());

        assertThat(rig.refusal(new QueueCommand.Enqueue(JOBS, Collections.nCopies(3, NewMessage.of("a")), false)))
                .isInstanceOf(Rejection.BadArgument.class);
    }

    @Test
    void aGroupThatMovesOnMakesRoom() {
        rig.create(
                "jobs",
                QueueConfig.builder(QueueConfig.Mode.FANOUT)
                        .maxMessages(1)
                        .full(QueueConfig.Full.WAIT)
                        .fullWait(Duration.ofSeconds(5))
                        .build());
        rig.call(new QueueCommand.CreateGroup(JOBS, GroupName.of("g"), GroupStart.HEAD));
        rig.enqueue("jobs", "a");
        Found<QueueOutcome.Enqueued> waiting = rig.sent(QueueCommand.Enqueue.of(JOBS, NewMessage.of("b")));

        rig.call(new QueueCommand.SeekGroup(JOBS, GroupName.of("g"), GroupStart.TAIL, false));

        assertThat(waiting.outcome).isNotNull();
    }

    @Test
    void whoNoLongerWantsToWaitForRoomIsToldThatThereIsNone() {
        rig.create(
                "jobs",
                work().maxMessages(2)
                        .full(QueueConfig.Full.WAIT)
                        .fullWait(Duration.ofSeconds(5))
                        .build());
        rig.enqueue("jobs", "a");
        QueueCommand.Enqueue command =
                new QueueCommand.Enqueue(JOBS, List.of(NewMessage.of("b"), NewMessage.of("c")), false);
        Found<QueueOutcome.Enqueued> waiting = rig.sent(command);
        Found<QueueOutcome.Enqueued> behind = rig.sent(QueueCommand.Enqueue.of(JOBS, NewMessage.of("d")));

        rig.core().queues().endWait(command, new Found<>());
        rig.settle();
        assertThat(waiting.rejection).isNull();
        assertThat(behind.outcome).isNull();
        rig.core().queues().endWait(command, waiting);
        rig.settle();

        assertThat(waiting.rejection).isInstanceOf(Rejection.QueueFull.class);
        assertThat(behind.outcome).isNotNull();
        assertThat(rig.texts("jobs", 9)).containsExactly("a", "d");
    }

    @Test
    void whatIsRightWaitsAlsoBesideWhatIsWrong() {
        Found<QueueOutcome.Enqueued> first = fullQueue();
        NewMessage wrong = NewMessage.of("x").withKey("k").withDelay(Duration.ofSeconds(1));
        Found<QueueOutcome.Enqueued> both =
                rig.sent(new QueueCommand.Enqueue(JOBS, List.of(wrong, NewMessage.of("c")), true));
        assertThat(both.outcome).isNull();

        rig.ack("jobs", rig.receive("jobs").deliveryId());
        assertThat(first.outcome).isNotNull();
        rig.ack("jobs", rig.receive("jobs").deliveryId());

        assertThat(both.outcome).isNotNull();
        assertThat(both.outcome.results().get(0)).isInstanceOf(EnqueueRefusal.class);
        assertThat(both.outcome.results().get(1)).isInstanceOf(EnqueueResult.class);
    }

    @Test
    void whoHasWaitedInVainHearsWhetherTheMessageCameMeanwhile() {
        Found<QueueOutcome.Enqueued> first = fullQueue();
        rig.advance(Duration.ofSeconds(1));
        Found<QueueOutcome.Enqueued> large = rig.sent(QueueCommand.Enqueue.of(JOBS, NewMessage.of("0123456789")));
        Found<QueueOutcome.Enqueued> again =
                rig.sent(QueueCommand.Enqueue.of(JOBS, NewMessage.of("b").withDedupId("b")));

        rig.ack("jobs", rig.receive("jobs").deliveryId());
        rig.advance(Duration.ofSeconds(5));

        assertThat(first.outcome).isNotNull();
        assertThat(large.rejection).isInstanceOf(Rejection.QueueFull.class);
        assertThat(again.outcome).isNotNull();
        assertThat(again.outcome.only().duplicate()).isTrue();
    }

    @Test
    void anEnqueueWaitsForRoomWhereTheQueueSaysSo() {
        rig.create(
                "jobs",
                work().maxMessages(1)
                        .full(QueueConfig.Full.WAIT)
                        .fullWait(Duration.ofSeconds(5))
                        .build());
        rig.enqueue("jobs", "a");
        Found<QueueOutcome.Enqueued> first = rig.sent(QueueCommand.Enqueue.of(JOBS, NewMessage.of("b")));
        Found<QueueOutcome.Enqueued> second = rig.sent(QueueCommand.Enqueue.of(JOBS, NewMessage.of("c")));

        rig.ack("jobs", rig.receive("jobs").deliveryId());

        assertThat(first.outcome).isNotNull();
        assertThat(second.outcome).isNull();
        assertThat(second.rejection).isNull();
        rig.advance(Duration.ofSeconds(5));
        assertThat(second.rejection).isInstanceOf(Rejection.QueueFull.class);
        assertThat(rig.texts("jobs", 10)).containsExactly("b");
    }
}
