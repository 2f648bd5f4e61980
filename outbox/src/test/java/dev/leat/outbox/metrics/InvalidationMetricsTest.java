package dev.leat.outbox.metrics;

import static dev.leat.outbox.Fixture.commit;
import static dev.leat.outbox.Fixture.eventually;
import static dev.leat.outbox.Intent.entity;
import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.outbox.Databases;
import dev.leat.outbox.Outbox;
import dev.leat.outbox.Receipt;
import dev.leat.outbox.RecordingCache;
import dev.leat.outbox.TestDatabase;
import dev.leat.outbox.Wait;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class InvalidationMetricsTest {

    @Test
    void flushesWaitsAndTheTailAreCounted() throws Exception {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        try (TestDatabase database = Databases.H2.open();
                Outbox outbox = Outbox.builder(database)
                        .namespace("shop")
                        .cache(new RecordingCache())
                        .build()) {
            new OutboxMetrics(outbox).bindTo(meters);
            outbox.start();
            Receipt receipt = commit(database, outbox, tx -> tx.invalidate(entity("user", 42)));
            outbox.await(receipt, Wait.APPLIED_HERE, Duration.ZERO);
            database.execute("insert into ob_inval(ns, kind, target) values ('shop', 'nonsense', '')");
            eventually(() -> outbox.invalidationStatus().applied() == 2);

            assertThat(counted(meters, "cache.flush", "reason", "start")).isOne();
            assertThat(counted(meters, "cache.flush", "reason", "unreadable")).isOne();
            assertThat(counted(meters, "wait", "mode", "applied_here", "outcome", "satisfied"))
                    .isOne();
            assertThat(counted(meters, "wait", "mode", "applied_here", "outcome", "unknown"))
                    .isZero();
            assertThat(counted(meters, "tail.wakeups", "source", "here")).isOne();
            assertThat(counted(meters, "tail.applied")).isEqualTo(2);
            assertThat(meters.get("leat.outbox.tail.lag").timeGauge().value()).isGreaterThanOrEqualTo(0);
            assertThat(meters.get("leat.outbox.tail.remembered").gauge().value())
                    .isZero();
            assertThat(meters.get("leat.outbox.tail.holes").gauge().value()).isZero();
        }
    }

    private static double counted(SimpleMeterRegistry meters, String name, String... tags) {
        return meters.get("leat.outbox." + name)
                .tag("ns", "shop")
                .tags(tags)
                .functionCounter()
                .count();
    }
}
