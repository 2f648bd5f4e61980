package dev.leat.engine.queue.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Rejection;
import dev.leat.api.queue.Backoff;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.DeliveryId;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.GroupStart;
import dev.leat.api.queue.GroupStats;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.Provenance;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueConfigBuilder;
import dev.leat.api.queue.SettleResult;
import dev.leat.api.queue.Settlement;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.engine.support.QueueRig;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A message of a work queue: given to a consumer, settled or not, given to another. */
final class QueueDeliveryTest {
    private static final Duration LEASE = Duration.ofSeconds(30);

    private final QueueRig rig = new QueueRig();

    private static QueueConfigBuilder work() {
        return QueueConfig.builder(QueueConfig.Mode.WORK).retryBackoff(Backoff.NONE);
    }

    private Rejection refused(Settlement settlement) {
        SettleResult result = rig.settle("jobs", settlement);
        return ((SettleResult.Refused) result).rejection();
    }

    private static Rejection lost(MessageInfo.State state) {
        return new Rejection.LeaseLost(state, null, null);
    }

    @Test
    void whatWasEnqueuedIsReceivedInItsOrder() {
        rig.create("jobs", work().build());
        MessageId first = rig.enqueue("jobs", "a");
        rig.enqueue("jobs", "b");

        List<Delivery> deliveries = rig.receive("jobs", 10);

        assertThat(deliveries).extracting(Delivery::text).containsExactly("a", "b");
        assertThat(deliveries).extracting(Delivery::seq).containsExactly(0L, 1L);
        assertThat(deliveries.get(0).messageId()).isEqualTo(first);
        assertThat(deliveries.get(0).attempt()).isEqualTo(1);
        assertThat(deliveries.get(0).redeliveryReason()).isNull();
        assertThat(rig.receive("jobs", 10)).isEmpty();
    }

    @Test
    void anAckedMessageIsGone() {
        rig.create("jobs", work().build());
        rig.enqueue("jobs", "a");
        Delivery delivery = rig.receive("jobs");

        SettleResult result = rig.ack("jobs", delivery.deliveryId());
        rig.advance(LEASE);

        assertThat(result).isEqualTo(new SettleResult.Acked(false));
        assertThat(rig.receive("jobs", 1)).isEmpty();
        assertThat(rig.info("jobs").messages()).isZero();
    }

    @Test
    void anAckTwiceIsNoError() {
        rig.create("jobs", work().build());
        rig.enqueue("jobs", "a");
        Delivery delivery = rig.receive("jobs");
        rig.ack("jobs", delivery.deliveryId());

        assertThat(rig.ack("jobs", delivery.deliveryId()))
                .isEqualTo(new SettleResult.AlreadySettled(SettleResult.AlreadySettled.How.ACKED));
        assertThat(refused(Settlement.Nack.of(delivery.deliveryId()))).isEqualTo(lost(MessageInfo.State.DONE));
    }

    @Test
    void aNackedMessageGoesBackToItsPlace() {
        rig.create("jobs", work().build());
        rig.enqueue("jobs", "a");
        Delivery delivery = rig.receive("jobs");
        rig.enqueue("jobs", "b");

        SettleResult result = rig.nack("jobs", delivery.deliveryId());

        assertThat(result).isEqualTo(new SettleResult.Requeued(rig.clock.instant()));
        List<Delivery> again = rig.receive("jobs", 10);
        assertThat(again).extracting(Delivery::text).containsExactly("a", "b");
        assertThat(again.get(0).attempt()).isEqualTo(2);
        assertThat(again.get(0).redeliveryReason()).isEqualTo(Delivery.Redelivery.NACKED);
    }

    @Test
    void aNackEndsItsDelivery() {
        rig.create("jobs", work().build());
        rig.enqueue("jobs", "a");
        Delivery delivery = rig.receive("jobs");
        rig.nack("jobs", delivery.deliveryId());

        assertThat(refused(Settlement.Ack.of(delivery.deliveryId()))).isEqualTo(lost(MessageInfo.State.READY));
    }

