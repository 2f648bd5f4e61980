package dev.leat.engine.queue.delivery;

import static dev.leat.engine.support.QueueRig.queue;
import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Rejection;
import dev.leat.api.queue.Backoff;
import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.Deliveries;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.DeliveryId;
import dev.leat.api.queue.EnqueueResult;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueConfig.Mode;
import dev.leat.api.queue.QueueConfigBuilder;
import dev.leat.api.queue.SettleResult;
import dev.leat.api.queue.SettleResult.AlreadySettled.How;
import dev.leat.api.queue.Settlement;
import dev.leat.api.spi.QueueCommand;
import dev.leat.engine.support.QueueRig;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Retries, leases and handles, where other queues are known to go wrong. */
class QueueLeaseChecklistTest {
    private static final Duration LEASE = Duration.ofSeconds(10);

    private final QueueRig rig = new QueueRig();

    private static QueueConfigBuilder work() {
        return QueueConfig.builder(Mode.WORK).lease(LEASE).retryBackoff(Backoff.NONE);
    }

    private int deliveriesUntilParked(String queue, Random random, int nacksOf10) {
        int delivered = 0;
        while (true) {
            List<Delivery> deliveries = rig.receive(queue, 1);
            if (deliveries.isEmpty()) {
                return delivered;
            }
            delivered++;
            assertThat(deliveries.get(0).attempt()).isEqualTo(delivered);
            if (random.nextInt(10) < nacksOf10) {
                rig.nack(queue, deliveries.get(0).deliveryId());
            } else {
                rig.advance(LEASE);
            }
        }
    }

    @Tag("checklist-1")
    @ParameterizedTest
    @ValueSource(ints = {0, 5, 10})
    void soManyAttemptsAreExactlySoManyDeliveriesByNackByExpiryOrBoth(int nacksOf10) {
        for (int attempts = 1; attempts <= 6; attempts++) {
            String name = "q" + attempts;
            rig.create(name, work().maxAttempts(attempts).build());
            rig.enqueue(name, "poison");

            assertThat(deliveriesUntilParked(name, new Random(attempts), nacksOf10))
                    .isEqualTo(attempts);
            assertThat(rig.group(name).parked()).isEqualTo(1);
        }
    }

    @Tag("checklist-1")
    @Test
    void aGroupOfAFanOutQueueCountsExpiredLeasesAsAttemptsToo() {
        rig.create(
                "f",
                QueueConfig.builder(Mode.FANOUT).lease(LEASE).maxAttempts(3).build());
        rig.call(new QueueCommand.CreateGroup(
                queue("f"), dev.leat.api.queue.GroupName.of("g"), dev.leat.api.queue.GroupStart.HEAD));
        rig.enqueue("f", "poison");

        for (int attempt = 1; attempt <= 3; attempt++) {
            assertThat(rig.receive("f", "g", 1)).extracting(Delivery::attempt).containsExactly(attempt);
            rig.advance(LEASE);
        }

        assertThat(rig.receive("f", "g", 1)).isEmpty();
        assertThat(rig.group("f", "g").parked()).isEqualTo(1);
    }

    @Tag("checklist-2")
    @Test
    void aReleaseGivesTheAttemptBackAlsoAcrossARestart() {
        rig.create("q", work().maxAttempts(2).build());
        MessageId id = rig.enqueue("q", "x");
        for (int i = 0; i < 5; i++) {
            Delivery delivery = rig.receive("q");
            assertThat(delivery.attempt()).isEqualTo(1);
            rig.settle("q", Settlement.Release.of(delivery.deliveryId()));
        }

        rig.restart();

        MessageInfo.InGroup standing = rig.find("q", id).groups().get(0);
        assertThat(standing.attempts()).isZero();
        assertThat(standing.releases()).isEqualTo(5);
        assertThat(deliveriesUntilParked("q", new Random(1), 5)).isEqualTo(2);
    }

    @Tag("checklist-2")
    @Test
    void afterTooManyReleasesTheAttemptIsSpent() {
        rig.create("q", work().maxAttempts(2).maxReleases(1).build());
        rig.enqueue("q", "x");
        rig.settle("q", Settlement.Release.of(rig.receive("q").deliveryId()));
        rig.settle("q", Settlement.Release.of(rig.receive("q").deliveryId()));

        assertThat(rig.receive("q").attempt()).isEqualTo(2);
    }

    @Tag("checklist-3")
    @Test
    void aHandleDiesWithANack() {
        rig.create("q", work().retryBackoff(new Backoff(LEASE, 1, LEASE)).build());
        rig.enqueue("q", "x");
        DeliveryId handle = rig.receive("q").deliveryId();

        rig.nack("q", handle);

        assertThat(rig.ack("q", handle).rejection()).isInstanceOf(Rejection.LeaseLost.class);
        rig.advance(LEASE);
        assertThat(rig.ack("q", handle).rejection()).isInstanceOf(Rejection.LeaseLost.class);
        assertThat(rig.texts("q", 1)).containsExactly("x");
        assertThat(rig.ack("q", handle).rejection()).isInstanceOf(Rejection.LeaseLost.class);
    }

