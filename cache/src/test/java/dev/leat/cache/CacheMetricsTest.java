package dev.leat.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.outbox.Intent;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a dashboard sees. */
class CacheMetricsTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final TaggedCache<String, String> cache =
            TaggedCache.<String, String>builder(Duration.ofMinutes(1)).build();

    private double count(String name, String... labels) {
        return registry.get(name)
                .tag("cache", "users")
                .tags(labels)
                .functionCounter()
                .count();
    }

    @Test
    void metersTellWhatHappened() {
        cache.flush("start");
        new CacheMetrics(cache, "users").bindTo(registry);
        List<Intent> tags = List.of(Intent.tag("eu"));
        cache.get("a", tags, key -> LoadResult.of("x"));
        cache.get("a", tags, key -> LoadResult.of("x"));
        cache.apply(Intent.tag("eu"));
        cache.get("a", tags, key -> LoadResult.of("y"));
        cache.get("b", tags, key -> {
            cache.invalidate("b");
            return LoadResult.of("z");
        });
        assertThatThrownBy(() -> cache.get("c", tags, key -> {
                    throw new IllegalStateException("down");
                }))
                .hasMessage("down");
        cache.flush("behind");
        cache.flush("behind");

        assertThat(count("leat.cache.loads", "result", "success")).isEqualTo(3);
        assertThat(count("leat.cache.loads", "result", "failure")).isEqualTo(1);
        assertThat(count("leat.cache.joins")).isZero();
        assertThat(count("leat.cache.refreshes")).isZero();
        assertThat(count("leat.cache.stand.ins")).isZero();
        assertThat(count("leat.cache.discarded")).isEqualTo(1);
        assertThat(count("leat.cache.uncached")).isEqualTo(1);
        assertThat(count("leat.cache.invalidations", "kind", "tag")).isEqualTo(1);
        assertThat(count("leat.cache.invalidations", "kind", "key")).isEqualTo(1);
        assertThat(count("leat.cache.invalidations", "kind", "flush")).isEqualTo(3);
        assertThat(count("leat.cache.flushes", "reason", "start")).isEqualTo(1);
        assertThat(count("leat.cache.flushes", "reason", "behind")).isEqualTo(2);
        assertThat(registry.get("leat.cache.load").functionTimer().count()).isEqualTo(4);
        assertThat(registry.get("leat.cache.load").functionTimer().totalTime(TimeUnit.NANOSECONDS))
                .isPositive();
    }

    @Test
    void caffeinesOwnMetersCountOnlyRealHits() {
        new CacheMetrics(cache, "users").bindTo(registry);
        cache.get("a", List.of(), key -> LoadResult.of("x"));
        cache.get("a", List.of(), key -> LoadResult.of("x"));
        cache.invalidate("a");
        cache.get("a", List.of(), key -> LoadResult.of("x"));

        assertThat(count("cache.gets", "result", "hit")).isEqualTo(1);
        assertThat(count("cache.gets", "result", "miss")).isEqualTo(2);
        assertThat(registry.get("cache.size").tag("cache", "users").gauge().value())
                .isEqualTo(1);
    }
}
