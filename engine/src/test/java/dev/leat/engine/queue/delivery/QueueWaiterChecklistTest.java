package dev.leat.engine.queue.delivery;

import static dev.leat.engine.support.QueueRig.queue;
import static dev.leat.engine.support.QueueRig.receiving;
import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Rejection;
import dev.leat.api.queue.Backoff;
import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.Deliveries;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.DeliveryId;
import dev.leat.api.queue.EnqueueResult;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.GroupStart;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueConfig.Mode;
import dev.leat.api.queue.QueueConfigBuilder;
import dev.leat.api.queue.RedriveFilter;
import dev.leat.api.queue.SettleResult;
import dev.leat.api.queue.Settlement;
import dev.leat.api.spi.QueueCommand;
import dev.leat.engine.EmbeddedEngine;
import dev.leat.engine.Settings;
import dev.leat.engine.support.Found;
import dev.leat.engine.support.QueueRig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Receives that wait: what wakes them, and whom. */
class QueueWaiterChecklistTest {
    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final Duration WAIT = Duration.ofMinutes(1);

    private final QueueRig rig = new QueueRig();

    private static QueueConfigBuilder work() {
        return QueueConfig.builder(Mode.WORK).lease(LEASE).retryBackoff(Backoff.NONE);
    }

    private Found<Deliveries> waiting(String queue) {
        Found<Deliveries> found = rig.sent(receiving(queue, null, 10, WAIT));
        assertThat(found.outcome).as("nothing yet").isNull();
        assertThat(found.rejection).isNull();
        return found;
    }

    private static List<String> texts(Found<Deliveries> found) {
        assertThat(found.outcome).as("woken").isNotNull();
        return found.outcome.deliveries().stream().map(Delivery::text).toList();
    }

    /** A queue whose only message is leased. */
    private DeliveryId leased(QueueConfig config) {
        rig.create("q", config);
        rig.enqueue("q", "x");
        return rig.receive("q").deliveryId();
    }

    @Tag("checklist-13")
    @Test
    void anEnqueueWakes() {
        rig.create("q", work().build());
        Found<Deliveries> waiter = waiting("q");

        rig.enqueue("q", "x");

        assertThat(texts(waiter)).containsExactly("x");
    }

    @Tag("checklist-13")
    @Test
    void aNackWakes() {
        DeliveryId handle = leased(work().build());
        Found<Deliveries> waiter = waiting("q");

        rig.nack("q", handle);

        assertThat(texts(waiter)).containsExactly("x");
    }

    @Tag("checklist-13")
    @Test
    void aReleaseWakes() {
        DeliveryId handle = leased(work().build());
        Found<Deliveries> waiter = waiting("q");

        rig.settle("q", Settlement.Release.of(handle));

        assertThat(texts(waiter)).containsExactly("x");
    }

    @Tag("checklist-13")
    @Test
    void theEndOfALeaseWakes() {
        leased(work().build());
        Found<Deliveries> waiter = waiting("q");

        rig.advance(LEASE);

        assertThat(texts(waiter)).containsExactly("x");
    }

    @Tag("checklist-13")
    @Test
    void aDueTimeWakes() {
        rig.create("q", work().build());
        rig.enqueue("q", NewMessage.of("x").withDelay(Duration.ofSeconds(5)));
        Found<Deliveries> waiter = waiting("q");

        rig.advance(Duration.ofSeconds(5));

        assertThat(texts(waiter)).containsExactly("x");
    }

    @Tag("checklist-13")
    @Test
    void aRedriveWakes() {
        rig.create("dead", work().build());
        DeliveryId handle = leased(work().deadLetter(queue("dead")).build());
        Found<Deliveries> dead = waiting("dead");
        rig.settle("q", Settlement.Reject.of(handle, "no"));
        assertThat(texts(dead)).as("a dead letter wakes as well").containsExactly("x");
        rig.advance(LEASE);
        Found<Deliveries> waiter = waiting("q");

        rig.call(new QueueCommand.Redrive(queue("dead"), RedriveFilter.ALL, 0, 0, null));
        rig.advance(Duration.ofMillis(1));

        assertThat(texts(waiter)).containsExactly("x");
    }

    @Tag("checklist-13")
    @Test
    void aKeyThatIsFreeAgainWakes() {
        rig.create("q", work().build());
        rig.enqueue("q", NewMessage.of("first").withKey("k"));
        rig.enqueue("q", NewMessage.of("second").withKey("k"));
        DeliveryId handle = rig.receive("q").deliveryId();
        Found<Deliveries> waiter = waiting("q");

        rig.ack("q", handle);

        assertThat(texts(waiter)).containsExactly("second");
    }

    @Tag("checklist-13")
    @Test
    void aLimitThatIsFreeAgainWakes() {
        rig.create("q", work().maxLeases(1).build());
        rig.enqueue("q", "first");
        rig.enqueue("q", "second");
        DeliveryId handle = rig.receive("q").deliveryId();
        Found<Deliveries> waiter = waiting("q");

        rig.ack("q", handle);

        assertThat(texts(waiter)).containsExactly("second");
    }

