package dev.leat.engine.queue.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.GroupStart;
import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.Retention;
import dev.leat.api.queue.SettleResult;
import dev.leat.api.spi.QueueCommand;
import dev.leat.engine.support.QueueRig;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages whose time to live is over, and which somebody has, has given up, or keeps for replay. */
class QueueTtlTest {
    private static final QueueName NEWS = QueueName.of("news");
    private static final Duration TTL = Duration.ofSeconds(10);

    private final QueueRig rig = new QueueRig();

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aParkedMessageDoesNotExpire(boolean cold) {
        rig.create("jobs", QueueConfig.work().toBuilder().maxAttempts(1).build());
        rig.enqueue("jobs", NewMessage.of("failed").withTtl(TTL));
        Delivery delivery = rig.receive("jobs");
        rig.nack("jobs", delivery.deliveryId());
        cool(cold);

        rig.advance(Duration.ofDays(1));
        cool(cold);
        rig.advance(Duration.ofDays(1));

        assertThat(rig.group("jobs").parked()).isEqualTo(1);
        assertThat(rig.browse("jobs").get(0).groups().get(0).state()).isEqualTo(MessageInfo.State.PARKED);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatIsOverAndSomebodyHasIsNothingForAGroupThatIsMadeLater(boolean cold) {
        Delivery delivery = leasedPastItsTime();
        cool(cold);

        group("late");

        assertThat(rig.group("news", "late").ready()).isZero();
        assertThat(rig.browse("news").get(0).groups())
                .extracting(MessageInfo.InGroup::state)
                .containsExactly(MessageInfo.State.LEASED, MessageInfo.State.DONE);
        assertThat(rig.receive("news", "late", 1)).isEmpty();
        assertThat(rig.ack("news", delivery.deliveryId())).isEqualTo(new SettleResult.Acked(false));
        assertThat(rig.info("news").messages()).isZero();
    }

    @Test
    void whatIsOverAndParkedIsNothingForAGroupThatIsMadeLater() {
        rig.create("news", QueueConfig.fanout().toBuilder().maxAttempts(1).build());
        group("early");
        rig.enqueue("news", NewMessage.of("old").withTtl(TTL));
        rig.nack("news", rig.receive("news", "early", 1).get(0).deliveryId());
        rig.advance(TTL);
        cool(true);

        group("late");

        assertThat(rig.group("news", "late").ready()).isZero();
        assertThat(rig.group("news", "early").parked()).isEqualTo(1);
    }

    @Test
    void whatIsOverAndSomebodyHasIsNothingForAGroupThatGoesBack() {
        leasedPastItsTime();
        group("late");

        rig.call(new QueueCommand.SeekGroup(NEWS, GroupName.of("late"), GroupStart.HEAD, false));

        assertThat(rig.group("news", "late").ready()).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatIsOverExpiresWithItsLeaseAlsoAfterARestart(boolean cold) {
        leasedPastItsTime();
        rig.checkpoint(); // the index of what expires is past that moment
        cool(cold);

        rig.advance(Duration.ofMinutes(1));

        assertThat(rig.group("news", "early").ready()).isZero();
        assertThat(rig.info("news").messages()).isZero();
    }

    @Test
    void whatIsOverIsNotKeptForReplay() {
        rig.create(
                "news",
                QueueConfig.fanout().toBuilder()
                        .retention(new Retention.Limits(null, null, 10L))
                        .build());
        group("early");
        rig.enqueue("news", NewMessage.of("old").withTtl(TTL));
        rig.ack("news", rig.receive("news", "early", 1).get(0).deliveryId());

        rig.advance(TTL);
        group("late");

        assertThat(rig.group("news", "late").ready()).isZero();
        assertThat(rig.info("news").messages()).isZero();
    }

    /** A message that expired while it was leased for much longer. */
    private Delivery leasedPastItsTime() {
        rig.create(
                "news",
                QueueConfig.fanout().toBuilder().lease(Duration.ofSeconds(60)).build());
        group("early");
        rig.enqueue("news", NewMessage.of("old").withTtl(TTL));
        Delivery delivery = rig.receive("news", "early", 1).get(0);
        rig.advance(TTL);
        return delivery;
    }

    private void group(String name) {
        rig.call(new QueueCommand.CreateGroup(NEWS, GroupName.of(name), GroupStart.HEAD));
    }

    private void cool(boolean cold) {
        if (cold) {
            rig.checkpoint();
            rig.restart();
        }
    }
}
