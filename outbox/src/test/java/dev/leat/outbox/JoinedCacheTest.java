package dev.leat.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.outbox.invalidation.InvalidationCounters;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Test;

class JoinedCacheTest {

    private static final Intent INTENT = Intent.tag("users");

    /** What the next calls of {@code flush} do. */
    private final Deque<Runnable> flushes = new ArrayDeque<>();

    private final JoinedCache cache = new JoinedCache(
            new Invalidations() {
                @Override
                public void apply(Intent intent) {
                    throw new IllegalStateException("not applied");
                }

                @Override
                public void flush(String reason) {
                    flushes.removeFirst().run();
                }
            },
            new InvalidationCounters());

    private static void fail() {
        throw new IllegalStateException("not flushed");
    }

    private void retryWhenDue() throws InterruptedException {
        Thread.sleep(cache.untilRetryMillis());
        cache.retry();
    }

    @Test
    void aFlushThatSucceedsMakesUpForWhatWasNotApplied() {
        flushes.add(() -> assertThat(cache.isDirty()).isTrue());

        cache.apply(INTENT);

        assertThat(cache.isDirty()).isFalse();
        assertThat(cache.alert()).isNull();
        assertThat(cache.untilRetryMillis()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aCacheIsDirtyUntilAFlushSucceeds() throws InterruptedException {
        flushes.add(JoinedCacheTest::fail);
        flushes.add(JoinedCacheTest::fail);
        flushes.add(() -> {});

        cache.apply(INTENT);
        assertThat(cache.isDirty()).isTrue();
        retryWhenDue();
        assertThat(cache.isDirty()).isTrue();
        assertThat(cache.alert()).contains("could not be flushed 2 times", "not flushed");
        retryWhenDue();

        assertThat(cache.isDirty()).isFalse();
        assertThat(cache.alert()).isNull();
    }

    @Test
    void aFlushDoesNotMakeUpForWhatFailedAfterItBegan() throws InterruptedException {
        flushes.add(JoinedCacheTest::fail);
        cache.apply(INTENT);
        flushes.add(() -> cache.apply(INTENT)); // as another thread may meanwhile
        flushes.add(JoinedCacheTest::fail);
        flushes.add(() -> {});

        retryWhenDue();
        assertThat(cache.isDirty()).isTrue();
        retryWhenDue();

        assertThat(cache.isDirty()).isFalse();
        assertThat(flushes).isEmpty();
    }
}
