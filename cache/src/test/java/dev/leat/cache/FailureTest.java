package dev.leat.cache;

import static dev.leat.outbox.Intent.tag;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.outbox.Intent;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Loaders that fail, that use the cache themselves, and readers who are interrupted. */
@Timeout(60) // whoever waits for ever is to fail
class FailureTest {

    private static final List<Intent> TAGS = List.of(tag("eu"));

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Source source = new Source();
    private final TaggedCache<String, String> cache =
            TaggedCache.<String, String>builder(Duration.ofMinutes(1)).build();

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
    void whatALoaderThrowsReachesAllWhoWaitAndNothingIsCached() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        IllegalStateException thrown = new IllegalStateException("no database");
        source.answers(key -> {
            go.await();
            throw thrown;
        });
        List<Future<String>> readers = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            readers.add(ask());
        }
        untilJoined(19);
        go.countDown();

        for (Future<String> reader : readers) {
            assertThatThrownBy(reader::get).hasCause(thrown);
        }
        assertThat(source.loads()).isOne();
        assertThat(cache.figures().failures()).isOne();
        source.answers("again");
        assertThat(ask().get()).isEqualTo("again");
    }

    @Test
    void checkedExceptionsAreWrappedAndErrorsAreNot() {
        source.fails(new IOException("reset"));
        assertThatThrownBy(() -> cache.get("a", TAGS, source))
                .isInstanceOf(LoadException.class)
                .hasMessageContaining("reset")
                .hasCauseInstanceOf(IOException.class);
        source.answers(key -> {
            throw new AssertionError("bug");
        });
        assertThatThrownBy(() -> cache.get("a", TAGS, source)).isInstanceOf(AssertionError.class);
        assertThat(cache.figures().size()).isZero();
    }

    @Test
    void aLoaderThatReturnsNullIsToldWhatToReturn() {
        source.answers(key -> null);

        assertThatThrownBy(() -> cache.get("a", TAGS, source))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("Loaded.absent()");
        assertThat(cache.figures().size()).isZero();
    }

    @Test
    void whatFailsAfterTheLoaderEndsTheLoadToo() {
        TaggedCache<String, String> heavy = TaggedCache.<String, String>builder(Duration.ofMinutes(1))
                .maximumWeight(10, (key, value) -> {
                    throw new IllegalStateException("no scales");
                })
                .build();

        assertThatThrownBy(() -> heavy.get("a", TAGS, source)).hasMessage("no scales");
        assertThatThrownBy(() -> heavy.get("a", TAGS, source)).hasMessage("no scales");
        assertThatThrownBy(() -> cache.get("a", TAGS, key -> LoadResult.of("x").withTags(Intent.flush())))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(cache.get("a", TAGS, source)).isEqualTo("a-3");
    }

    @Test
    void aLoaderMayUseTheCache() {
        String value =
                cache.get("a", TAGS, a -> LoadResult.of(cache.get("b", TAGS, b -> LoadResult.of("inner")) + "-outer"));

        assertThat(value).isEqualTo("inner-outer");
        assertThat(cache.peek("b")).isPresent();
    }

    @Test
    void aLoaderMayInvalidateWhatItLoads() {
        cache.get("a", TAGS, key -> {
            cache.apply(tag("eu"));
            return LoadResult.of("x");
        });

        assertThat(cache.peek("a")).isEmpty();
    }

    @Test
    void aLoaderThatAsksForWhatItLoadsIsRefused() {
        assertThatThrownBy(() -> cache.get("a", TAGS, a -> LoadResult.of(cache.get("a", TAGS, source))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("what it is loading");
        assertThat(cache.get("a", TAGS, source)).isEqualTo("a-1");
    }

    @Test
    void loadersThatWaitForEachOtherAreRefused() throws Exception {
        CyclicBarrier both = new CyclicBarrier(2);
        List<Future<String>> circle = new ArrayList<>();
        for (String[] pair : new String[][] {{"a", "b"}, {"b", "a"}}) {
            circle.add(threads.submit(() -> cache.get(pair[0], TAGS, key -> {
                both.await();
                return LoadResult.of(cache.get(pair[1], TAGS, source));
            })));
        }

        for (Future<String> reader : circle) {
            assertThatThrownBy(reader::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasRootCauseInstanceOf(IllegalStateException.class);
        }
        assertThat(source.loads()).isZero();
    }

    @Test
    void anInterruptEndsTheWaitingOfOne() throws Exception {
        Source.Held load = source.holds(LoadResult.of("x"));
        Future<String> first = ask();
        load.awaitBegin();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread waiter = Thread.startVirtualThread(() -> {
            try {
                cache.get("a", TAGS, source);
            } catch (LoadException e) {
                thrown.set(Thread.currentThread().isInterrupted() ? e : null);
            }
        });
        Future<String> third = ask();
        untilJoined(2);
        waiter.interrupt();
        waiter.join();
        load.release();

        assertThat(thrown.get()).hasCauseInstanceOf(InterruptedException.class);
        assertThat(List.of(first.get(), third.get())).containsOnly("x");
        assertThat(source.loads()).isOne();
    }

    @Test
    void ifTheLoadingReaderIsInterruptedAnotherLoads() throws Exception {
        Source.Held load = source.holds(LoadResult.of("never"));
        Future<String> first = ask();
        load.awaitBegin();
        Future<String> second = ask();
        Future<String> async = threads.submit(
                () -> cache.getAsync("a", TAGS, key -> CompletableFuture.completedFuture(source.load(key)))
                        .get());
        untilJoined(2);
        source.answers("x");
        first.cancel(true);

        assertThat(second.get()).isEqualTo("x");
        assertThat(async.get()).isEqualTo("x");
        assertThat(source.loads()).isEqualTo(2);
    }
}
