package dev.leat.cache;

import static dev.leat.outbox.Intent.collection;
import static dev.leat.outbox.Intent.entity;
import static dev.leat.outbox.Intent.flush;
import static dev.leat.outbox.Intent.key;
import static dev.leat.outbox.Intent.tag;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.outbox.Intent;
import java.time.Duration;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is served for how long, and what invalidates it, as one thread sees it. */
class TaggedCacheTest {

    private static final List<Intent> TAGS = List.of(entity("user", 1), collection("users"), tag("eu"));

    private final ManualTicker ticker = new ManualTicker();
    private final Source source = new Source();
    private final TaggedCache<String, String> cache = builder().build();

    private CacheBuilder<String, String> builder() {
        return TaggedCache.<String, String>builder(Duration.ofMinutes(10))
                .ticker(ticker)
                .executor(Runnable::run);
    }

    private String get(String key) {
        return cache.get(key, TAGS, source);
    }

    @Test
    void aValueIsLoadedOnce() {
        assertThat(get("a")).isEqualTo("a-1");
        assertThat(get("a")).isEqualTo("a-1");
        assertThat(get("b")).isEqualTo("b-2");
        assertThat(cache.figures().hits()).isOne();
        assertThat(cache.figures().misses()).isEqualTo(2);
    }

    @Test
    void everyKindOfIntentInvalidatesWhatDependsOnIt() {
        for (Intent intent : List.of(key("a"), tag("eu"), entity("user", 1), collection("users"), flush())) {
            int before = source.loads();
            get("a");
            get("a");

            cache.apply(intent);

            assertThat(source.loads()).as("before %s", intent).isLessThanOrEqualTo(before + 1);
            assertThat(get("a")).as("after %s", intent).isEqualTo("a-" + source.loads());
            assertThat(source.loads()).isGreaterThan(before);
        }
        assertThat(cache.figures().discarded()).isEqualTo(5);
        assertThat(cache.figures().invalidations())
                .containsEntry("key", 1L)
                .containsEntry("tag", 1L)
                .containsEntry("entity", 1L)
                .containsEntry("collection", 1L)
                .containsEntry("flush", 1L);
    }

    @Test
    void nothingElseInvalidatesIt() {
        get("a");

        cache.apply(key("b"));
        cache.apply(key("eu"));
        cache.apply(tag("a"));
        cache.apply(tag("us"));
        cache.apply(entity("user", 2));
        cache.apply(collection("user"));
        cache.invalidate("b");

        assertThat(get("a")).isEqualTo("a-1");
    }

    @Test
    void segmentsWithColonsAndPercentSignsAreKeptApart() {
        cache.get("a", List.of(entity("a:b", "c")), source);
        cache.get("b", List.of(entity("a", "b:c")), source);
        cache.get("c", List.of(tag("a:b:c")), source);
        cache.get("d", List.of(tag("a%3Ab:c")), source);

        cache.apply(entity("a", "b:c"));

        assertThat(List.of("a", "b", "c", "d"))
                .filteredOn(name -> cache.peek(name).isEmpty())
                .containsExactly("b");
    }

    @Test
    void anEntityIsTheTagOfItsSegmentsAndACollectionTheTagOfItsName() {
        cache.get("a", List.of(tag("users")), source);

        cache.apply(collection("users"));

        assertThat(cache.peek("a")).isEmpty();
    }

    @Test
    void aValueMayDependOnAnotherKey() {
        cache.get("a", List.of(key("b")), source);

        cache.invalidate("b");

        assertThat(cache.peek("a")).isEmpty();
    }

    @Test
    void keysAreWrittenAsTheApplicationWants() {
        TaggedCache<Long, String> users = TaggedCache.<Long, String>builder(Duration.ofMinutes(1))
                .keyText(id -> "user/" + id)
                .build();
        users.get(7L, List.of(), id -> LoadResult.of("ann"));

        users.apply(key("7"));
        assertThat(users.peek(7L)).isPresent();
        users.apply(key("user/7"));
        assertThat(users.peek(7L)).isEmpty();
    }

    @Test
    void aValueEndsWithItsTime() {
        get("a");
        ticker.advance(Duration.ofMinutes(10).minusNanos(1));
        assertThat(get("a")).isEqualTo("a-1");
        ticker.advance(Duration.ofNanos(1));
        assertThat(get("a")).isEqualTo("a-2");
    }

    @Test
    void aLoaderGivesAValueATimeOfItsOwn() {
        source.answers(key -> LoadResult.of(key).withTtl(key.equals("none") ? Duration.ZERO : Duration.ofSeconds(5)));
        get("a");
        get("none");
        assertThat(cache.peek("none")).isEmpty();

        ticker.advance(Duration.ofSeconds(4));
        assertThat(cache.peek("a")).isPresent();
        ticker.advance(Duration.ofSeconds(1));
        assertThat(cache.peek("a")).isEmpty();
    }

    @Test
    void anEndlessTimeIsBoundedAndNotNegative() {
        TaggedCache<String, String> endless = TaggedCache.<String, String>builder(Duration.ofSeconds(Long.MAX_VALUE))
                .staleOnError(Duration.ofSeconds(Long.MAX_VALUE))
                .ticker(ticker)
                .build();
        endless.get("a", TAGS, key -> LoadResult.of("a").withTtl(Duration.ofSeconds(Long.MAX_VALUE)));
        ticker.advance(Duration.ofDays(30_000));

        assertThat(endless.peek("a")).isPresent();
    }

