package dev.leat.engine.presence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.Leat;
import dev.leat.api.ContentType;
import dev.leat.api.Rejection;
import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.HeartbeatOptions;
import dev.leat.api.queue.MessageQueue;
import dev.leat.api.queue.Presence;
import dev.leat.api.queue.Presence.State;
import dev.leat.api.queue.PresencePage;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueName;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Query;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueQuery;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.Lifetime;
import dev.leat.api.stream.StreamPath;
import dev.leat.engine.Settings;
import dev.leat.engine.support.Found;
import dev.leat.engine.support.QueueRig;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Who consumes, and how lively each is, from heartbeats. */
class PresenceTest extends PresenceScene {

    @Test
    void aHeartbeatMakesAConsumerKnown() {
        Presence presence = beat("ann", "a1", Duration.ofSeconds(7), Map.of("host", "here"));

        assertThat(presence.state()).isEqualTo(State.ACTIVE);
        assertThat(presence.ttl()).isEqualTo(Duration.ofSeconds(7));
        assertThat(presence.labels()).isEqualTo(Map.of("host", "here"));
        assertThat(presence.registeredAt()).isEqualTo(rig.clock.instant());
        assertThat(presence.recovering()).isFalse();
        assertThat(consumers()).containsExactly(presence);
    }

    @Test
    void statesFollowFromWholeMillisecondsSinceTheLastSign() {
        beat("ann", "");

        rig.advance(TTL);
        assertThat(only().state()).isEqualTo(State.ACTIVE);
        rig.advance(Duration.ofMillis(1));
        assertThat(only().state()).isEqualTo(State.STALE);
        rig.advance(TTL.minusMillis(1));
        assertThat(only().state()).isEqualTo(State.STALE);
        rig.advance(Duration.ofMillis(1));
        assertThat(only().state()).isEqualTo(State.EXPIRED);
        rig.advance(KEEP.minusMillis(1));
        assertThat(only().state()).isEqualTo(State.EXPIRED);
        rig.advance(Duration.ofMillis(1));
        assertThat(consumers()).isEmpty();
    }

    @Test
    void aHeartbeatBringsAnExpiredConsumerBackWithTheTimeItCameFirst() {
        Instant first = beat("ann", "").registeredAt();

        rig.advance(TTL.multipliedBy(3));
        Presence back = beat("ann", "");

        assertThat(back.state()).isEqualTo(State.ACTIVE);
        assertThat(back.registeredAt()).isEqualTo(first);
        assertThat(back.lastSeen()).isEqualTo(rig.clock.instant());
    }

    @Test
    void whatAHeartbeatLeavesOutStaysAsItWas() {
        beat("ann", "", Duration.ofSeconds(7), Map.of());

        assertThat(beat("ann", "", null, Map.of()).ttl()).isEqualTo(Duration.ofSeconds(7));
        assertThat(beat("bob", "", null, Map.of()).ttl()).isEqualTo(Presence.DEFAULT_TTL);
    }