    @Test
    void aNackWithADelayWaitsThatLong() {
        rig.create("jobs", work().build());
        rig.enqueue("jobs", "a");
        Delivery delivery = rig.receive("jobs");
        rig.settle("jobs", new Settlement.Nack(delivery.deliveryId(), Duration.ofSeconds(5), null, null));

        assertThat(rig.receive("jobs", 1)).isEmpty();
        rig.advance(Duration.ofSeconds(5));

        assertThat(rig.texts("jobs", 1)).containsExactly("a");
    }

    @Test
    void anExpiredLeaseMovesOnAndItsLateAckIsRefused() {
        rig.create("jobs", work().build());
        rig.enqueue("jobs", "a");
        Delivery first = rig.receive("jobs");
        rig.advance(LEASE);

        Delivery second = rig.receive("jobs");

        assertThat(second.attempt()).isEqualTo(2);
        assertThat(second.redeliveryReason()).isEqualTo(Delivery.Redelivery.LEASE_EXPIRED);
        assertThat(second.deliveryId()).isNotEqualTo(first.deliveryId());
        assertThat(refused(Settlement.Ack.of(first.deliveryId()))).isEqualTo(lost(MessageInfo.State.LEASED));
        assertThat(rig.ack("jobs", second.deliveryId())).isEqualTo(new SettleResult.Acked(false));
    }

    @Test
    void aLateAckCountsWhileNobodyElseHasTheMessage() {
        rig.create("jobs", work().build());
        rig.enqueue("jobs", "a");
        Delivery delivery = rig.receive("jobs");
        rig.advance(LEASE);

        assertThat(refused(Settlement.Nack.of(delivery.deliveryId()))).isEqualTo(lost(MessageInfo.State.READY));
        assertThat(rig.ack("jobs", delivery.deliveryId())).isEqualTo(new SettleResult.Acked(true));
        assertThat(rig.receive("jobs", 1)).isEmpty();
    }

    @Test
    void aStrictQueueRefusesALateAck() {
        rig.create("jobs", work().strictLease(true).build());
        rig.enqueue("jobs", "a");
        Delivery delivery = rig.receive("jobs");
        rig.advance(LEASE);

        assertThat(refused(Settlement.Ack.of(delivery.deliveryId()))).isEqualTo(lost(MessageInfo.State.READY));
    }

    @Test
    void aReleaseGivesTheAttemptBack() {
        rig.create("jobs", work().build());
        rig.enqueue("jobs", "a");
        Delivery delivery = rig.receive("jobs");

        rig.settle("jobs", Settlement.Release.of(delivery.deliveryId()));

        Delivery again = rig.receive("jobs");
        assertThat(again.attempt()).isEqualTo(1);
        assertThat(again.redeliveryReason()).isEqualTo(Delivery.Redelivery.RELEASED);
        assertThat(refused(Settlement.Ack.of(delivery.deliveryId()))).isEqualTo(lost(MessageInfo.State.LEASED));
    }

    @Test
    void tooManyReleasesGiveNothingBack() {
        rig.create("jobs", work().maxReleases(1).maxAttempts(2).build());
        rig.enqueue("jobs", "a");

        rig.settle("jobs", Settlement.Release.of(rig.receive("jobs").deliveryId()));
        rig.settle("jobs", Settlement.Release.of(rig.receive("jobs").deliveryId()));

        assertThat(rig.receive("jobs").attempt()).isEqualTo(2);
    }

    @Test
    void maxAttemptsAreThatManyDeliveriesByNackAndByExpiry() {
        rig.create("jobs", work().maxAttempts(3).build());
        rig.enqueue("jobs", "a");

        rig.nack("jobs", rig.receive("jobs").deliveryId());
        rig.receive("jobs");
        rig.advance(LEASE);
        SettleResult last = rig.nack("jobs", rig.receive("jobs").deliveryId());

        assertThat(last).isEqualTo(new SettleResult.Parked());
        assertThat(rig.receive("jobs", 1)).isEmpty();
        assertThat(rig.group("jobs").parked()).isEqualTo(1);
        assertThat(rig.info("jobs").messages()).isEqualTo(1);
    }

