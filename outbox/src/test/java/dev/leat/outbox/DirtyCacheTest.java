package dev.leat.outbox;

import static dev.leat.outbox.Fixture.commit;
import static dev.leat.outbox.Fixture.eventually;
import static dev.leat.outbox.Intent.entity;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.outbox.metrics.OutboxMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Caches that can neither apply an invalidation nor be flushed, on every database. */
@ParameterizedClass
@EnumSource(Databases.class)
class DirtyCacheTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration SHORT = Duration.ofMillis(150);

    @Parameter
    Databases kind;

    private final FailingCache here = new FailingCache();
    private final FailingCache there = new FailingCache();
    private TestDatabase database;
    private Outbox writer;
    private Outbox other;

    @BeforeEach
    void open() throws SQLException {
        database = kind.open();
        writer = node("writer", here);
        other = node("other", there);
        writer.start();
        other.start();
    }

    private Outbox node(String name, Invalidations cache) throws SQLException {
        return Outbox.builder(database)
                .namespace("shop")
                .node(name)
                .cache(cache)
                .build();
    }

    @AfterEach
    void close() throws Exception {
        Fixture.close(other, writer, database);
    }

    private Receipt invalidate() throws SQLException {
        return commit(database, writer, tx -> tx.invalidate(entity("user", 42)));
    }

    @Test
    void aWaitOnTheWritersNodeGoesOnUntilItsCacheIsFlushed() throws Exception {
        here.broken = true;
        Receipt receipt = invalidate();

        WaitOutcome early = writer.await(receipt, Wait.APPLIED_HERE.bestEffort(), SHORT);

        assertThat(early.result()).isEqualTo(WaitOutcome.Result.TIMED_OUT);
        assertThat(early.reason()).contains("FailingCache", "the cache is broken");
        assertThatThrownBy(() -> writer.await(receipt, Wait.APPLIED_HERE, Duration.ZERO))
                .isInstanceOf(WaitTimeoutException.class);
        here.broken = false;
        assertThat(writer.await(receipt, Wait.APPLIED_HERE, LONG).isSatisfied()).isTrue();
        assertThat(here.flushes).contains("failed");
        assertThat(writer.invalidationStatus().alerts()).isEmpty();
    }

    @Test
    void aWaitForAllNodesGoesOnUntilTheCacheOfAnotherNodeIsFlushed() throws Exception {
        there.broken = true;
        Receipt receipt = invalidate();
        eventually(() -> !other.invalidationStatus().alerts().isEmpty());

        WaitOutcome early = writer.await(receipt, Wait.APPLIED_ON_ALL_NODES.bestEffort(), SHORT);
        WaitOutcome elsewhere = other.await(Receipt.parse(receipt.token()), Wait.APPLIED_HERE.bestEffort(), SHORT);

        assertThat(early.result()).isEqualTo(WaitOutcome.Result.TIMED_OUT);
        assertThat(elsewhere.result()).isEqualTo(WaitOutcome.Result.TIMED_OUT);
        there.broken = false;
        assertThat(writer.await(receipt, Wait.APPLIED_ON_ALL_NODES, LONG).isSatisfied())
                .isTrue();
        assertThat(there.flushes).contains("failed");
    }

    @Test
    void aNodeWhoseCacheCannotBeFlushedAtTheStartIsWaitedFor() throws Exception {
        FailingCache late = new FailingCache();
        late.broken = true;
        try (Outbox third = node("third", late)) {
            third.start();
            Receipt receipt = invalidate();

            assertThat(writer.await(receipt, Wait.APPLIED_ON_ALL_NODES.bestEffort(), SHORT)
                            .result())
                    .isEqualTo(WaitOutcome.Result.TIMED_OUT);
            late.broken = false;
            assertThat(writer.await(receipt, Wait.APPLIED_ON_ALL_NODES, LONG).isSatisfied())
                    .isTrue();
            assertThat(late.flushes).contains("start");
        }
    }

    @Test
    void statusAndMetersTellWhileACacheMayBeStale() throws Exception {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        new OutboxMetrics(writer).bindTo(meters);
        here.broken = true;
        Receipt receipt = invalidate();

        assertThat(writer.invalidationStatus().alerts())
                .singleElement()
                .asString()
                .contains("may be stale for");
        assertThat(meters.get("leat.outbox.cache.dirty").gauge().value()).isOne();
        assertThat(meters.get("leat.outbox.cache.flush.failed")
                        .functionCounter()
                        .count())
                .isPositive();
        here.broken = false;
        writer.await(receipt, Wait.APPLIED_HERE, LONG);
        assertThat(meters.get("leat.outbox.cache.dirty").gauge().value()).isZero();
    }
}
