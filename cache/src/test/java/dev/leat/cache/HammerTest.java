package dev.leat.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.outbox.Intent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Readers, loaders and invalidations at once. The source counts the versions of each entity; whoever writes a new one invalidates it and
 * then says so. A reader who heard of a version before asking must not get an older one.
 */
@Timeout(1800) // whoever waits for ever is to fail
class HammerTest {

    private static final boolean THOROUGH = Boolean.getBoolean("leat.thorough");
    private static final int READERS = 6;
    private static final int WRITERS = 2;
    private static final int READS = THOROUGH ? 1_000_000 : 60_000;
    private static final int ENTITIES = 16;
    private static final int KEYS = 64;

    private final AtomicLongArray source = new AtomicLongArray(ENTITIES);
    private final AtomicLongArray announced = new AtomicLongArray(ENTITIES);
    private final AtomicLong stale = new AtomicLong();
    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong written = new AtomicLong();
    private volatile boolean over;

    /** What a source that fails now and then says. */
    private static final class Down extends RuntimeException {
        Down() {
            super("down", null, false, false);
        }
    }

    @Test
    void nobodyReadsAVersionOlderThanOneHeHasHeardOf() throws Exception {
        TaggedCache<Integer, Long> cache = TaggedCache.<Integer, Long>builder(Duration.ofMillis(20))
                .negativeTtl(Duration.ofMillis(5))
                .refreshAhead(Duration.ofMillis(15))
                .staleOnError(Duration.ofMillis(50))
                .retryPause(Duration.ofMillis(1))
                .maximumSize(KEYS / 2)
                .recentInvalidations(8)
                .build();
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            List<Future<?>> readers = start(threads, READERS, seed -> read(cache, seed));
            List<Future<?>> writers = start(threads, WRITERS, seed -> write(cache, seed));
            try {
                for (Future<?> reader : readers) {
                    reader.get();
                }
            } finally {
                over = true;
            }
            for (Future<?> writer : writers) {
                writer.get();
            }
        }

        CacheFigures figures = cache.figures();
        assertThat(stale)
                .as("stale of %s reads beside %s invalidations: %s", answered, written, figures)
                .hasValue(0);
        assertThat(answered.get() + refused.get()).isEqualTo((long) READERS * READS);
        assertThat(answered.get()).isGreaterThan(refused.get());
        assertThat(written).hasPositiveValue();
        assertThat(figures.hits()).isPositive();
        assertThat(figures.discarded()).isPositive();
    }

    private interface Task {
        void run(Random random);
    }

    private static List<Future<?>> start(ExecutorService threads, int count, Task task) {
        List<Future<?>> started = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Random random = new Random(i);
            started.add(threads.submit(() -> task.run(random)));
        }
        return started;
    }

    private void read(TaggedCache<Integer, Long> cache, Random random) {
        for (int i = 0; i < READS; i++) {
            int key = random.nextInt(KEYS);
            long heard = announced.get(entity(key));
            try {
                long version = ask(cache, key, random);
                answered.incrementAndGet();
                if (version < heard) {
                    stale.incrementAndGet();
                }
            } catch (Down | CompletionException e) {
                refused.incrementAndGet();
            }
        }
    }

    /** Every way to read; what a key's loader knows of its tags beforehand depends on the key. */
    private long ask(TaggedCache<Integer, Long> cache, int key, Random random) {
        boolean fails = random.nextInt(20) == 0;
        return switch (random.nextInt(8)) {
            case 0 ->
                cache.getAsync(key, tags(key), k -> CompletableFuture.completedFuture(load(k, fails)))
                        .join();
            case 1 ->
                cache.getAsync(key, tags(key), k -> CompletableFuture.supplyAsync(() -> load(k, fails)))
                        .join();
            case 2 -> store(cache.prepare(key, tags(key)), key);
            case 3 -> cache.peek(key).flatMap(LoadResult::value).orElse(Long.MAX_VALUE);
            default -> cache.get(key, tags(key), k -> load(k, fails));
        };
    }

    private long store(PendingPut<Integer, Long> place, int key) {
        LoadResult<Long> loaded = load(key, false);
        place.store(loaded);
        return loaded.value().orElseThrow();
    }

    private static int entity(int key) {
        return key % ENTITIES;
    }

    private static boolean knowsBefore(int key) {
        return key / ENTITIES % 2 == 0;
    }

    private static List<Intent> tags(int key) {
        return knowsBefore(key) ? dependsOn(key) : List.of();
    }

    private static List<Intent> dependsOn(int key) {
        return List.of(Intent.entity("e", entity(key)), Intent.collection("c" + entity(key)));
    }

    private LoadResult<Long> load(int key, boolean fails) {
        long version = source.get(entity(key));
        if (key % 3 == 0) {
            LockSupport.parkNanos(1); // a slow answer: the version is known, and grows old
        }
        if (fails) {
            throw new Down();
        }
        LoadResult<Long> loaded = LoadResult.of(version);
        return knowsBefore(key) ? loaded : loaded.withTags(dependsOn(key));
    }

    private void write(TaggedCache<Integer, Long> cache, Random random) {
        while (!over) {
            int entity = random.nextInt(ENTITIES);
            long version = source.incrementAndGet(entity);
            invalidate(cache, entity, random.nextInt(200));
            announced.accumulateAndGet(entity, version, Math::max);
            written.incrementAndGet();
            for (int pause = random.nextInt(2_000); pause > 0; pause--) {
                Thread.onSpinWait();
            }
        }
    }

    private static void invalidate(TaggedCache<Integer, Long> cache, int entity, int how) {
        if (how == 0) {
            cache.flush("now and then");
        } else if (how < 50) {
            cache.apply(Intent.collection("c" + entity));
        } else if (how < 70) {
            for (int key = entity; key < KEYS; key += ENTITIES) {
                cache.invalidate(key);
            }
        } else {
            cache.apply(Intent.entity("e", entity));
        }
    }
}
