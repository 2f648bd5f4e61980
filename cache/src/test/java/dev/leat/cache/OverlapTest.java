package dev.leat.cache;

import static dev.leat.outbox.Intent.collection;
import static dev.leat.outbox.Intent.entity;
import static dev.leat.outbox.Intent.flush;
import static dev.leat.outbox.Intent.key;
import static dev.leat.outbox.Intent.tag;
import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.outbox.Intent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Loads and invalidations that overlap. */
@Timeout(60) // whoever waits for ever is to fail
class OverlapTest {

    private static final List<Intent> TAGS = List.of(entity("user", 1), collection("users"), tag("eu"));
    private static final Intent FOUND = entity("team", 9);

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Source source = new Source();
    private final TaggedCache<String, String> cache = TaggedCache.<String, String>builder(Duration.ofMinutes(1))
            .recentInvalidations(8)
            .build();

    @AfterEach
    void stop() {
        threads.shutdownNow(); // a test that failed may have left somebody waiting
    }

    private Future<String> ask() {
        return threads.submit(() -> cache.get("a", TAGS, source));
    }

    private void untilJoined(long joins) {
        Source.until(() -> cache.figures().joins() == joins);
    }

    @Test
    void fiveHundredReadersCauseOneLoad() throws Exception {
        Source.Held load = source.holds(LoadResult.of("one"));
        List<Future<String>> readers = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            readers.add(ask());
        }
        untilJoined(499);
        load.release();

        for (Future<String> reader : readers) {
            assertThat(reader.get()).isEqualTo("one");
        }
        assertThat(source.loads()).isOne();
    }

    @Test
    void aValueThatIsInvalidatedWhileItLoadsIsNotCached() throws Exception {
        for (Intent intent : List.of(key("a"), tag("eu"), entity("user", 1), collection("users"), flush())) {
            Source.Held load = source.holds(LoadResult.of("old"));
            Future<String> before = ask();
            load.awaitBegin();
            cache.apply(intent);
            load.release();

            assertThat(before.get()).isEqualTo("old");
            assertThat(cache.peek("a")).as("after %s", intent).isEmpty();
        }
        assertThat(cache.figures().uncached()).isEqualTo(5);
    }

    @Test
    void whoComesAfterAnInvalidationJoinsNoLoadFromBefore() throws Exception {
        Source.Held old = source.holds(LoadResult.of("old"));
        Future<String> before = ask();
        old.awaitBegin();
        cache.apply(entity("user", 1));
        source.answers("new");

        assertThat(ask().get()).isEqualTo("new");
        old.release();
        assertThat(before.get()).isEqualTo("old");
        assertThat(cache.get("a", TAGS, source)).isEqualTo("new");
        assertThat(source.loads()).isEqualTo(2);
    }

    @Test
    void tagsThatALoaderFindsCount() {
        source.answers(key -> LoadResult.of("x").withTags(FOUND, tag("more")));
        cache.get("a", TAGS, source);
        assertThat(cache.peek("a")).isPresent();

        cache.apply(FOUND);
        assertThat(cache.peek("a")).isEmpty();
        cache.get("a", TAGS, source);
        cache.apply(tag("eu"));
        assertThat(cache.peek("a")).isEmpty();
    }

    @Test
    void aTagThatIsFoundLateAndWasInvalidatedMeanwhileKeepsTheValueOut() throws Exception {
        Source.Held load = source.holds(LoadResult.of("old").withTags(FOUND));
        Future<String> before = ask();
        load.awaitBegin();
        cache.apply(FOUND);
        load.release();

        assertThat(before.get()).isEqualTo("old");
        assertThat(cache.peek("a")).isEmpty();
    }

    @Test
    void aTagThatIsFoundLateAndWasInvalidatedBeforeIsNoMatter() throws Exception {
        cache.apply(FOUND);
        Source.Held load = source.holds(LoadResult.of("new").withTags(FOUND));
        Future<String> reader = ask();
        load.awaitBegin();
        cache.apply(tag("other"));
        load.release();

        assertThat(reader.get()).isEqualTo("new");
        assertThat(cache.peek("a")).isPresent();
    }

    @Test
    void whoJoinedAfterTheInvalidationOfATagThatIsFoundLateLoadsAgain() throws Exception {
        Source.Held load = source.holds(LoadResult.of("old").withTags(FOUND));
        Future<String> first = ask();
        load.awaitBegin();
        Future<String> early = ask();
        untilJoined(1);
        cache.apply(FOUND);
        Future<String> late = ask();
        untilJoined(2);
        source.answers("new");
        load.release();

        assertThat(first.get()).isEqualTo("old");
        assertThat(early.get()).isEqualTo("old");
        assertThat(late.get()).isEqualTo("new");
        assertThat(source.loads()).isEqualTo(2);
    }

    @Test
    void whoJoinedAfterAnotherInvalidationIsServed() throws Exception {
        Source.Held load = source.holds(LoadResult.of("good").withTags(FOUND));
        Future<String> first = ask();
        load.awaitBegin();
        cache.apply(tag("other"));
        Future<String> late = ask();
        untilJoined(1);
        load.release();

        assertThat(List.of(first.get(), late.get())).containsOnly("good");
        assertThat(source.loads()).isOne();
    }

    @Test
    void aLoadThatTheLogNoLongerReachesIsHandedOutButNotCached() throws Exception {
        Source.Held load = source.holds(LoadResult.of("unsure").withTags(FOUND));
        Future<String> reader = ask();
        load.awaitBegin();
        for (int i = 0; i < 9; i++) {
            cache.apply(tag("t" + i));
        }
        load.release();

        assertThat(reader.get()).isEqualTo("unsure");
        assertThat(cache.peek("a")).isEmpty();
        assertThat(cache.figures().uncached()).isOne();
    }

    @Test
    void aLoadWithoutFoundTagsNeedsNoLog() throws Exception {
        Source.Held load = source.holds(LoadResult.of("sure"));
        Future<String> reader = ask();
        load.awaitBegin();
        for (int i = 0; i < 9; i++) {
            cache.apply(tag("t" + i));
        }
        load.release();

        assertThat(reader.get()).isEqualTo("sure");
        assertThat(cache.peek("a")).isPresent();
    }

    @Test
    void theSameTagTakesOnePlaceInTheLog() throws Exception {
        Source.Held load = source.holds(LoadResult.of("sure").withTags(FOUND));
        Future<String> reader = ask();
        load.awaitBegin();
        for (int i = 0; i < 1_000; i++) {
            cache.apply(tag("busy"));
        }
        load.release();

        assertThat(reader.get()).isEqualTo("sure");
        assertThat(cache.peek("a")).isPresent();
    }
}
