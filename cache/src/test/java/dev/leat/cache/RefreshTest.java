package dev.leat.cache;

import static dev.leat.outbox.Intent.tag;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.outbox.Intent;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Values that are renewed before their end, and values that stand in after it. */
@Timeout(60) // whoever waits for ever is to fail
class RefreshTest {

    private static final List<Intent> TAGS = List.of(tag("eu"));

    private final ManualTicker ticker = new ManualTicker();
    private final Source source = new Source();
    private final ArrayDeque<Runnable> background = new ArrayDeque<>();

    /** A minute to live, refreshed in the last 20 seconds, and good for 60 more if the source fails. */
    private CacheBuilder<String, String> builder() {
        return TaggedCache.<String, String>builder(Duration.ofSeconds(60))
                .ticker(ticker)
                .executor(background::add);
    }

    private TaggedCache<String, String> refreshing() {
        return builder().refreshAhead(Duration.ofSeconds(20)).build();
    }

    private TaggedCache<String, String> lenient() {
        return builder()
                .staleOnError(Duration.ofSeconds(60))
                .retryPause(Duration.ofSeconds(5))
                .build();
    }

    private String get(TaggedCache<String, String> cache) {
        return cache.get("a", TAGS, source);
    }

    private void seconds(int seconds) {
        ticker.advance(Duration.ofSeconds(seconds));
    }

    private void runBackground() {
        while (!background.isEmpty()) {
            background.poll().run();
        }
    }

    @Test
    void aHitNearTheEndLoadsInTheBackgroundOnce() {
        TaggedCache<String, String> cache = refreshing();
        get(cache);
        seconds(39);
        get(cache);
        assertThat(background).isEmpty();

        seconds(1);
        assertThat(get(cache)).isEqualTo("a-1");
        assertThat(get(cache)).isEqualTo("a-1");
        assertThat(background).hasSize(1);
        runBackground();

        assertThat(get(cache)).isEqualTo("a-2");
        seconds(39);
        assertThat(get(cache)).isEqualTo("a-2");
        assertThat(source.loads()).isEqualTo(2);
        assertThat(cache.figures().refreshes()).isOne();
    }

    @Test
    void aValueWithAShortLifeOfItsOwnIsNotRefreshed() {
        TaggedCache<String, String> cache = refreshing();
        source.answers(key -> LoadResult.of("short").withTtl(Duration.ofSeconds(20)));
        get(cache);
        seconds(19);
        get(cache);

        assertThat(background).isEmpty();
    }

    @Test
    void anInvalidationDuringARefreshEndsTheOldAndTheNewValue() {
        TaggedCache<String, String> cache = refreshing();
        get(cache);
        seconds(50);
        get(cache);
        cache.apply(tag("eu"));

        assertThat(get(cache)).isEqualTo("a-2");
        runBackground();
        assertThat(get(cache)).isEqualTo("a-2");
        assertThat(source.loads()).isEqualTo(3);
    }

    @Test
    void aRefreshThatFailsLeavesTheValueAndIsRepeatedAfterAPause() {
        TaggedCache<String, String> cache = builder()
                .refreshAhead(Duration.ofSeconds(20))
                .retryPause(Duration.ofSeconds(5))
                .build();
        get(cache);
        source.fails(new IllegalStateException("down"));
        seconds(50);
        get(cache);
        runBackground();
        assertThat(get(cache)).isEqualTo("a-1");
        assertThat(background).isEmpty();

        seconds(5);
        assertThat(get(cache)).isEqualTo("a-1");
        assertThat(background).hasSize(1);
        runBackground();
        seconds(5);
        assertThatThrownBy(() -> get(cache)).hasMessage("down");
        assertThat(cache.figures().standIns()).isZero();
    }

    @Test
    void aRefreshThatNobodyRunsLeavesTheValue() {
        TaggedCache<String, String> cache = builder()
                .refreshAhead(Duration.ofSeconds(20))
                .executor(task -> {
                    throw new RejectedExecutionException("full");
                })
                .build();
        get(cache);
        seconds(50);

        assertThat(get(cache)).isEqualTo("a-1");
        seconds(9);
        assertThat(get(cache)).isEqualTo("a-1");
        seconds(1);
        assertThat(get(cache)).isEqualTo("a-2");
    }

