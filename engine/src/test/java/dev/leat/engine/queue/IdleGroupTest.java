package dev.leat.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.GroupStart;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.spi.QueueCommand;
import dev.leat.engine.support.QueueRig;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** When groups go that nobody uses. */
class IdleGroupTest {
    private static final QueueConfig FANOUT = QueueConfig.fanout();

    private final QueueRig rig = new QueueRig();

    private void group(String name) {
        rig.call(new QueueCommand.CreateGroup(QueueRig.queue("news"), GroupName.of(name), GroupStart.HEAD));
    }

    @Test
    void aGroupThatNobodyUsesGoes() {
        rig.create(
                "news",
                FANOUT.toBuilder().groupIdleExpiry(Duration.ofMinutes(10)).build());
        group("a");
        group("b");
        for (int minute = 0; minute < 15; minute++) {
            rig.advance(Duration.ofMinutes(1));
            rig.receive("news", "b", 1);
        }

        assertThat(rig.info("news").groups())
                .extracting(info -> info.group().value())
                .containsExactly("b");
    }

    @Test
    void messagesThatExpireOrFallDueDoNotKeepAGroup() {
        rig.create(
                "news",
                FANOUT.toBuilder().groupIdleExpiry(Duration.ofMinutes(10)).build());
        group("a");
        group("b");
        for (int minute = 0; minute < 15; minute++) {
            rig.enqueue("news", NewMessage.of("brief").withTtl(Duration.ofSeconds(30)));
            rig.enqueue("news", NewMessage.of("later").withDelay(Duration.ofSeconds(30)));
            rig.advance(Duration.ofMinutes(1));
            rig.receive("news", "b", 1).forEach(each -> rig.ack("news", each.deliveryId()));
        }

        assertThat(rig.info("news").groups())
                .extracting(info -> info.group().value())
                .containsExactly("b");
    }

    @Test
    void deadLettersOnTheirWayDoNotKeepAGroup() {
        rig.create("dead{x}", QueueConfig.work());
        rig.create(
                "news",
                FANOUT.toBuilder()
                        .groupIdleExpiry(Duration.ofMinutes(10))
                        .expired(QueueConfig.Expired.DEAD_LETTER)
                        .deadLetter(QueueRig.queue("dead{x}"))
                        .build());
        group("a");
        for (int step = 0; step < 30; step++) {
            rig.enqueue("news", NewMessage.of("brief").withTtl(Duration.ofSeconds(30)));
            rig.advance(Duration.ofSeconds(30));
        }

        assertThat(rig.info("news").groups()).isEmpty();
    }

    @Test
    void aGroupIsKeptFromTheEndOfItsLastLease() {
        rig.create(
                "news",
                FANOUT.toBuilder()
                        .groupIdleExpiry(Duration.ofMinutes(10))
                        .lease(Duration.ofMinutes(12))
                        .build());
        group("a");
        rig.enqueue("news", "0");
        rig.receive("news", "a", 1);
        pass(21);
        assertThat(rig.info("news").groups()).hasSize(1);

        pass(2);

        assertThat(rig.info("news").groups()).isEmpty();
    }

    private void pass(int minutes) {
        for (int minute = 0; minute < minutes; minute++) {
            rig.advance(Duration.ofMinutes(1));
        }
    }
}
