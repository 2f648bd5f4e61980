package dev.leat.engine.queue.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Rejection;
import dev.leat.api.queue.Backoff;
import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.GroupStart;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.MessageSettlement;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.Provenance;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueConfigBuilder;
import dev.leat.api.queue.SettleResult;
import dev.leat.api.queue.Settlement;
import dev.leat.api.spi.QueueCommand;
import dev.leat.engine.support.QueueRig;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** An operator settles messages by their ids, without a delivery of them. */
final class SettleByMessageIdTest {
    private final QueueRig rig = new QueueRig();

    private static QueueConfigBuilder work() {
        return QueueConfig.builder(QueueConfig.Mode.WORK).retryBackoff(Backoff.NONE);
    }

    private SettleResult settle(MessageId message, MessageSettlement settlement) {
        return settle(null, message, settlement);
    }

    private SettleResult settle(@Nullable String group, MessageId message, MessageSettlement settlement) {
        return rig.call(new QueueCommand.SettleMessage(
                        QueueRig.queue("jobs"), group == null ? null : GroupName.of(group), message, settlement))
                .only();
    }

    private static SettleResult lost(MessageInfo.State state) {
        return new SettleResult.Refused(new Rejection.LeaseLost(state, null, null));
    }

    @Test
    void aLeasedMessageIsAckedInThePlaceOfItsConsumer() {
        rig.create("jobs", work().build());
        MessageId message = rig.enqueue("jobs", "a");
        Delivery delivery = rig.receive("jobs");

        assertThat(settle(message, new MessageSettlement.Ack())).isEqualTo(new SettleResult.Acked(false));

        assertThat(rig.info("jobs").messages()).isZero();
        assertThat(rig.ack("jobs", delivery.deliveryId()))
                .isEqualTo(new SettleResult.AlreadySettled(SettleResult.AlreadySettled.How.ACKED));
        assertThat(rig.nack("jobs", delivery.deliveryId())).isEqualTo(lost(MessageInfo.State.DONE));
    }

    @Test
    void aLeaseThatAnOperatorEndsIsLostToItsConsumer() {
        rig.create("jobs", work().build());
        MessageId message = rig.enqueue("jobs", "a");
        Delivery first = rig.receive("jobs");

        settle(message, new MessageSettlement.Nack(null, "stuck"));

        assertThat(rig.settle("jobs", Settlement.Ack.of(first.deliveryId()))).isEqualTo(lost(MessageInfo.State.READY));
        Delivery second = rig.receive("jobs");
        assertThat(second.attempt()).isEqualTo(2);
        settle(message, new MessageSettlement.Release(null));
        assertThat(rig.ack("jobs", second.deliveryId())).isEqualTo(lost(MessageInfo.State.READY));
        assertThat(rig.receive("jobs").attempt()).isEqualTo(2);
    }

    @Test
    void aLeaseIsExtendedForItsConsumer() {
        rig.create("jobs", work().lease(Duration.ofSeconds(10)).build());
        MessageId message = rig.enqueue("jobs", "a");
        Delivery delivery = rig.receive("jobs");

        SettleResult extended = settle(message, new MessageSettlement.Extend(Duration.ofSeconds(60)));
        rig.advance(Duration.ofSeconds(30));

        assertThat(extended).isInstanceOf(SettleResult.Extended.class);
        assertThat(rig.ack("jobs", delivery.deliveryId())).isEqualTo(new SettleResult.Acked(false));
    }

    @Test
    void anExtensionBeyondTheLongestLeaseIsRefused() {
        rig.create("jobs", work().build());
        MessageId message = rig.enqueue("jobs", "a");
        rig.receive("jobs");

        SettleResult result = settle(message, new MessageSettlement.Extend(Duration.ofDays(30)));

        assertThat(result.rejection()).isInstanceOf(Rejection.BadArgument.class);
    }

    @Test
    void aMessageThatIsNotLeasedIsAckedOutOfItsOrder() {
        rig.create("jobs", work().build());
        rig.enqueue("jobs", NewMessage.of("a").withKey("k"));
        MessageId blocked = rig.enqueue("jobs", NewMessage.of("b").withKey("k"));
        rig.enqueue("jobs", NewMessage.of("c").withKey("k"));
        MessageId scheduled = rig.enqueue("jobs", NewMessage.of("d").withDelay(Duration.ofHours(1)));

        settle(blocked, new MessageSettlement.Ack());
        settle(scheduled, new MessageSettlement.Ack());
        rig.advance(Duration.ofHours(2));

        Delivery a = rig.receive("jobs");
        assertThat(a.text()).isEqualTo("a");
        rig.ack("jobs", a.deliveryId());
        assertThat(rig.texts("jobs", 10)).containsExactly("c");
    }

