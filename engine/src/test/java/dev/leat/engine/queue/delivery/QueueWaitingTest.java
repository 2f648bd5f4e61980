package dev.leat.engine.queue.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Rejection;
import dev.leat.api.queue.Backoff;
import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.Deliveries;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.GroupStart;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueConfigBuilder;
import dev.leat.api.queue.Settlement;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Outcome;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.engine.EmbeddedEngine;
import dev.leat.engine.Settings;
import dev.leat.engine.support.Found;
import dev.leat.engine.support.QueueRig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Receives that wait, and everything that can end the wait. */
final class QueueWaitingTest {
    private static final Duration WAIT = Duration.ofSeconds(60);

    private final QueueRig rig = new QueueRig();

    private static QueueConfigBuilder work() {
        return QueueConfig.builder(QueueConfig.Mode.WORK).retryBackoff(Backoff.NONE);
    }

    private Found<Deliveries> waits() {
        return waits("bob", null);
    }

    private Found<Deliveries> waits(String consumer, @Nullable String group) {
        return rig.sent(new QueueCommand.Receive(
                QueueRig.queue("jobs"),
                group == null ? null : GroupName.of(group),
                ConsumerName.of(consumer),
                10,
                WAIT,
                null));
    }

    private static List<String> texts(Found<Deliveries> found) {
        return Objects.requireNonNull(found.outcome, "still waits").deliveries().stream()
                .map(Delivery::text)
                .toList();
    }

    private static boolean isWaiting(Found<? extends Outcome> found) {
        return found.outcome == null && found.rejection == null;
    }

    private static Settlement nack(Delivery delivery, Duration delay) {
        return new Settlement.Nack(delivery.deliveryId(), delay, null, null);
    }

    @Test
    void aReceiveThatFindsNothingWaitsAndThenAnswersThatThereIsNothing() {
        rig.create("jobs", work().build());
        Found<Deliveries> waiting = waits();

        rig.advance(WAIT.minusMillis(1));
        assertThat(isWaiting(waiting)).isTrue();
        assertThat(rig.group("jobs").waiters()).isEqualTo(1);
        rig.advance(Duration.ofMillis(1));

        assertThat(texts(waiting)).isEmpty();
        assertThat(rig.group("jobs").waiters()).isZero();
    }

    @Test
    void anEnqueueEndsTheWait() {
        rig.create("jobs", work().build());
        Found<Deliveries> waiting = waits();

        rig.enqueue("jobs", "a");

        assertThat(texts(waiting)).containsExactly("a");
    }

    @Test
    void aNackAndAReleaseEndTheWait() {
        rig.create("jobs", work().build());
        rig.enqueue("jobs", "a");
        Delivery first = rig.receive("jobs");
        Found<Deliveries> one = waits();
        rig.nack("jobs", first.deliveryId());
        assertThat(texts(one)).containsExactly("a");

        Found<Deliveries> two = waits();
        Delivery second = Objects.requireNonNull(one.outcome).deliveries().get(0);
        rig.settle("jobs", Settlement.Release.of(second.deliveryId()));
        assertThat(texts(two)).containsExactly("a");
    }

    @Test
    void anExpiredLeaseEndsTheWait() {
        rig.create("jobs", work().build());
        rig.enqueue("jobs", "a");
        rig.receive("jobs");
        Found<Deliveries> waiting = waits();

        rig.advance(Duration.ofSeconds(30));

        assertThat(texts(waiting)).containsExactly("a");
    }

    @Test
    void aDelayThatIsOverEndsTheWait() {
        rig.create("jobs", work().build());
        rig.enqueue("jobs", NewMessage.of("late").withDelay(Duration.ofSeconds(10)));
        Found<Deliveries> waiting = waits();

        rig.advance(Duration.ofSeconds(10));

        assertThat(texts(waiting)).containsExactly("late");
    }

    @Test
    void aRetryThatIsDueEndsTheWait() {
        rig.create("jobs", work().build());
        rig.enqueue("jobs", "a");
        rig.settle("jobs", nack(rig.receive("jobs"), Duration.ofSeconds(5)));
        Found<Deliveries> waiting = waits();

        rig.advance(Duration.ofSeconds(5));

        assertThat(texts(waiting)).containsExactly("a");
    }

