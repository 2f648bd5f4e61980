package dev.leat.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.queue.Backoff;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueConfigBuilder;
import dev.leat.api.queue.SettleResult;
import dev.leat.api.queue.Settlement;
import dev.leat.engine.support.QueueRig;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a restart leaves of leases, attempts and delays: all of it, and no more time than there was. */
final class QueueRestartTest {
    private final QueueRig rig = new QueueRig();

    private static QueueConfigBuilder work() {
        return QueueConfig.builder(QueueConfig.Mode.WORK).retryBackoff(Backoff.NONE);
    }

    @Test
    void leasesAttemptsAndDelaysSurviveARestart() {
        rig.create("jobs", work().build());
        rig.enqueue("jobs", "leased");
        rig.enqueue("jobs", "nacked");
        rig.enqueue("jobs", "released");
        List<Delivery> deliveries = rig.receive("jobs", 3);
        rig.settle("jobs", new Settlement.Nack(deliveries.get(1).deliveryId(), Duration.ofSeconds(40), null, null));
        rig.settle("jobs", Settlement.Release.of(deliveries.get(2).deliveryId()));

        rig.restart();

        Delivery released = rig.receive("jobs");
        assertThat(released.text()).isEqualTo("released");
        assertThat(released.attempt()).isEqualTo(1);
        assertThat(rig.ack("jobs", deliveries.get(0).deliveryId())).isEqualTo(new SettleResult.Acked(false));
        rig.ack("jobs", released.deliveryId());
        rig.advance(Duration.ofSeconds(40));
        Delivery nacked = rig.receive("jobs");
        assertThat(nacked.text()).isEqualTo("nacked");
        assertThat(nacked.attempt()).isEqualTo(2);
    }

    @Test
    void aLeaseDoesNotEndBecauseTheEngineWasAway() {
        rig.create("jobs", work().build());
        rig.enqueue("jobs", "a");
        Delivery delivery = rig.receive("jobs");
        rig.clock.advance(Duration.ofHours(1));

        rig.crash(new Random(0));

        assertThat(rig.receive("jobs", 1)).isEmpty();
        rig.advance(Duration.ofSeconds(29));
        assertThat(rig.ack("jobs", delivery.deliveryId())).isEqualTo(new SettleResult.Acked(false));
    }

    @Test
    void aLeaseIsNotLongerForTheTimeThatTheEngineWasAway() {
        rig.create("jobs", work().lease(Duration.ofSeconds(1)).build());
        rig.enqueue("jobs", "a");
        rig.receive("jobs");
        for (int i = 0; i < 2; i++) {
            rig.checkpoint();
            rig.clock.advance(Duration.ofHours(1));
            rig.crash(new Random(0));
            rig.settle();
        }

        rig.advance(Duration.ofMillis(999));
        assertThat(rig.receive("jobs", 1)).isEmpty();
        rig.advance(Duration.ofMillis(1));
        assertThat(rig.receive("jobs").attempt()).isEqualTo(2);
    }

    @Test
    void aLeaseIsNotLongerBecauseTheClockWasSetBackMeanwhile() {
        rig.create("jobs", work().lease(Duration.ofMinutes(1)).build());
        rig.enqueue("jobs", "a");
        rig.receive("jobs");
        rig.settle();
        rig.clock.setBack(Duration.ofHours(1));
        rig.restart();

        rig.advance(Duration.ofSeconds(59));
        assertThat(rig.receive("jobs", 1)).isEmpty();
        rig.advance(Duration.ofSeconds(1));
        assertThat(rig.receive("jobs").attempt()).isEqualTo(2);
    }
}