    @Tag("checklist-3")
    @Test
    void anExpiredLeaseMovesOnAndItsLateAckIsRefused() {
        rig.create("q", work().build());
        rig.enqueue("q", "x");
        DeliveryId first = rig.receive("q").deliveryId();
        rig.advance(LEASE);
        DeliveryId second = rig.receive("q").deliveryId();

        assertThat(rig.ack("q", first).rejection()).isInstanceOf(Rejection.LeaseLost.class);
        assertThat(rig.nack("q", first).rejection()).isInstanceOf(Rejection.LeaseLost.class);
        assertThat(rig.ack("q", second)).isEqualTo(new SettleResult.Acked(false));
    }

    @Tag("checklist-3")
    @Test
    void aLateAckIsGoodWhileNobodyElseHasTheMessage() {
        rig.create("q", work().build());
        rig.create("strict", work().strictLease(true).build());
        for (String name : List.of("q", "strict")) {
            rig.enqueue(name, "x");
        }
        DeliveryId lenient = rig.receive("q").deliveryId();
        DeliveryId strict = rig.receive("strict").deliveryId();

        rig.advance(LEASE);

        assertThat(rig.nack("q", lenient).rejection()).isInstanceOf(Rejection.LeaseLost.class);
        assertThat(rig.settle("q", new Settlement.Extend(lenient, LEASE)).rejection())
                .isInstanceOf(Rejection.LeaseLost.class);
        assertThat(rig.ack("q", lenient)).isEqualTo(new SettleResult.Acked(true));
        assertThat(rig.receive("q", 1)).isEmpty();
        assertThat(rig.ack("strict", strict).rejection()).isInstanceOf(Rejection.LeaseLost.class);
        assertThat(rig.texts("strict", 1)).containsExactly("x");
    }

    @Tag("checklist-3")
    @Test
    void aHandleFromBeforeASeekSettlesNothingAfterIt() {
        rig.create("f", QueueConfig.builder(Mode.FANOUT).build());
        var group = dev.leat.api.queue.GroupName.of("g");
        rig.call(new QueueCommand.CreateGroup(queue("f"), group, dev.leat.api.queue.GroupStart.HEAD));
        rig.enqueue("f", "x");
        DeliveryId before = rig.receive("f", "g", 1).get(0).deliveryId();
        rig.call(new QueueCommand.SeekGroup(queue("f"), group, dev.leat.api.queue.GroupStart.HEAD, true));
        Delivery after = rig.receive("f", "g", 1).get(0);

        assertThat(rig.ack("f", before)).isNotInstanceOf(SettleResult.Acked.class);
        assertThat(rig.group("f", "g").leased()).isEqualTo(1);
        assertThat(rig.ack("f", after.deliveryId())).isEqualTo(new SettleResult.Acked(false));
    }

    @Tag("checklist-4")
    @Test
    void anAckIsGoodTwiceAndBadIfItIsGarbageOrStale() {
        rig.create("q", work().build());
        rig.create("other", work().build());
        rig.enqueue("q", "x");
        DeliveryId handle = rig.receive("q").deliveryId();

        assertThat(rig.ack("q", handle)).isEqualTo(new SettleResult.Acked(false));
        assertThat(rig.ack("q", handle)).isEqualTo(new SettleResult.AlreadySettled(How.ACKED));
        assertThat(rig.nack("q", handle).rejection()).isInstanceOf(Rejection.LeaseLost.class);
        for (String garbage : List.of(
                "x",
                "not base 32!",
                "a".repeat(88),
                handle + "a",
                handle.value().substring(1))) {
            assertThat(rig.ack("q", DeliveryId.of(garbage)).rejection())
                    .as(garbage)
                    .isInstanceOf(Rejection.HandleInvalid.class);
        }
        assertThat(rig.ack("other", handle).rejection()).isInstanceOf(Rejection.HandleInvalid.class);
    }

    @Tag("checklist-4")
    @Test
    void theHandleOfADeletedQueueMeansNothingToTheNextOfItsName() {
        rig.create("q", work().build());
        rig.enqueue("q", "x");
        DeliveryId handle = rig.receive("q").deliveryId();
        rig.call(new QueueCommand.DeleteQueue(queue("q"), false));

        assertThat(rig.refusal(QueueCommand.Settle.of(queue("q"), Settlement.Ack.of(handle))))
                .isInstanceOf(Rejection.QueueNotFound.class);
        rig.create("q", work().build());
        rig.enqueue("q", "y");
        rig.receive("q");
        assertThat(rig.ack("q", handle).rejection()).isInstanceOf(Rejection.HandleInvalid.class);
        assertThat(rig.group("q").leased()).isEqualTo(1);
    }