    @Test
    void aKeyThatIsFreeEndsTheWait() {
        rig.create("jobs", work().build());
        rig.enqueue("jobs", NewMessage.of("1").withKey("k"));
        rig.enqueue("jobs", NewMessage.of("2").withKey("k"));
        Delivery first = rig.receive("jobs");
        Found<Deliveries> waiting = waits();
        assertThat(isWaiting(waiting)).isTrue();

        rig.ack("jobs", first.deliveryId());

        assertThat(texts(waiting)).containsExactly("2");
    }

    @Test
    void aLimitOnLeasesThatIsNotReachedAnyMoreEndsTheWait() {
        rig.create("jobs", work().maxLeases(1).build());
        rig.enqueue("jobs", "a");
        rig.enqueue("jobs", "b");
        Delivery first = rig.receive("jobs");
        Found<Deliveries> waiting = waits();

        rig.ack("jobs", first.deliveryId());

        assertThat(texts(waiting)).containsExactly("b");
    }

    @Test
    void aSeekEndsTheWait() {
        rig.create("jobs", QueueConfig.fanout());
        rig.enqueue("jobs", "a");
        GroupName group = GroupName.of("g");
        rig.call(new QueueCommand.CreateGroup(QueueRig.queue("jobs"), group, new GroupStart.Tail()));
        Found<Deliveries> waiting = waits("bob", "g");
        assertThat(isWaiting(waiting)).isTrue();

        rig.call(new QueueCommand.SeekGroup(QueueRig.queue("jobs"), group, new GroupStart.Head(), false));

        assertThat(texts(waiting)).containsExactly("a");
    }

    @Test
    void theEndOfAPauseEndsTheWait() {
        rig.create("jobs", work().build());
        rig.enqueue("jobs", "a");
        rig.call(new QueueCommand.Pause(QueueRig.queue("jobs"), null, true));
        assertThat(rig.call(QueueRig.receiving("jobs", null, 1, Duration.ZERO)).throttled())
                .isTrue();
        Found<Deliveries> waiting = waits();

        rig.call(new QueueCommand.Pause(QueueRig.queue("jobs"), null, false));

        assertThat(texts(waiting)).containsExactly("a");
    }

    @Test
    void oneMessageWakesOneAndTheFirstFirst() {
        rig.create("jobs", work().build());
        Found<Deliveries> first = waits();
        Found<Deliveries> second = waits();

        rig.enqueue("jobs", "a");
        assertThat(texts(first)).containsExactly("a");
        assertThat(isWaiting(second)).isTrue();
        rig.enqueue("jobs", "b");

        assertThat(texts(second)).containsExactly("b");
    }

    @Test
    void whoWaitedIsServedBeforeWhoComesInTheSameTurn() {
        rig.create("jobs", work().build());
        Found<Deliveries> first = waits();
        Found<QueueOutcome.Enqueued> enqueued = new Found<>();
        Found<Deliveries> late = new Found<>();

        rig.send(QueueCommand.Enqueue.of(QueueRig.queue("jobs"), NewMessage.of("a")), enqueued);
        rig.send(QueueRig.receiving("jobs", null, 1, Duration.ZERO), late);
        rig.settle();

        assertThat(texts(first)).containsExactly("a");
        assertThat(texts(late)).isEmpty();
    }

    @Test
    void aConsumerThatHasAllItMayLetsOthersGoFirst() {
        rig.create("jobs", work().maxLeasesPerConsumer(1).build());
        rig.enqueue("jobs", "a");
        rig.receive("jobs");
        Found<Deliveries> full = waits("ann", null);
        Found<Deliveries> other = waits("bob", null);

        rig.enqueue("jobs", "b");

        assertThat(isWaiting(full)).isTrue();
        assertThat(texts(other)).containsExactly("b");
    }