    @Test
    void aMessageThatIsNotLeasedIsNeitherNackedNorReleasedNorExtended() {
        rig.create("jobs", work().build());
        MessageId message = rig.enqueue("jobs", "a");

        assertThat(settle(message, new MessageSettlement.Nack(null, null))).isEqualTo(lost(MessageInfo.State.READY));
        assertThat(settle(message, new MessageSettlement.Release(null))).isEqualTo(lost(MessageInfo.State.READY));
        assertThat(settle(message, new MessageSettlement.Extend(Duration.ofSeconds(9))))
                .isEqualTo(lost(MessageInfo.State.READY));
        assertThat(rig.receive("jobs").attempt()).isEqualTo(1);
    }

    @Test
    void aMessageThatWasNeverDeliveredBecomesADeadLetter() {
        rig.create("dead", work().build());
        rig.create("jobs", work().deadLetter(QueueRig.queue("dead")).build());
        MessageId message = rig.enqueue("jobs", "a");

        SettleResult result = settle(message, new MessageSettlement.Reject("malformed"));

        assertThat(result).isEqualTo(new SettleResult.DeadLettered(QueueRig.queue("dead"), message));
        assertThat(rig.info("jobs").messages()).isZero();
        Provenance provenance = rig.receive("dead").provenance();
        assertThat(provenance).isNotNull();
        assertThat(provenance.reason()).isEqualTo(Provenance.Reason.REJECTED);
        assertThat(provenance.lastError()).isEqualTo("malformed");
        assertThat(provenance.history()).singleElement().satisfies(attempt -> {
            assertThat(attempt.attempt()).isZero();
            assertThat(attempt.consumer()).isEqualTo(ConsumerName.of("operator"));
        });
    }

    @Test
    void aMessageThatIsOnDiskOnlyBecomesADeadLetterToo() {
        rig.create("dead", work().build());
        rig.create("jobs", work().deadLetter(QueueRig.queue("dead")).build());
        MessageId message = rig.enqueue("jobs", "a");
        rig.checkpoint();
        rig.restart();

        SettleResult result = settle(message, new MessageSettlement.Reject(null));

        assertThat(result).isEqualTo(new SettleResult.DeadLettered(QueueRig.queue("dead"), message));
        assertThat(rig.texts("dead", 10)).containsExactly("a");
        rig.restart();
        assertThat(rig.info("jobs").messages()).isZero();
    }

    @Test
    void aParkedMessageIsAckedAndNotRejectedOnceMore() {
        rig.create("jobs", work().maxAttempts(1).build());
        MessageId message = rig.enqueue("jobs", "a");
        rig.nack("jobs", rig.receive("jobs").deliveryId());

        assertThat(settle(message, new MessageSettlement.Reject(null))).isEqualTo(lost(MessageInfo.State.PARKED));
        assertThat(settle(message, new MessageSettlement.Ack())).isEqualTo(new SettleResult.Acked(false));
        assertThat(rig.info("jobs").messages()).isZero();
    }

    @Test
    void onAFanOutQueueItIsAboutOneGroup() {
        rig.create("jobs", QueueConfig.builder(QueueConfig.Mode.FANOUT).build());
        rig.call(new QueueCommand.CreateGroup(QueueRig.queue("jobs"), GroupName.of("g"), new GroupStart.Head()));
        rig.call(new QueueCommand.CreateGroup(QueueRig.queue("jobs"), GroupName.of("h"), new GroupStart.Head()));
        MessageId message = rig.enqueue("jobs", "a");

        settle("g", message, new MessageSettlement.Ack());

        assertThat(rig.receive("jobs", "g", 10)).isEmpty();
        assertThat(rig.receive("jobs", "h", 10)).hasSize(1);
        assertThat(settle("g", message, new MessageSettlement.Ack())).isInstanceOf(SettleResult.AlreadySettled.class);
        assertThat(rig.refusal(new QueueCommand.SettleMessage(
                        QueueRig.queue("jobs"), GroupName.of("x"), message, new MessageSettlement.Ack())))
                .isInstanceOf(Rejection.GroupNotFound.class);
    }

    @Test
    void aMessageThatIsNotThereIsNotFound() {
        rig.create("jobs", work().build());
        MessageId message = rig.enqueue("jobs", "a");
        settle(message, new MessageSettlement.Ack());

        assertThat(rig.refusal(new QueueCommand.SettleMessage(
                        QueueRig.queue("jobs"), null, message, new MessageSettlement.Ack())))
                .isEqualTo(new Rejection.MessageNotFound(QueueRig.queue("jobs"), message));
    }

    @Test
    void itIsSettledAfterARestart() {
        rig.create("jobs", work().build());
        MessageId leased = rig.enqueue("jobs", "a");
        MessageId ready = rig.enqueue("jobs", "b");
        Delivery delivery = rig.receive("jobs");
        settle(leased, new MessageSettlement.Nack(null, null));
        settle(ready, new MessageSettlement.Ack());

        rig.restart();

        assertThat(rig.ack("jobs", delivery.deliveryId())).isEqualTo(lost(MessageInfo.State.READY));
        assertThat(rig.texts("jobs", 10)).containsExactly("a");
    }
}