    @Test
    void theLastLeaseThatExpiresParksTheMessageAtOnce() {
        rig.create("jobs", work().maxAttempts(1).build());
        rig.enqueue("jobs", "a");
        Delivery delivery = rig.receive("jobs");

        rig.advance(LEASE);

        assertThat(rig.group("jobs").parked()).isEqualTo(1);
        assertThat(rig.ack("jobs", delivery.deliveryId())).isEqualTo(new SettleResult.Acked(true));
    }

    @Test
    void whoAsksForItHasExhaustedMessagesDropped() {
        rig.create(
                "jobs",
                work().maxAttempts(1).exhausted(QueueConfig.Exhausted.DROP).build());
        rig.enqueue("jobs", "a");

        assertThat(rig.nack("jobs", rig.receive("jobs").deliveryId())).isEqualTo(new SettleResult.Dropped());
        assertThat(rig.info("jobs").messages()).isZero();
    }

    @Test
    void aRejectedMessageIsNotTriedAgain() {
        rig.create("jobs", work().build());
        rig.enqueue("jobs", "a");

        SettleResult result =
                rig.settle("jobs", Settlement.Reject.of(rig.receive("jobs").deliveryId(), "broken"));

        assertThat(result).isEqualTo(new SettleResult.Parked());
        assertThat(rig.receive("jobs", 1)).isEmpty();
    }

    @Test
    void anExtendedLeaseLastsFromNow() {
        rig.create("jobs", work().build());
        rig.enqueue("jobs", "a");
        Delivery delivery = rig.receive("jobs");
        rig.advance(Duration.ofSeconds(20));

        SettleResult result = rig.settle("jobs", new Settlement.Extend(delivery.deliveryId(), LEASE));
        rig.advance(Duration.ofSeconds(29));

        assertThat(result)
                .isEqualTo(new SettleResult.Extended(delivery.leaseUntil().plusSeconds(20)));
        assertThat(rig.receive("jobs", 1)).isEmpty();
        rig.advance(Duration.ofSeconds(1));
        assertThat(rig.receive("jobs", 1)).hasSize(1);
    }

    @Test
    void anExtensionByNothingGivesTheMessageBackWithTheAttemptSpent() {
        rig.create("jobs", work().build());
        rig.enqueue("jobs", "a");
        Delivery delivery = rig.receive("jobs");

        rig.settle("jobs", new Settlement.Extend(delivery.deliveryId(), Duration.ZERO));

        assertThat(rig.receive("jobs").attempt()).isEqualTo(2);
    }

    @Test
    void noDeliveryIsExtendedForEver() {
        rig.create("jobs", work().longestLease(Duration.ofMinutes(1)).build());
        rig.enqueue("jobs", "a");
        Delivery delivery = rig.receive("jobs");
        rig.advance(Duration.ofSeconds(20));

        Rejection rejection = refused(new Settlement.Extend(delivery.deliveryId(), Duration.ofSeconds(50)));

        assertThat(rejection).isInstanceOf(Rejection.BadArgument.class);
    }

    @Test
    void aDeliveryIdThatIsNoneIsToldFromOneThatIsOver() {
        rig.create("jobs", work().build());
        rig.create("others", work().build());
        rig.enqueue("jobs", "a");
        Delivery delivery = rig.receive("jobs");
        String id = delivery.deliveryId().value();
        String forged = id.substring(0, id.length() - 2) + (id.endsWith("00") ? "10" : "00");

        assertThat(refused(Settlement.Ack.of(DeliveryId.of("garbage"))))
                .isEqualTo(new Rejection.HandleInvalid(QueueRig.queue("jobs")));
        assertThat(refused(Settlement.Ack.of(DeliveryId.of(forged))))
                .isEqualTo(new Rejection.HandleInvalid(QueueRig.queue("jobs")));
        assertThat(rig.ack("others", delivery.deliveryId()))
                .isEqualTo(new SettleResult.Refused(new Rejection.HandleInvalid(QueueRig.queue("others"))));
        assertThat(rig.refusal(
                        QueueCommand.Settle.of(QueueRig.queue("none"), Settlement.Ack.of(delivery.deliveryId()))))
                .isEqualTo(new Rejection.QueueNotFound(QueueRig.queue("none")));
    }

