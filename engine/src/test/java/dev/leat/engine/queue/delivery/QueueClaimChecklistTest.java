package dev.leat.engine.queue.delivery;

import static dev.leat.engine.support.QueueRig.queue;
import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Rejection;
import dev.leat.api.queue.Backoff;
import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.Deliveries;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.DeliveryId;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.GroupStart;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueConfig.Mode;
import dev.leat.api.queue.QueueConfigBuilder;
import dev.leat.api.queue.SettleResult;
import dev.leat.api.queue.Settlement;
import dev.leat.api.spi.QueueCommand;
import dev.leat.engine.support.QueueRig;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Claims, where other queues are known to go wrong. */
class QueueClaimChecklistTest {
    private static final Duration LEASE = Duration.ofSeconds(10);

    private final QueueRig rig = new QueueRig();

    private static QueueConfigBuilder work() {
        return QueueConfig.builder(Mode.WORK).lease(LEASE).retryBackoff(Backoff.NONE);
    }

    @Tag("checklist-3")
    @Test
    void aHandleDiesWithAClaimAndTheClaimersIsAnother() {
        rig.create("q", work().build());
        rig.enqueue("q", "x");
        DeliveryId first = rig.receive("q").deliveryId();

        List<Delivery> claimed = rig.call(
                        new QueueCommand.Claim(queue("q"), null, ConsumerName.of("bob"), Duration.ZERO, 10, null))
                .deliveries();

        assertThat(claimed).extracting(Delivery::attempt).containsExactly(2);
        assertThat(claimed.get(0).deliveryId()).isNotEqualTo(first);
        assertThat(rig.ack("q", first).rejection()).isInstanceOf(Rejection.LeaseLost.class);
        assertThat(rig.settle("q", new Settlement.Extend(first, LEASE)).rejection())
                .isInstanceOf(Rejection.LeaseLost.class);
        assertThat(rig.ack("q", claimed.get(0).deliveryId())).isEqualTo(new SettleResult.Acked(false));
    }

    @Tag("checklist-3")
    @Test
    void aClaimTakesWhatItsOwnGroupHasAndNothingOfAnother() {
        rig.create("q", QueueConfig.fanout());
        for (String group : List.of("g", "h")) {
            rig.call(new QueueCommand.CreateGroup(queue("q"), GroupName.of(group), GroupStart.HEAD));
        }
        rig.enqueue("q", "a");
        rig.receive("q", "g", 1);
        Delivery other = rig.receive("q", "h", 1).get(0);

        List<Delivery> claimed = rig.call(new QueueCommand.Claim(
                        queue("q"), GroupName.of("g"), ConsumerName.of("bob"), Duration.ZERO, 10, null))
                .deliveries();

        assertThat(claimed).extracting(Delivery::attempt).containsExactly(2);
        assertThat(rig.ack("q", other.deliveryId())).isEqualTo(new SettleResult.Acked(false));
        assertThat(rig.group("q", "g").leased()).isOne();
    }

    @Tag("checklist-3")
    @Test
    void nothingIsClaimedWhileTheQueueIsPaused() {
        rig.create("q", work().build());
        rig.enqueue("q", "a");
        Delivery first = rig.receive("q");
        rig.call(new QueueCommand.Pause(queue("q"), null, true));

        Deliveries nothing =
                rig.call(new QueueCommand.Claim(queue("q"), null, ConsumerName.of("bob"), Duration.ZERO, 10, null));

        assertThat(nothing.deliveries()).isEmpty();
        assertThat(nothing.throttled()).isTrue();
        assertThat(rig.ack("q", first.deliveryId())).isEqualTo(new SettleResult.Acked(false));
    }
}
