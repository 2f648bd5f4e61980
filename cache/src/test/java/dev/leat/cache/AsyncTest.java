package dev.leat.cache;

import static dev.leat.outbox.Intent.tag;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.outbox.Intent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The same rules for those who do not wait. */
@Timeout(60) // whoever waits for ever is to fail
class AsyncTest {

    private static final List<Intent> TAGS = List.of(tag("eu"));

    private final ManualTicker ticker = new ManualTicker();
    private final List<CompletableFuture<LoadResult<String>>> loads = new ArrayList<>();
    private final TaggedCache<String, String> cache = TaggedCache.<String, String>builder(Duration.ofSeconds(60))
            .refreshAhead(Duration.ofSeconds(20))
            .ticker(ticker)
            .executor(Runnable::run)
            .build();

    private CompletableFuture<String> ask() {
        return cache.getAsync("a", TAGS, key -> {
            CompletableFuture<LoadResult<String>> load = new CompletableFuture<>();
            loads.add(load);
            return load;
        });
    }

    @Test
    void readersShareALoadAndThenTheValue() {
        CompletableFuture<String> first = ask();
        CompletableFuture<String> second = ask();
        assertThat(second).isNotDone();
        loads.get(0).complete(LoadResult.of("x"));

        assertThat(first).isCompletedWithValue("x");
        assertThat(second).isCompletedWithValue("x");
        assertThat(ask()).isCompletedWithValue("x");
        assertThat(cache.get("a", TAGS, key -> LoadResult.of("never"))).isEqualTo("x");
        assertThat(loads).hasSize(1);
    }

    @Test
    void whoComesAfterAnInvalidationJoinsNoLoadFromBefore() {
        CompletableFuture<String> before = ask();
        cache.apply(tag("eu"));
        CompletableFuture<String> after = ask();
        loads.get(1).complete(LoadResult.of("new"));
        loads.get(0).complete(LoadResult.of("old"));

        assertThat(before).isCompletedWithValue("old");
        assertThat(after).isCompletedWithValue("new");
        assertThat(ask()).isCompletedWithValue("new");
    }

    @Test
    void whoJoinedAfterTheInvalidationOfATagThatIsFoundLateLoadsAgain() {
        CompletableFuture<String> before = ask();
        cache.apply(tag("found"));
        CompletableFuture<String> after = ask();
        loads.get(0).complete(LoadResult.of("old").withTags(tag("found")));
        assertThat(before).isCompletedWithValue("old");
        assertThat(after).isNotDone();
        loads.get(1).complete(LoadResult.of("new").withTags(tag("found")));

        assertThat(after).isCompletedWithValue("new");
        assertThat(loads).hasSize(2);
    }

    @Test
    void aFailureReachesAllAndNothingIsCached() {
        CompletableFuture<String> first = ask();
        CompletableFuture<String> second = ask();
        IllegalStateException down = new IllegalStateException("down");
        loads.get(0).completeExceptionally(new CompletionException(down));

        for (CompletableFuture<String> reader : List.of(first, second)) {
            assertThatThrownBy(reader::get).hasCause(down);
        }
        assertThat(cache.peek("a")).isEmpty();
        assertThat(cache.figures().failures()).isOne();
    }

    @Test
    void aLoaderThatThrowsOrReturnsNullFailsTheFuture() {
        assertThatThrownBy(cache.getAsync("a", TAGS, key -> {
                    throw new AssertionError("bug");
                })::get)
                .hasRootCauseMessage("bug");
        assertThatThrownBy(cache.getAsync("a", TAGS, key -> null)::get)
                .hasRootCauseInstanceOf(NullPointerException.class);
        CompletableFuture<String> nothing = ask();
        loads.get(0).complete(null);
        assertThatThrownBy(nothing::get).hasRootCauseInstanceOf(NullPointerException.class);
        assertThat(cache.figures().size()).isZero();
    }

    @Test
    void cancellingEndsNoLoad() {
        CompletableFuture<String> first = ask();
        CompletableFuture<String> second = ask();
        first.cancel(true);
        loads.get(0).complete(LoadResult.of("x"));

        assertThat(second).isCompletedWithValue("x");
        assertThat(cache.peek("a")).isPresent();
    }

    @Test
    void thereMayBeNoValue() {
        assertThat(cache.findAsync("a", TAGS, key -> CompletableFuture.completedFuture(LoadResult.absent()))
                        .join())
                .isEmpty();
        assertThatThrownBy(
                        cache.getAsync("a", TAGS, key -> CompletableFuture.completedFuture(LoadResult.absent()))::get)
                .hasRootCauseInstanceOf(NoSuchElementException.class);
    }

    @Test
    void aHitNearTheEndRefreshes() {
        CompletableFuture<String> first = ask();
        loads.get(0).complete(LoadResult.of("x"));
        assertThat(first).isCompletedWithValue("x");
        ticker.advance(Duration.ofSeconds(50));
        assertThat(ask()).isCompletedWithValue("x");
        assertThat(ask()).isCompletedWithValue("x");
        assertThat(loads).hasSize(2);
        loads.get(1).complete(LoadResult.of("y"));

        assertThat(ask()).isCompletedWithValue("y");
    }

    @Test
    void aBlockingReaderWaitsForALoadThatWasBegunAsync() throws Exception {
        CompletableFuture<String> first = ask();
        CompletableFuture<String> value = new CompletableFuture<>();
        Thread reader =
                Thread.startVirtualThread(() -> value.complete(cache.get("a", TAGS, key -> LoadResult.of("never"))));
        Source.until(() -> cache.figures().joins() == 1);
        loads.get(0).complete(LoadResult.of("x"));
        reader.join();

        assertThat(first).isCompletedWithValue("x");
        assertThat(value).isCompletedWithValue("x");
    }

    @Test
    void anAsyncLoaderThatWaitsForItsOwnLoadIsRefused() {
        CompletableFuture<String> circle = cache.getAsync(
                "a",
                TAGS,
                key -> CompletableFuture.completedFuture(
                        LoadResult.of(cache.get(key, TAGS, k -> LoadResult.of("never")))));

        assertThatThrownBy(circle::get).hasRootCauseInstanceOf(IllegalStateException.class);
    }
}
