package dev.leat.api.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueQuery;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OptionsTest {
    private static final QueueName DEAD = QueueName.of("dead");

    @Test
    void aRedriveWithoutOptionsMovesAllToTheirOrigins() {
        assertThat(RedriveOptions.ALL.command(DEAD))
                .isEqualTo(new QueueCommand.Redrive(DEAD, RedriveFilter.ALL, 0, 0, null));
    }

    @Test
    void eachOptionOfARedriveChangesOneThing() {
        RedriveFilter filter = RedriveFilter.ALL
                .withOriginQueue("jobs")
                .withOriginGroup("billing")
                .withReason(Provenance.Reason.REJECTED)
                .withMessageIds(Set.of(MessageId.of("m1")));

        RedriveOptions options =
                RedriveOptions.ALL.withFilter(filter).withLimit(5).withRate(0.5).withTarget("other");

        assertThat(filter)
                .isEqualTo(new RedriveFilter(
                        QueueName.of("jobs"),
                        GroupName.of("billing"),
                        Provenance.Reason.REJECTED,
                        Set.of(MessageId.of("m1"))));
        assertThat(options.command(DEAD))
                .isEqualTo(new QueueCommand.Redrive(DEAD, filter, 5, 0.5, QueueName.of("other")));
    }

    @Test
    void aRedriveHasNoNegativeLimitOrRate() {
        assertThatThrownBy(() -> RedriveOptions.ALL.withLimit(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RedriveOptions.ALL.withRate(-0.1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RedriveOptions.ALL.withRate(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void eachOptionOfAPageChangesOneThing() {
        BrowseOptions options = BrowseOptions.limit(7)
                .withGroup("billing")
                .withState(MessageInfo.State.PARKED)
                .after("17")
                .fromTail();

        assertThat(options.query(DEAD))
                .isEqualTo(new QueueQuery.Browse(
                        DEAD, GroupName.of("billing"), MessageInfo.State.PARKED, "17", 7, QueueSide.TAIL));
        assertThatThrownBy(() -> BrowseOptions.limit(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> BrowseOptions.limit(QueueQuery.MAX_LIMIT + 1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void eachOptionOfAHeartbeatChangesOneThing() {
        ConsumerName ann = ConsumerName.of("ann");

        HeartbeatOptions options = HeartbeatOptions.DEFAULT
                .withInstance("pod-1")
                .withTtl(Duration.ofSeconds(7))
                .withLabels(Map.of("version", "2"))
                .withReportedLeases(3)
                .extendingLeases();

        assertThat(HeartbeatOptions.DEFAULT.command(DEAD, null, ann))
                .isEqualTo(new QueueCommand.Heartbeat(DEAD, null, ann, "", null, Map.of(), false, null));
        assertThat(options.command(DEAD, GroupName.DEFAULT, ann))
                .isEqualTo(new QueueCommand.Heartbeat(
                        DEAD, GroupName.DEFAULT, ann, "pod-1", Duration.ofSeconds(7), Map.of("version", "2"), true, 3));
    }

    @Test
    void aNackHasADelayAReasonAndAnErrorByName() {
        DeliveryId delivery = DeliveryId.of("d");

        Settlement.Nack nack = Settlement.Nack.of(delivery)
                .withDelay(Duration.ofSeconds(1))
                .withReason("late")
                .withError("java.io.IOException");

        assertThat(nack).isEqualTo(new Settlement.Nack(delivery, Duration.ofSeconds(1), "late", "java.io.IOException"));
    }

    @Test
    void aConfigurationIsTheSameAfterItsBuilder() {
        QueueConfig config = QueueConfig.fanout().toBuilder()
                .maxAttempts(3)
                .deadLetter(DEAD)
                .retryBackoff(new Backoff(Duration.ofSeconds(1), 2, Duration.ofSeconds(5)))
                .build();

        assertThat(config.toBuilder().build()).isEqualTo(config);
    }

    @Test
    void aBackoffGrowsUntilItsLongestWait() {
        Backoff backoff = new Backoff(Duration.ofSeconds(1), 2, Duration.ofSeconds(5));

        assertThat(backoff.after(1)).isEqualTo(Duration.ofSeconds(1));
        assertThat(backoff.after(3)).isEqualTo(Duration.ofSeconds(4));
        assertThat(backoff.after(4)).isEqualTo(Duration.ofSeconds(5));
        assertThat(backoff.after(10_000)).isEqualTo(Duration.ofSeconds(5));
        assertThat(Backoff.NONE.after(7)).isZero();
    }

    @Test
    void thePartInBracesDecidesTheShard() {
        assertThat(QueueName.of("jobs-{eu}").tag()).isEqualTo("eu");
        assertThat(QueueName.of("jobs").tag()).isEqualTo("jobs");
        assertThat(QueueName.of("jobs-{}").tag()).isEqualTo("jobs-{}");
        assertThat(QueueName.of("{a}{b}").tag()).isEqualTo("a");
    }
}
