package dev.leat.engine.queue.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Rejection;
import dev.leat.api.queue.Backoff;
import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.Deliveries;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.DeliveryId;
import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueSide;
import dev.leat.api.queue.SettleResult;
import dev.leat.api.spi.QueueCommand;
import dev.leat.engine.support.Found;
import dev.leat.engine.support.QueueRig;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A receive that acks what its consumer is done with. */
final class QueueAckAndReceiveTest {
    private static final Duration WAIT = Duration.ofSeconds(60);
    private static final SettleResult ACKED = new SettleResult.Acked(false);

    private final QueueRig rig = new QueueRig();

    @BeforeEach
    void create() {
        rig.create(
                "jobs",
                QueueConfig.builder(QueueConfig.Mode.WORK)
                        .retryBackoff(Backoff.NONE)
                        .build());
    }

    private static QueueCommand.Receive receive(Duration waitFor, DeliveryId... acks) {
        return new QueueCommand.Receive(
                QueueRig.queue("jobs"), null, ConsumerName.of("bob"), 10, waitFor, null, List.of(acks), QueueSide.HEAD);
    }

    private static List<String> texts(Deliveries received) {
        return received.deliveries().stream().map(Delivery::text).toList();
    }

    @Test
    void theNextMessageComesAndTheLastIsDone() {
        rig.enqueue("jobs", "a");
        Delivery first = rig.receive("jobs");
        rig.enqueue("jobs", "b");

        Deliveries next = rig.call(receive(Duration.ZERO, first.deliveryId()));

        assertThat(texts(next)).containsExactly("b");
        assertThat(next.acks()).containsExactly(ACKED);
        assertThat(rig.info("jobs").messages()).isOne();
    }

    @Test
    void whatWaitedForTheKeyComesInTheSameStep() {
        rig.enqueue("jobs", NewMessage.of("a").withKey("k"));
        rig.enqueue("jobs", NewMessage.of("b").withKey("k"));
        Delivery first = rig.receive("jobs");

        Deliveries next = rig.call(receive(Duration.ZERO, first.deliveryId()));

        assertThat(texts(next)).containsExactly("b");
    }

    @Test
    void whoWaitedBeforeGetsWhatAnAckSetFree() {
        rig.enqueue("jobs", NewMessage.of("a").withKey("k"));
        rig.enqueue("jobs", NewMessage.of("b").withKey("k"));
        Delivery first = rig.receive("jobs");
        Found<Deliveries> before = rig.sent(receive(WAIT));

        Deliveries next = rig.call(receive(Duration.ZERO, first.deliveryId()));

        assertThat(texts(next)).isEmpty();
        assertThat(texts(Objects.requireNonNull(before.outcome))).containsExactly("b");
    }

    @Test
    void anAckThatIsRefusedIsToldAndTheRestGoesOn() {
        rig.enqueue("jobs", "a");
        rig.enqueue("jobs", "b");
        rig.enqueue("jobs", "c");
        Delivery lost = rig.receive("jobs");
        rig.nack("jobs", lost.deliveryId());
        Delivery held = rig.receive("jobs");
        Delivery other = rig.receive("jobs");

        Deliveries next = rig.call(receive(
                Duration.ZERO, lost.deliveryId(), DeliveryId.of("garbage"), held.deliveryId(), held.deliveryId()));

        assertThat(next.acks())
                .containsExactly(
                        new SettleResult.Refused(new Rejection.LeaseLost(MessageInfo.State.LEASED, null, null)),
                        new SettleResult.Refused(new Rejection.HandleInvalid(QueueRig.queue("jobs"))),
                        ACKED,
                        new SettleResult.AlreadySettled(SettleResult.AlreadySettled.How.ACKED));
        assertThat(texts(next)).containsExactly("c");
        assertThat(other.text()).isEqualTo("b");
    }

    @Test
    void whoWaitsHasAckedAlreadyAndIsToldWithTheMessage() {
        rig.enqueue("jobs", "a");
        Delivery first = rig.receive("jobs");

        Found<Deliveries> waiting = rig.sent(receive(WAIT, first.deliveryId()));

        assertThat(waiting.outcome).isNull();
        assertThat(rig.info("jobs").messages()).isZero();
        rig.enqueue("jobs", "b");
        assertThat(texts(Objects.requireNonNull(waiting.outcome))).containsExactly("b");
        assertThat(waiting.outcome.acks()).containsExactly(ACKED);
    }

    @Test
    void whoWaitedInVainIsToldToo() {
        rig.enqueue("jobs", "a");
        Delivery first = rig.receive("jobs");
        Found<Deliveries> waiting = rig.sent(receive(WAIT, first.deliveryId()));

        rig.advance(WAIT);

        assertThat(Objects.requireNonNull(waiting.outcome).isEmpty()).isTrue();
        assertThat(waiting.outcome.acks()).containsExactly(ACKED);
    }

    @Test
    void theAckIsDurableWhileTheReceiveWaits() {
        rig.enqueue("jobs", "a");
        Delivery first = rig.receive("jobs");
        rig.sent(receive(WAIT, first.deliveryId()));

        rig.restart();
        rig.advance(Duration.ofMinutes(5));

        assertThat(rig.receive("jobs", 10)).isEmpty();
        assertThat(rig.ack("jobs", first.deliveryId())).isInstanceOf(SettleResult.AlreadySettled.class);
    }

    @Test
    void aReceiveThatMakesNoSenseAcksNothing() {
        rig.enqueue("jobs", "a");
        Delivery first = rig.receive("jobs");

        Rejection refusal = rig.refusal(receive(Duration.ofHours(1), first.deliveryId()));

        assertThat(refusal).isInstanceOf(Rejection.WaitTooLong.class);
        assertThat(rig.ack("jobs", first.deliveryId())).isEqualTo(ACKED);
    }
}