    @Test
    void thatThereIsNoValueIsNotRememberedUnlessAskedFor() {
        source.answers(key -> LoadResult.absent());

        assertThat(cache.find("a", TAGS, source)).isEmpty();
        assertThat(cache.find("a", TAGS, source)).isEmpty();
        assertThat(source.loads()).isEqualTo(2);
        assertThatThrownBy(() -> get("a"))
                .isInstanceOf(NoSuchElementException.class)
                .hasMessageContaining("a");
    }

    @Test
    void thatThereIsNoValueIsRememberedForATimeOfItsOwn() {
        TaggedCache<String, String> negative =
                builder().negativeTtl(Duration.ofSeconds(30)).build();
        source.answers(key -> LoadResult.ofNullable(null));

        assertThat(negative.find("a", TAGS, source)).isEmpty();
        assertThat(negative.peek("a")).map(LoadResult::value).contains(Optional.empty());
        negative.apply(entity("user", 1));
        assertThat(negative.peek("a")).isEmpty();
        negative.find("a", TAGS, source);
        ticker.advance(Duration.ofSeconds(30));
        source.answers("now");
        assertThat(negative.find("a", TAGS, source)).contains("now");
        assertThat(source.loads()).isEqualTo(3);
    }

    @Test
    void theCacheHoldsNoMoreThanItsWeight() {
        TaggedCache<String, String> small = TaggedCache.<String, String>builder(Duration.ofMinutes(1))
                .maximumWeight(100, (key, value) -> value.length())
                .executor(Runnable::run)
                .build();
        for (int i = 0; i < 1_000; i++) {
            small.get("k" + i, List.of(), key -> LoadResult.of("0123456789"));
        }
        small.get("big", List.of(), key -> LoadResult.of("x".repeat(101)));
        small.cleanUp();

        assertThat(small.figures().size()).isBetween(1L, 10L);
        assertThat(small.peek("big")).isEmpty();
        assertThat(small.figures().evictions()).isGreaterThanOrEqualTo(990);
    }

    @Test
    void whatNobodyHoldsIsForgotten() {
        TaggedCache<String, String> small = builder().maximumSize(10).build();
        for (int i = 0; i < 1_000; i++) {
            small.get("k" + i, List.of(entity("user", i)), source);
        }
        small.cleanUp();

        Source.until(() -> {
            System.gc();
            return small.names() <= 2 * 10;
        });
        assertThat(small.figures().size()).isLessThanOrEqualTo(10);
    }

    @Test
    void invalidatedValuesCanBeFreedBeforeSomebodyAsks() {
        get("a");
        cache.get("b", List.of(), source);
        cache.apply(tag("eu"));

        cache.cleanUp();

        assertThat(cache.figures().size()).isOne();
    }

    @Test
    void aValueThatWasLoadedOutsideIsStored() {
        PendingPut<String, String> place = cache.prepare("a", TAGS);

        assertThat(place.store(LoadResult.of("by hand"))).isTrue();

        assertThat(get("a")).isEqualTo("by hand");
        cache.apply(tag("eu"));
        assertThat(cache.peek("a")).isEmpty();
    }

    @Test
    void aValueThatWasReadBeforeAnInvalidationIsNotStoredAfterIt() {
        PendingPut<String, String> place = cache.prepare("a", TAGS);
        cache.apply(collection("users"));

        assertThat(place.store(LoadResult.of("old"))).isFalse();
        assertThat(place.store(LoadResult.of("old").withTags(tag("more")))).isFalse();

        assertThat(cache.peek("a")).isEmpty();
        assertThat(cache.figures().uncached()).isEqualTo(2);
    }

    @Test
    void flushesAreCountedByReasonUpToALimit() {
        cache.flush("behind");
        cache.flush("behind");
        cache.apply(flush());
        for (int i = 0; i < 100; i++) {
            cache.flush("reason " + i);
        }

        assertThat(cache.figures().flushes())
                .hasSizeLessThanOrEqualTo(17)
                .containsEntry("behind", 2L)
                .containsEntry("intent", 1L)
                .containsKey("other");
    }

    @Test
    void nullsAndNonsenseAreRefused() {
        assertThatNullPointerException().isThrownBy(() -> cache.get(null, TAGS, source));
        assertThatNullPointerException().isThrownBy(() -> cache.get("a", null, source));
        assertThatNullPointerException().isThrownBy(() -> cache.get("a", TAGS, null));
        assertThatNullPointerException().isThrownBy(() -> cache.apply(null));
        assertThatNullPointerException().isThrownBy(() -> cache.flush(null));
        assertThatNullPointerException().isThrownBy(() -> cache.peek(null));
        assertThatNullPointerException().isThrownBy(() -> cache.invalidate(null));
        assertThatNullPointerException().isThrownBy(() -> LoadResult.of(null));
        assertThatIllegalArgumentException().isThrownBy(() -> cache.get("a", List.of(flush()), source));
        assertThatIllegalArgumentException().isThrownBy(() -> TaggedCache.builder(Duration.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> builder().maximumSize(0));
        assertThatIllegalArgumentException().isThrownBy(() -> builder().recentInvalidations(0));
        assertThatIllegalArgumentException().isThrownBy(() -> LoadResult.of("a").withTtl(Duration.ofSeconds(-1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder().refreshAhead(Duration.ofMinutes(10)).build());
        assertThat(source.loads()).isZero();
        assertThat(cache.figures().size()).isZero();
    }
}