    @Test
    void thousandsWhoWaitAreRefusedAtOnceWhenTheQueueIsDeleted() {
        rig.create("jobs", work().build());
        List<Found<Deliveries>> all = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            Found<Deliveries> found = new Found<>();
            rig.send(QueueRig.receiving("jobs", null, 1, WAIT), found);
            all.add(found);
        }
        rig.settle();
        rig.enqueue("jobs", "a");
        assertThat(all.stream().filter(found -> found.outcome != null)).hasSize(1);

        rig.call(new QueueCommand.DeleteQueue(QueueRig.queue("jobs"), false));

        Rejection gone = new Rejection.QueueNotFound(QueueRig.queue("jobs"));
        assertThat(all.stream().filter(found -> gone.equals(found.rejection))).hasSize(9_999);
    }

    @Test
    void whoWaitsForAGroupThatIsDeletedIsRefused() {
        rig.create("jobs", QueueConfig.fanout());
        GroupName group = GroupName.of("g");
        rig.call(new QueueCommand.CreateGroup(QueueRig.queue("jobs"), group, new GroupStart.Tail()));
        Found<Deliveries> waiting = waits("bob", "g");

        rig.call(new QueueCommand.DeleteGroup(QueueRig.queue("jobs"), group, false));

        assertThat(waiting.rejection).isEqualTo(new Rejection.GroupNotFound(QueueRig.queue("jobs"), group));
    }

    @Test
    void noMoreWaitThanMay() {
        rig.create("jobs", work().maxWaiters(1).build());
        waits();

        Rejection rejection = rig.refusal(QueueRig.receiving("jobs", null, 1, WAIT));

        assertThat(rejection).isInstanceOf(Rejection.TooManyWaiters.class);
        assertThat(rig.receive("jobs", 1)).isEmpty();
    }

    @Test
    void nobodyWaitsForever() {
        rig.create("jobs", work().build());
        Command<?> command = QueueRig.receiving("jobs", null, 1, Duration.ofHours(1));

        assertThat(rig.refusal(command)).isEqualTo(new Rejection.WaitTooLong(QueueCommand.LONGEST_WAIT));
    }

    @Test
    void aReceiveMakesTheGroupWhereTheQueueSaysSo() {
        rig.create(
                "jobs",
                QueueConfig.builder(QueueConfig.Mode.FANOUT)
                        .autoCreateGroups(true)
                        .build());
        rig.enqueue("jobs", "a");

        assertThat(rig.receive("jobs", "new", 1)).extracting(Delivery::text).containsExactly("a");
        assertThat(rig.refusal(QueueRig.receiving("jobs", null, 1, Duration.ZERO)))
                .isInstanceOf(Rejection.BadArgument.class);
    }

    @Test
    void whoWaitsWhenTheEngineClosesIsRefused() {
        Found<Deliveries> waiting = new Found<>();
        try (EmbeddedEngine engine = EmbeddedEngine.inMemory(Settings.defaults())) {
            engine.call(new QueueCommand.CreateQueue(QueueRig.queue("jobs"), work().build()));
            engine.call(QueueRig.receiving("jobs", null, 1, Duration.ZERO));
            engine.submit(QueueRig.receiving("jobs", null, 1, WAIT), waiting);
        }

        assertThat(waiting.rejection).isInstanceOf(Rejection.Unavailable.class);
    }

    @Test
    void whoWaitsForRoomWhenTheEngineClosesIsRefused() {
        Found<QueueOutcome.Enqueued> waiting = new Found<>();
        try (EmbeddedEngine engine = EmbeddedEngine.inMemory(Settings.defaults())) {
            QueueConfig small =
                    work().maxMessages(1).full(QueueConfig.Full.WAIT).build();
            engine.call(new QueueCommand.CreateQueue(QueueRig.queue("jobs"), small));
            engine.call(QueueCommand.Enqueue.of(QueueRig.queue("jobs"), NewMessage.of("a")));
            engine.submit(QueueCommand.Enqueue.of(QueueRig.queue("jobs"), NewMessage.of("b")), waiting);
        }

        assertThat(waiting.rejection).isInstanceOf(Rejection.Unavailable.class);
    }
}