    @Test
    void afterItsEndWhoAsksWaitsForTheRefreshThatRuns() throws Exception {
        TaggedCache<String, String> cache = refreshing();
        get(cache);
        seconds(50);
        get(cache);
        seconds(10);
        Thread reader = Thread.startVirtualThread(() -> get(cache));
        Source.until(() -> cache.figures().joins() == 1);
        runBackground();
        reader.join();

        assertThat(source.loads()).isEqualTo(2);
    }

    @Test
    void aValuePastItsEndStandsInForABoundedTime() {
        TaggedCache<String, String> cache = lenient();
        get(cache);
        source.fails(new IllegalStateException("down"));
        seconds(60);
        assertThat(get(cache)).isEqualTo("a-1");
        seconds(59);
        assertThat(get(cache)).isEqualTo("a-1");
        seconds(1);
        assertThatThrownBy(() -> get(cache)).hasMessage("down");
        assertThat(cache.figures().standIns()).isEqualTo(2);
    }

    @Test
    void whileAValueStandsInTheSourceIsLeftAloneForAPause() {
        TaggedCache<String, String> cache = lenient();
        get(cache);
        source.fails(new IllegalStateException("down"));
        seconds(60);
        for (int i = 0; i < 10; i++) {
            get(cache);
        }
        assertThat(source.loads()).isEqualTo(2);

        seconds(5);
        source.answers("up");
        assertThat(get(cache)).isEqualTo("up");
    }

    @Test
    void aValueThatWasInvalidatedNeverStandsIn() {
        TaggedCache<String, String> cache = lenient();
        get(cache);
        source.fails(new IllegalStateException("down"));
        cache.apply(tag("eu"));
        assertThatThrownBy(() -> get(cache)).hasMessage("down");

        source.answers("up");
        get(cache);
        source.fails(new IllegalStateException("down"));
        seconds(60);
        assertThat(get(cache)).isEqualTo("up");
        cache.apply(tag("eu"));
        assertThatThrownBy(() -> get(cache)).hasMessage("down");
    }

    @Test
    void aValueThatIsInvalidatedWhileTheLoaderFailsDoesNotStandIn() {
        TaggedCache<String, String> cache = lenient();
        get(cache);
        seconds(60);
        source.answers(key -> {
            cache.apply(tag("eu"));
            throw new IllegalStateException("down");
        });

        assertThatThrownBy(() -> get(cache)).hasMessage("down");
    }

    @Test
    void anInvalidatedValueStandsInWhereThatIsAllowed() {
        TaggedCache<String, String> cache = builder()
                .staleOnErrorEvenIfInvalidated(Duration.ofSeconds(60))
                .retryPause(Duration.ofSeconds(5))
                .build();
        get(cache);
        source.fails(new IllegalStateException("down"));
        cache.apply(tag("eu"));
        assertThat(get(cache)).isEqualTo("a-1");
        assertThat(get(cache)).isEqualTo("a-1");
        assertThat(source.loads()).isEqualTo(2);
        cache.apply(tag("eu"));
        assertThat(get(cache)).isEqualTo("a-1");
        assertThat(source.loads()).isEqualTo(3);

        source.answers("up");
        seconds(5);
        assertThat(get(cache)).isEqualTo("up");
        source.fails(new IllegalStateException("down"));
        cache.apply(tag("eu"));
        seconds(120);
        assertThatThrownBy(() -> get(cache)).hasMessage("down");
    }

    @Test
    void thatThereWasNoValueDoesNotStandIn() {
        TaggedCache<String, String> cache = builder()
                .negativeTtl(Duration.ofSeconds(10))
                .staleOnError(Duration.ofSeconds(60))
                .build();
        source.answers(key -> LoadResult.absent());
        cache.find("a", TAGS, source);
        source.fails(new IllegalStateException("down"));
        seconds(10);

        assertThatThrownBy(() -> cache.find("a", TAGS, source)).hasMessage("down");
    }

    @Test
    void anErrorIsNotCoveredUp() {
        TaggedCache<String, String> cache = lenient();
        get(cache);
        seconds(60);
        source.answers(key -> {
            throw new AssertionError("bug");
        });
        assertThatThrownBy(() -> get(cache)).hasMessage("bug");
    }
}
