package dev.leat.engine.presence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.Presence;
import dev.leat.api.queue.Presence.State;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueConfigBuilder;
import dev.leat.api.queue.QueueName;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueQuery;
import dev.leat.engine.support.Found;
import dev.leat.engine.support.QueueRig;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Signs of life other than heartbeats, and what becomes of the leases of those who give none. */
class PresenceOfWorkersTest extends PresenceScene {
    private static final Duration LONG = Duration.ofHours(1);

    private void delivered(QueueConfigBuilder config) {
        rig.create("work", config.lease(LONG).build());
        rig.enqueue("work", "a");
        rig.receive("work");
    }

    private static QueueConfigBuilder work() {
        return QueueConfig.builder(QueueConfig.Mode.WORK);
    }

    private Presence ann(String queue) {
        List<Presence> found =
                rig.ask(new QueueQuery.Consumers(QueueName.of(queue), null)).consumers();
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    @Test
    void whoReceivesAndSettlesIsAliveAndIsCounted() {
        delivered(work());
        rig.enqueue("work", "b");
        Instant received = rig.clock.instant();
        rig.advance(Duration.ofSeconds(20));
        rig.ack("work", rig.receive("work").deliveryId());

        Presence ann = ann("work");
        assertThat(ann.consumer()).isEqualTo(ConsumerName.of("ann"));
        assertThat(ann.instance()).isEmpty();
        assertThat(ann.registeredAt()).isEqualTo(received);
        assertThat(ann.lastReceive()).isEqualTo(rig.clock.instant());
        assertThat(ann.lastSettle()).isEqualTo(rig.clock.instant());
        assertThat(ann.lastSeen()).isEqualTo(rig.clock.instant());
        assertThat(ann.received()).isEqualTo(2);
        assertThat(ann.settled()).isOne();
        assertThat(ann.leases()).isOne();

        rig.restart();
        assertThat(ann("work").received()).isEqualTo(2);
    }

    @Test
    void aReceiveThatWaitsKeepsItsConsumerAlive() {
        rig.sent(QueueRig.receiving("jobs", null, 1, Duration.ofMinutes(4)));

        for (int i = 0; i < 23; i++) {
            rig.advance(Duration.ofSeconds(10));
            assertThat(only().state()).isEqualTo(State.ACTIVE);
            assertThat(only().lastSeen()).isAfterOrEqualTo(rig.clock.instant().minusSeconds(10));
        }
        rig.advance(Duration.ofSeconds(10)); // now it got nothing
        rig.advance(TTL.plusMillis(1));

        assertThat(only().state()).isEqualTo(State.STALE);
        assertThat(toldTypes()).containsExactly("active", "stale");
    }

    @Test
    void theLastSignOfAReceiveThatWaitedSurvivesACrash() {
        rig.sent(QueueRig.receiving("jobs", null, 1, Duration.ofMinutes(4)));
        for (int i = 0; i < 6; i++) {
            rig.advance(Duration.ofSeconds(10));
        }

        rig.restart();

        assertThat(only().lastSeen()).isAfterOrEqualTo(rig.clock.instant().minus(TTL));
    }

    @Test
    void aReceiveCountsForTheOnlyInstanceThereIs() {
        beat("ann", "a1");
        rig.advance(Duration.ofSeconds(20));
        rig.receive("jobs", 1);

        assertThat(only().instance()).isEqualTo("a1");
        assertThat(only().lastSeen()).isEqualTo(rig.clock.instant());

        beat("ann", "a2");
        rig.receive("jobs", 1);
        assertThat(consumers()).hasSize(2);
    }

    @Test
    void aConsumerThatIsNotListedForLackOfRoomReceivesAllTheSame() {
        for (int i = 0; i < PresenceShard.MAX_ENTRIES; i++) {
            rig.send(
                    new QueueCommand.Heartbeat(
                            QueueName.of("jobs"), null, ConsumerName.of("c" + i), "", null, Map.of(), false),
                    new Found<>());
        }
        rig.settle();
        rig.enqueue("jobs", "a");

        assertThat(rig.texts("jobs", 1)).containsExactly("a");
        assertThat(consumers())
                .noneMatch(presence -> presence.consumer().value().equals("ann"));
    }

    @Test
    void aHeartbeatLetsAllLeasesOfTheConsumerStartAnew() {
        delivered(work());
        rig.advance(LONG.minusSeconds(1));

        rig.call(new QueueCommand.Heartbeat(
                QueueName.of("work"), null, ConsumerName.of("ann"), "", null, Map.of(), true));
        rig.advance(LONG.minusSeconds(1));

        assertThat(rig.group("work").leased()).isOne();
        rig.advance(Duration.ofSeconds(1));
        assertThat(rig.group("work").leased()).isZero();
    }

    @Test
    void aHeartbeatAfterARestartLetsThemStartAnewForNoLongerThanBefore() {
        delivered(work());
        rig.clock.advance(Duration.ofHours(6));
        rig.crash(new Random(0));
        rig.advance(Duration.ofSeconds(5));

        rig.call(new QueueCommand.Heartbeat(
                QueueName.of("work"), null, ConsumerName.of("ann"), "", null, Map.of(), true));

        rig.advance(LONG.minusMillis(1));
        assertThat(rig.group("work").leased()).isOne();
        rig.advance(Duration.ofMillis(1));
        assertThat(rig.group("work").leased()).isZero();
    }

    @Test
    void aWaitingReceiveKeepsTheOnlyInstanceAliveThatIsStillThere() {
        beat("ann", "a1");
        rig.advance(TTL.multipliedBy(2).plusMillis(1));
        beat("ann", "a2");

        rig.sent(QueueRig.receiving("jobs", null, 1, Duration.ofMinutes(4)));
        rig.advance(Duration.ofMinutes(3));

        assertThat(consumers())
                .extracting(Presence::instance, Presence::state)
                .containsExactlyInAnyOrder(tuple("a1", State.EXPIRED), tuple("a2", State.ACTIVE));
    }

    @Test
    void whoFellSilentBeforeTheClockWasSetBackIsNotAliveForThatLong() {
        beat("ann", "");
        rig.clock.setBack(LONG);
        rig.restart();

        rig.advance(TTL.multipliedBy(2).plusMillis(1));

        assertThat(only().state()).isEqualTo(State.EXPIRED);
    }

    @Test
    void whoLeavesCanGiveItsLeasesBackUnspent() {
        delivered(work());

        rig.call(new QueueCommand.Leave(QueueName.of("work"), null, ConsumerName.of("ann"), "", true));

        assertThat(ann("work").state()).isEqualTo(State.LEFT);
        assertThat(ann("work").leases()).isZero();
        assertThat(rig.receive("work").attempt()).isOne();
    }

    @Test
    void theLastInstanceThatLeavesGivesTheLeasesBack() {
        delivered(work());
        for (String instance : List.of("a1", "a2")) {
            rig.call(new QueueCommand.Heartbeat(
                    QueueName.of("work"), null, ConsumerName.of("ann"), instance, null, Map.of(), false));
        }

        for (String instance : List.of("", "a1")) {
            rig.call(new QueueCommand.Leave(QueueName.of("work"), null, ConsumerName.of("ann"), instance, true));
            assertThat(rig.group("work").leased()).isOne();
        }
        rig.call(new QueueCommand.Leave(QueueName.of("work"), null, ConsumerName.of("ann"), "a2", true));
        assertThat(rig.group("work").leased()).isZero();
    }

    @Test
    void theLeasesOfADeadConsumerEndWhenItExpiresIfTheQueueWantsThat() {
        delivered(work().releaseOnExpire(true));

        rig.advance(TTL.multipliedBy(2));
        assertThat(rig.group("work").leased()).isOne();
        rig.advance(Duration.ofMillis(1));

        assertThat(rig.group("work").leased()).isZero();
        assertThat(rig.receive("work").attempt()).isEqualTo(2);
    }

    @Test
    void leasesAreKeptWhileAnotherInstanceOfTheConsumerIsAlive() {
        delivered(work().releaseOnExpire(true));
        for (int i = 0; i < 9; i++) {
            rig.advance(Duration.ofSeconds(10));
            rig.call(new QueueCommand.Heartbeat(
                    QueueName.of("work"), null, ConsumerName.of("ann"), "a2", null, Map.of(), false));
        }

        assertThat(rig.group("work").leased()).isOne();
    }

    @Test
    void theServersOwnAbsenceEndsNoLeases() {
        delivered(work().releaseOnExpire(true));
        rig.clock.advance(Duration.ofMinutes(20));
        rig.crash(new Random(0));
        rig.settle();

        rig.advance(TTL.minusMillis(1));
        assertThat(rig.group("work").leased()).isOne();
        rig.advance(Duration.ofMillis(1));
        assertThat(rig.group("work").leased()).isZero();
    }

    @Test
    void leasesOfAConsumerThatExpiredOrLeftCanBeClaimed() {
        delivered(work());
        QueueCommand.Claim claim =
                new QueueCommand.Claim(QueueName.of("work"), null, ConsumerName.of("bob"), null, 9, null);

        assertThat(rig.call(claim).deliveries()).isEmpty();
        rig.advance(TTL.multipliedBy(2).plusMillis(1));
        assertThat(rig.call(claim).deliveries()).hasSize(1);
    }

    @Test
    void aConsumerThatHasLeasesIsNotForgotten() {
        delivered(work());

        rig.advance(Duration.ofMinutes(30));
        assertThat(ann("work").state()).isEqualTo(State.EXPIRED);

        rig.advance(Duration.ofMinutes(31));
        rig.advance(Duration.ofMinutes(1));
        assertThat(rig.ask(new QueueQuery.Consumers(QueueName.of("work"), null)).consumers())
                .isEmpty();
    }
}