    @Tag("checklist-13")
    @Test
    void aSeekWakes() {
        rig.create("f", QueueConfig.fanout());
        GroupName group = GroupName.of("g");
        rig.call(new QueueCommand.CreateGroup(queue("f"), GroupName.of("keeps"), GroupStart.HEAD));
        rig.call(new QueueCommand.CreateGroup(queue("f"), group, GroupStart.HEAD));
        rig.enqueue("f", "x");
        rig.ack("f", rig.receive("f", "g", 1).get(0).deliveryId());
        Found<Deliveries> waiter = rig.sent(receiving("f", "g", 10, WAIT));

        rig.call(new QueueCommand.SeekGroup(queue("f"), group, GroupStart.HEAD, false));

        assertThat(texts(waiter)).containsExactly("x");
    }

    @Tag("checklist-13")
    @Test
    void aResumeWakes() {
        rig.create("q", work().build());
        rig.enqueue("q", "x");
        rig.call(new QueueCommand.Pause(queue("q"), null, true));
        Found<Deliveries> waiter = waiting("q");

        rig.call(new QueueCommand.Pause(queue("q"), null, false));

        assertThat(texts(waiter)).containsExactly("x");
    }

    @Tag("checklist-13")
    @Test
    void whoWaitedInVainHearsItWhenTheTimeIsOver() {
        rig.create("q", work().build());
        Found<Deliveries> waiter = waiting("q");

        rig.advance(WAIT);

        assertThat(texts(waiter)).isEmpty();
        rig.enqueue("q", "x");
        assertThat(rig.texts("q", 1)).containsExactly("x");
    }

    @Tag("checklist-13")
    @Test
    void ofTenThousandWhoWaitOneMessageWakesOneAndADeletedQueueAll() {
        rig.create("q", work().build());
        List<Found<Deliveries>> waiters = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            Found<Deliveries> found = new Found<>();
            rig.send(new QueueCommand.Receive(queue("q"), null, ConsumerName.of("c" + i % 100), 10, WAIT, null), found);
            waiters.add(found);
            if (i % 1000 == 999) {
                rig.settle();
            }
        }
        assertThat(rig.group("q").waiters()).isEqualTo(10_000);

        for (int i = 0; i < 5; i++) {
            rig.enqueue("q", "m" + i);
            assertThat(waiters.stream().filter(w -> w.outcome != null)).hasSize(i + 1);
            assertThat(texts(waiters.get(i))).containsExactly("m" + i);
        }
        rig.call(new QueueCommand.DeleteQueue(queue("q"), false));

        assertThat(waiters.subList(5, waiters.size()))
                .allMatch(w -> w.rejection instanceof Rejection.QueueNotFound && w.outcome == null);
    }

    @Tag("checklist-13")
    @Test
    void noMoreWaitThanMay() {
        rig.create("q", work().maxWaiters(2).build());
        waiting("q");
        waiting("q");

        assertThat(rig.refusal(receiving("q", null, 1, WAIT))).isInstanceOf(Rejection.TooManyWaiters.class);
        assertThat(rig.receive("q", 1)).as("who does not wait is not too many").isEmpty();
        assertThat(rig.refusal(receiving("q", null, 1, Duration.ofHours(1)))).isInstanceOf(Rejection.WaitTooLong.class);
    }

    /** Two wait for each message, on an engine with threads of its own, and never do both get it. */
    @Tag("checklist-14")
    @Test
    void twoWhoWaitNeverGetTheSameMessage() {
        int rounds = Boolean.getBoolean("leat.thorough") ? 100_000 : 5_000;
        try (EmbeddedEngine engine = EmbeddedEngine.inMemory(Settings.defaults())) {
            engine.call(new QueueCommand.CreateQueue(queue("q"), QueueConfig.work()));
            CompletableFuture<Deliveries> ann = receive(engine, "ann");
            CompletableFuture<Deliveries> bob = receive(engine, "bob");
            for (int i = 0; i < rounds; i++) {
                EnqueueResult taken = engine.call(QueueCommand.Enqueue.of(queue("q"), NewMessage.of("m" + i)))
                        .only();
                CompletableFuture<Object> first = CompletableFuture.anyOf(ann, bob);
                Delivery delivery = ((Deliveries) first.join()).deliveries().get(0);
                assertThat(delivery.messageId()).isEqualTo(taken.messageId());
                assertThat(delivery.attempt()).isEqualTo(1);
                assertThat(engine.call(QueueCommand.Settle.of(queue("q"), Settlement.Ack.of(delivery.deliveryId())))
                                .only())
                        .isEqualTo(new SettleResult.Acked(false));
                assertThat(ann.isDone() && bob.isDone()).as("one of them").isFalse();
                ann = ann.isDone() ? receive(engine, "ann") : ann;
                bob = bob.isDone() ? receive(engine, "bob") : bob;
            }
        }
    }

    private static CompletableFuture<Deliveries> receive(EmbeddedEngine engine, String consumer) {
        return engine.callAsync(new QueueCommand.Receive(
                        queue("q"), null, ConsumerName.of(consumer), 1, Duration.ofMinutes(5), null))
                .toCompletableFuture();
    }
}