    @Test
    void manySettlementsAreAnsweredOneByOneOrAllOrNothing() {
        rig.create("jobs", work().build());
        rig.enqueue("jobs", "a");
        Delivery delivery = rig.receive("jobs");
        List<Settlement> both =
                List.of(Settlement.Ack.of(delivery.deliveryId()), Settlement.Ack.of(DeliveryId.of("garbage")));

        Rejection all = rig.refusal(new QueueCommand.Settle(QueueRig.queue("jobs"), both, true));
        QueueOutcome.Settled each = rig.call(new QueueCommand.Settle(QueueRig.queue("jobs"), both, false));

        assertThat(all).isInstanceOf(Rejection.Conflict.class);
        assertThat(each.results().get(0)).isEqualTo(new SettleResult.Acked(false));
        assertThat(each.results().get(1)).isInstanceOf(SettleResult.Refused.class);
    }

    @Test
    void aMessageThatHadMoreAttemptsThanItMayHaveByNowIsNotDelivered() {
        rig.create("dead", work().build());
        QueueConfig config =
                work().maxAttempts(5).deadLetter(QueueRig.queue("dead")).build();
        rig.create("jobs", config);
        rig.enqueue("jobs", "a");
        rig.enqueue("jobs", "b");
        for (int i = 0; i < 3; i++) {
            rig.nack("jobs", rig.receive("jobs").deliveryId());
            rig.advance(Duration.ofHours(1));
        }
        rig.call(new QueueCommand.UpdateQueue(
                QueueRig.queue("jobs"), config.toBuilder().maxAttempts(2).build(), null));

        assertThat(rig.texts("jobs", 2)).containsExactly("b");

        Provenance past = rig.browse("dead").get(0).provenance();
        assertThat(past.reason()).isEqualTo(Provenance.Reason.ATTEMPTS_EXHAUSTED);
        assertThat(past.attempts()).isEqualTo(3);
    }

    @Test
    void aDeliveryFromBeforeASeekDoesNotSettleALaterOne() {
        rig.create("jobs", QueueConfig.fanout());
        GroupName group = GroupName.of("g");
        rig.call(new QueueCommand.CreateGroup(QueueRig.queue("jobs"), group, new GroupStart.Head()));
        rig.enqueue("jobs", "a");
        Delivery before = rig.receive("jobs", "g", 1).get(0);
        rig.call(new QueueCommand.SeekGroup(QueueRig.queue("jobs"), group, new GroupStart.Head(), true));
        rig.checkpoint();
        rig.restart();

        Delivery after = rig.receive("jobs", "g", 1).get(0);

        assertThat(refused(Settlement.Ack.of(before.deliveryId()))).isEqualTo(lost(MessageInfo.State.LEASED));
        assertThat(rig.ack("jobs", after.deliveryId())).isEqualTo(new SettleResult.Acked(false));
    }

    @Test
    void countersSayWhatHappenedAlsoAfterARestart() {
        rig.create("jobs", work().maxAttempts(4).build());
        rig.enqueue("jobs", "a");
        rig.nack("jobs", rig.receive("jobs").deliveryId());
        rig.settle("jobs", Settlement.Release.of(rig.receive("jobs").deliveryId()));
        rig.receive("jobs");
        rig.advance(LEASE);
        rig.settle("jobs", Settlement.Reject.of(rig.receive("jobs").deliveryId(), "no"));
        rig.enqueue("jobs", "b");
        rig.ack("jobs", rig.receive("jobs").deliveryId());
        rig.checkpoint();
        rig.restart();

        assertThat(rig.group("jobs").counters()).isEqualTo(new GroupStats(5, 1, 1, 1, 1, 1, 0, 1, 0));
    }
}