    @Tag("checklist-4")
    @ParameterizedTest
    @ValueSource(strings = {"dead", "{t}dead"})
    void theAckOfADeadLetterNamesTheCopyAndCanRemoveIt(String dead) {
        rig.create(dead, QueueConfig.work());
        rig.create("{t}q", work().maxAttempts(1).deadLetter(queue(dead)).build());
        MessageId id = rig.enqueue("{t}q", "x");
        DeliveryId handle = rig.receive("{t}q").deliveryId();
        rig.advance(LEASE);

        Rejection refusal = rig.ack("{t}q", handle).rejection();

        assertThat(refusal).isEqualTo(new Rejection.LeaseLost(MessageInfo.State.DEAD, queue(dead), id));
        assertThat(rig.info(dead).messages()).isEqualTo(1);
        rig.settle("{t}q", new Settlement.Ack(handle, true));
        assertThat(rig.info(dead).messages()).isZero();
    }

    @Tag("checklist-6")
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void leasesAttemptsKeysAndRetryDelaysSurviveACrash(boolean checkpoint) {
        rig.create("q", work().retryBackoff(new Backoff(LEASE, 1, LEASE)).build());
        rig.enqueue("q", NewMessage.of("leased"));
        rig.enqueue("q", NewMessage.of("a1").withKey("a"));
        rig.enqueue("q", NewMessage.of("a2").withKey("a"));
        rig.enqueue("q", NewMessage.of("b1").withKey("b"));
        rig.enqueue("q", NewMessage.of("b2").withKey("b"));
        Delivery leased = rig.receive("q");
        Delivery failed = rig.receive("q");
        Delivery held = rig.receive("q");
        assertThat(List.of(failed.text(), held.text())).containsExactly("a1", "b1");
        rig.nack("q", failed.deliveryId());
        if (checkpoint) {
            rig.checkpoint();
        }

        rig.restart();

        assertThat(rig.receive("q", 10))
                .as("everything is leased, waiting or blocked")
                .isEmpty();
        assertThat(rig.ack("q", held.deliveryId())).isEqualTo(new SettleResult.Acked(false));
        assertThat(rig.texts("q", 10)).containsExactly("b2");
        assertThat(rig.ack("q", leased.deliveryId())).isEqualTo(new SettleResult.Acked(false));
        rig.advance(LEASE);
        List<Delivery> again = rig.receive("q", 10);
        assertThat(again).extracting(Delivery::text).contains("a1").doesNotContain("a2");
        assertThat(again.get(0).attempt()).isEqualTo(2);
    }

    @Tag("checklist-6")
    @Test
    void aLeaseThatEndedWhileTheServerWasDownHasAMomentLeft() {
        rig.create("q", work().build());
        rig.enqueue("q", "x");
        DeliveryId handle = rig.receive("q").deliveryId();
        rig.clock.advance(Duration.ofHours(1));

        rig.crash(new Random(1));
        rig.settle();

        assertThat(rig.receive("q", 1)).isEmpty();
        assertThat(rig.ack("q", handle)).isEqualTo(new SettleResult.Acked(false));
    }

    @Tag("checklist-7")
    @Test
    void noIdIsUsedTwiceHoweverEmptyTheQueueWas() {
        rig.create("q", work().build());
        Set<MessageId> ids = new HashSet<>();
        Set<Long> seqs = new HashSet<>();
        Set<DeliveryId> handles = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            EnqueueResult taken = rig.taken("q", NewMessage.of("x"));
            assertThat(ids.add(taken.messageId())).isTrue();
            assertThat(seqs.add(taken.seq())).isTrue();
            Delivery delivery = rig.receive("q");
            assertThat(handles.add(delivery.deliveryId())).isTrue();
            rig.ack("q", delivery.deliveryId());
            if (i % 2 == 0) {
                rig.checkpoint();
            }
            rig.restart();
            for (DeliveryId old : handles) {
                assertThat(rig.ack("q", old)).isInstanceOf(SettleResult.AlreadySettled.class);
            }
        }
    }

    @Tag("checklist-11")
    @Test
    void aGroupHasNoMoreLeasesThanItMay() {
        rig.create("q", work().maxLeases(3).build());
        for (int i = 0; i < 5; i++) {
            rig.enqueue("q", "m" + i);
        }

        List<Delivery> first = rig.receive("q", 10);
        Deliveries second = rig.call(QueueRig.receiving("q", null, 10, Duration.ZERO));

        assertThat(first).hasSize(3);
        assertThat(second).isEqualTo(new Deliveries(List.of(), true));
        rig.ack("q", first.get(1).deliveryId());
        assertThat(rig.texts("q", 10)).containsExactly("m3");
    }

    @Tag("checklist-11")
    @Test
    void aConsumerHasNoMoreLeasesThanItMayAndOthersGetTheRest() {
        rig.create("q", work().maxLeasesPerConsumer(2).build());
        for (int i = 0; i < 5; i++) {
            rig.enqueue("q", "m" + i);
        }

        assertThat(rig.texts("q", 10)).containsExactly("m0", "m1");
        assertThat(rig.call(QueueRig.receiving("q", null, 10, Duration.ZERO)).throttled())
                .isTrue();
        assertThat(rig.call(new QueueCommand.Receive(queue("q"), null, ConsumerName.of("bob"), 10, Duration.ZERO, null))
                        .deliveries())
                .extracting(Delivery::text)
                .containsExactly("m2", "m3");
        rig.advance(LEASE);
        assertThat(rig.texts("q", 10)).containsExactly("m0", "m1");
    }
}