    @Test
    void theServersSettingsSayHowLongASignOfLifeCounts() {
        Settings settings = Settings.defaults().withPresenceTtl(Duration.ofSeconds(7));
        try (Leat leat = Leat.inMemory(settings)) {
            MessageQueue jobs = leat.queues().create("jobs");

            assertThat(jobs.consumer("ann").heartbeat().ttl()).isEqualTo(Duration.ofSeconds(7));
            assertThat(jobs.consumer("bob")
                            .heartbeat(HeartbeatOptions.DEFAULT.withTtl(Duration.ofSeconds(9)))
                            .ttl())
                    .isEqualTo(Duration.ofSeconds(9));
        }
        assertThatThrownBy(() -> settings.withPresenceTtl(Duration.ofSeconds(4)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void howLongAConsumerIsSilentIsToldByTheServersClock() {
        beat("ann", "");
        rig.advance(Duration.ofSeconds(12));
        assertThat(only().lastSeenAge()).isEqualTo(Duration.ofSeconds(12));

        rig.sent(QueueRig.receiving("jobs", null, 1, Duration.ofMinutes(1)));
        rig.advance(Duration.ofSeconds(3));

        assertThat(only().lastSeenAge()).isEqualTo(Duration.ZERO);
    }

    @Test
    void whatAConsumerSaysOfItsLeasesStandsBesideWhatIsCounted() {
        rig.enqueue("jobs", "a");
        rig.receive("jobs");

        Presence told = rig.call(new QueueCommand.Heartbeat(
                        QueueName.of("jobs"), null, ConsumerName.of("ann"), "", null, Map.of(), false, 3))
                .presence();

        assertThat(told.leases()).isEqualTo(1);
        assertThat(told.reportedLeases()).isEqualTo(3);
        assertThat(only().reportedLeases()).isEqualTo(3);
        assertThat(beat("ann", "").reportedLeases()).isNull();
    }

    @Test
    void twoProcessesOfOneNameAreTwoConsumers() {
        beat("ann", "a1");
        rig.advance(TTL);
        beat("ann", "a2");
        rig.advance(Duration.ofMillis(1));

        assertThat(consumers()).extracting(Presence::instance).containsExactly("a1", "a2");
        assertThat(consumers()).extracting(Presence::state).containsExactly(State.STALE, State.ACTIVE);
    }

    @Test
    void whoLeavesHasLeftUntilItIsForgottenOrComesAnew() {
        Instant first = beat("ann", "a1").registeredAt();
        rig.advance(Duration.ofSeconds(1));

        assertThat(leave("ann", "a1")).isTrue();
        assertThat(leave("ann", "a1")).isFalse();
        assertThat(leave("bob", "")).isFalse();
        assertThat(only().state()).isEqualTo(State.LEFT);
        rig.advance(KEEP);
        assertThat(only().state()).isEqualTo(State.LEFT);
        assertThat(beat("ann", "a1").registeredAt())
                .isEqualTo(rig.clock.instant())
                .isNotEqualTo(first);

        leave("ann", "a1");
        rig.advance(KEEP.plusMillis(1));
        assertThat(consumers()).isEmpty();
    }

    @Test
    void groupsWithoutConsumersCountWithZeros() {
        assertThat(counts()).isEqualTo(new Presence.Counts(QueueName.of("jobs"), GroupName.DEFAULT, 0, 0, 0, 0));

        beat("ann", "");
        beat("bob", "");
        rig.advance(TTL.plusMillis(1));
        beat("cay", "");
        leave("bob", "");

        assertThat(counts()).isEqualTo(new Presence.Counts(QueueName.of("jobs"), GroupName.DEFAULT, 1, 1, 0, 1));
    }

    @Test
    void consumersOfAllQueuesAreListedInOrder() {
        for (String queue : List.of("d", "b", "a", "c")) {
            rig.create(queue, QueueConfig.work());
            rig.call(new QueueCommand.Heartbeat(
                    QueueName.of(queue), null, ConsumerName.of("ann"), "", null, Map.of(), false));
        }

        PresencePage page = rig.ask(new QueueQuery.Consumers(null, null));

        assertThat(page.consumers())
                .extracting(presence -> presence.queue().value())
                .containsExactly("a", "b", "c", "d");
        assertThat(page.counts())
                .extracting(counts -> counts.queue().value())
                .containsExactly("a", "b", "c", "d", "jobs");
    }

    @Test
    void whoAsksForAQueueOrGroupThatIsNotThereIsRefused() {
        assertThat(rig.refusal(new QueueQuery.Consumers(QueueName.of("none"), null)))
                .isInstanceOf(Rejection.QueueNotFound.class);
        assertThat(rig.refusal(new QueueQuery.Consumers(QueueName.of("jobs"), GroupName.of("none"))))
                .isInstanceOf(Rejection.GroupNotFound.class);
        assertThat(rig.refusal(new QueueCommand.Heartbeat(
                        QueueName.of("jobs"), GroupName.of("none"), ConsumerName.of("ann"), "", null, Map.of(), false)))
                .isInstanceOf(Rejection.GroupNotFound.class);
    }

    @Test
    void aStartKeepsConsumersAndGivesThemTheirTimeToBeHeard() {
        beat("ann", "a1", TTL, Map.of("host", "here"));
        Instant seen = rig.clock.instant();

        rig.clock.advance(Duration.ofHours(1)); // nobody is there to notice
        rig.crash(new Random(0));

        assertThat(only().lastSeen()).isEqualTo(seen);
        assertThat(only().labels()).isEqualTo(Map.of("host", "here"));
        assertThat(only().recovering()).isTrue();
        assertThat(only().state()).isEqualTo(State.ACTIVE);
        assertThat(counts().active()).isOne();

        rig.advance(TTL.minusMillis(1));
        assertThat(only().recovering()).isTrue();
        rig.advance(Duration.ofMillis(1));
        assertThat(consumers()).isEmpty(); // silent for more than an hour
        assertThat(toldTypes()).containsExactly("active", "expired", "forgotten");
    }

    @Test
    void aSignAfterAStartEndsTheDoubt() {
        beat("ann", "");
        rig.advance(Duration.ofSeconds(20));
        beat("ann", "");
        Instant seen = rig.clock.instant();

        rig.restart();
        assertThat(only().lastSeen()).isEqualTo(seen);
        assertThat(beat("ann", "").recovering()).isFalse();

        assertThat(toldTypes()).containsExactly("active");
    }

    @Test
    void aCheckpointHasConsumersAndForgetsThoseWhoAreForgotten() {
        beat("ann", "a1");
        beat("bob", "b1");
        leave("bob", "b1");
        rig.checkpoint();
        rig.advance(Duration.ofSeconds(1));
        beat("ann", "a1"); // too early for the journal
        Instant seen = rig.clock.instant();
        rig.checkpoint();
        rig.restart();

        assertThat(consumers()).extracting(Presence::state).containsExactly(State.ACTIVE, State.LEFT);
        assertThat(consumers().get(0).lastSeen()).isEqualTo(seen);

        rig.advance(KEEP.plus(TTL.multipliedBy(2)).plusMillis(1));
        rig.checkpoint();
        rig.restart();
        assertThat(consumers()).isEmpty();
    }

    @Test
    void everyChangeOfStateIsToldInAStreamOnce() {
        beat("ann", "a1");
        beat("ann", "a1");
        rig.advance(TTL.plusMillis(1));
        beat("ann", "a1");
        rig.restart();
        rig.advance(TTL.plusMillis(1));
        rig.advance(TTL);
        beat("ann", "a1");
        leave("ann", "a1");

        assertThat(toldTypes()).containsExactly("active", "stale", "active", "stale", "expired", "active", "left");
        assertThat(told().get(1))
                .startsWith(
                        "{\"type\":\"consumer-stale\",\"queue\":\"jobs\",\"group\":\"default\",\"consumer\":\"ann\","
                                + "\"instance\":\"a1\",\"state\":\"stale\",\"before\":\"active\",\"at\":\"2026-03-01T12:00:30.001Z\"")
                .endsWith("\"lastSeen\":\"2026-03-01T12:00:00Z\",\"ttl\":\"PT30S\",\"labels\":{}}");
    }

    @Test
    void onlyLeatWritesTheStreamAboutConsumers() {
        beat("ann", "");

        assertThat(rig.refusal(new Command.Append(path(), ContentType.JSON, Body.of("{}"), null, null, false)))
                .isInstanceOf(Rejection.BadArgument.class);
        assertThat(rig.refusal(new Command.Delete(path()))).isInstanceOf(Rejection.BadArgument.class);
        assertThat(rig.refusal(new Command.Create(
                        StreamPath.of("$presence/other"), ContentType.JSON, Lifetime.FOREVER, Body.EMPTY, false, null)))
                .isInstanceOf(Rejection.BadArgument.class);
    }

    @Test
    void whatCouldNotBeToldWhileTheDiskWasFullIsToldWhenThereIsRoom() {
        beat("ann", "");
        beat("bob", "");
        rig.core().usage().disk(true, Long.MAX_VALUE);
        rig.advance(TTL.plusMillis(1));
        beat("bob", "");
        rig.advance(TTL);
        beat("carl", "");
        leave("carl", "");
        rig.advance(KEEP.plusSeconds(1));
        beat("bob", "");
        assertThat(toldTypes()).containsExactly("active", "active");

        rig.core().usage().disk(false, Long.MAX_VALUE);
        rig.advance(Duration.ofSeconds(1));

        List<String> news = told().subList(2, told().size()); // nothing of carl, who came and went
        assertThat(news).hasSize(2);
        assertThat(news.get(0)).contains("consumer-forgotten", "\"consumer\":\"ann\"", "\"before\":\"active\"");
        assertThat(news.get(1)).contains("consumer-active", "\"consumer\":\"bob\"");
        rig.advance(Duration.ofSeconds(10));
        assertThat(told()).hasSize(4);
    }

    @Test
    void theConsumersOfAQueueGoWithIt() {
        beat("ann", "");
        rig.call(new QueueCommand.DeleteQueue(QueueName.of("jobs"), false));
        rig.create("jobs", QueueConfig.work());

        assertThat(consumers()).isEmpty();
        rig.restart();
        assertThat(consumers()).isEmpty();
    }

    @Test
    void theStreamAboutTheConsumersOfAQueueGoesWithItAndLeavesNothingBehind() {
        beat("ann", "");
        rig.call(new QueueCommand.DeleteQueue(QueueName.of("jobs"), false));

        assertThat(rig.refusal(new Query.Head(path()))).isInstanceOf(Rejection.StreamNotFound.class);
        assertThat(rig.core().usage().total()).isZero();
        rig.restart();
        assertThat(rig.refusal(new Query.Head(path()))).isInstanceOf(Rejection.StreamNotFound.class);
    }

    @Test
    void theStreamGoesThoughNoConsumerIsKnownAnyMore() {
        beat("ann", "");
        leave("ann", "");
        rig.advance(KEEP.plusSeconds(1));
        assertThat(consumers()).isEmpty();

        rig.call(new QueueCommand.DeleteQueue(QueueName.of("jobs"), false));

        assertThat(rig.core().usage().total()).isZero();
    }

    @Test
    void aQueueOfTheSameNameHasAStreamOfItsOwn() {
        beat("ann", "");
        rig.call(new QueueCommand.DeleteQueue(QueueName.of("jobs"), false));
        rig.create("jobs", QueueConfig.work());
        beat("bob", "");

        assertThat(told()).singleElement().asString().contains("\"consumer\":\"bob\"");
    }

    @Test
    void asManyConsumersAsMayBeKnownLeaveNoRoomButForThoseWhoEnded() {
        for (int i = 0; i < PresenceShard.MAX_ENTRIES; i++) {
            rig.send(
                    new QueueCommand.Heartbeat(
                            QueueName.of("jobs"), null, ConsumerName.of("c" + i), "", null, Map.of(), false),
                    new Found<>());
        }
        rig.settle();

        assertThat(rig.refusal(new QueueCommand.Heartbeat(
                        QueueName.of("jobs"), null, ConsumerName.of("ann"), "", null, Map.of(), false)))
                .isInstanceOf(Rejection.InUse.class);
        rig.enqueue("jobs", "a");
        rig.call(new QueueCommand.Receive(
                QueueName.of("jobs"), null, ConsumerName.of("c9"), 1, Duration.ZERO, Duration.ofHours(1)));
        leave("c9", ""); // but others can still claim what it has
        leave("c17", "");
        leave("c4", "");
        beat("ann", "");
        assertThat(consumers())
                .hasSize(PresenceShard.MAX_ENTRIES)
                .extracting(p -> p.consumer().value())
                .contains("ann", "c4", "c9")
                .doesNotContain("c17");
    }
}
