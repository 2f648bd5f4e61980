package dev.leat.cache;

import dev.leat.outbox.Intent;
import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs loaders, and lets other callers wait for them. Whatever a loader does, its load ends. */
final class LoadRunner<K, V> {

    private static final String NOTHING = "the loader returned null; Loaded.absent() says that there is no value";

    private final SlotTable<K, V> table;
    private final CacheCounters counters;
    private final Executor executor;

    LoadRunner(SlotTable<K, V> table, CacheCounters counters, Executor executor) {
        this.table = table;
        this.counters = counters;
        this.executor = executor;
    }

    Entry<V> load(K key, Collection<? extends Intent> tags, Loader<? super K, V> loader) {
        while (true) {
            SlotTable.Read<V> read = table.open(key, tags);
            if (read.entry() != null) {
                return read.entry();
            }
            RunningLoad<V> load = Objects.requireNonNull(read.load());
            Entry<V> entry = read.mine() ? run(key, load, loader) : join(load, read.position());
            if (entry != null) {
                return entry;
            }
        }
    }

    CompletableFuture<Entry<V>> loadAsync(K key, Collection<? extends Intent> tags, AsyncLoader<? super K, V> loader) {
        SlotTable.Read<V> read = table.open(key, tags);
        if (read.entry() != null) {
            return CompletableFuture.completedFuture(read.entry());
        }
        RunningLoad<V> load = Objects.requireNonNull(read.load());
        if (read.mine()) {
            start(key, load, loader);
            return load.done();
        }
        return load.done()
                .handle((entry, thrown) -> again(load, read.position(), entry, thrown))
                .thenCompose(again -> again ? loadAsync(key, tags, loader) : load.done());
    }

    void refresh(K key, Collection<? extends Intent> tags, Entry<V> entry, Loader<? super K, V> loader) {
        inBackground(key, tags, entry, load -> quietly(() -> run(key, load, loader)));
    }

    void refreshAsync(K key, Collection<? extends Intent> tags, Entry<V> entry, AsyncLoader<? super K, V> loader) {
        inBackground(key, tags, entry, load -> start(key, load, loader));
    }

    private void inBackground(
            K key, Collection<? extends Intent> tags, Entry<V> entry, Consumer<RunningLoad<V>> start) {
        RunningLoad<V> load = table.refresh(key, tags, entry);
        if (load == null) {
            return;
        }
        try {
            executor.execute(() -> start.accept(load));
        } catch (RejectedExecutionException e) {
            quietly(() -> table.failed(key, load, e));
        }
    }

    private Entry<V> run(K key, RunningLoad<V> load, Loader<? super K, V> loader) {
        load.runBy(Thread.currentThread());
        long began = System.nanoTime();
        try {
            LoadResult<V> loaded = Objects.requireNonNull(loader.load(key), NOTHING);
            return succeed(key, load, loaded, began);
        } catch (Throwable thrown) {
            if (thrown instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            return fail(key, load, thrown, began);
        }
    }

    private void start(K key, RunningLoad<V> load, AsyncLoader<? super K, V> loader) {
        load.runBy(Thread.currentThread());
        long began = System.nanoTime();
        try {
            CompletionStage<LoadResult<V>> stage = Objects.requireNonNull(loader.load(key), NOTHING);
            load.runBy(null);
            stage.whenComplete((loaded, thrown) -> end(key, load, loaded, thrown, began));
        } catch (Throwable thrown) {
            quietly(() -> fail(key, load, thrown, began));
        }
    }

    private void end(
            K key, RunningLoad<V> load, @Nullable LoadResult<V> loaded, @Nullable Throwable thrown, long began) {
        quietly(() -> {
            if (thrown != null) {
                fail(key, load, cause(thrown), began);
                return;
            }
            try {
                succeed(key, load, Objects.requireNonNull(loaded, NOTHING), began);
            } catch (RuntimeException | Error e) {
                fail(key, load, e, began);
            }
        });
    }

    private Entry<V> succeed(K key, RunningLoad<V> load, LoadResult<V> loaded, long began) {
        Entry<V> entry = table.loaded(key, load, loaded);
        counters.stats.recordLoadSuccess(System.nanoTime() - began);
        return entry;
    }

    private Entry<V> fail(K key, RunningLoad<V> load, Throwable thrown, long began) {
        counters.stats.recordLoadFailure(System.nanoTime() - began);
        return table.failed(key, load, thrown);
    }

    /** What came of a load; null if it is not for this reader, which then looks again. */
    private @Nullable Entry<V> join(RunningLoad<V> load, long position) {
        try {
            Entry<V> entry = LoadWaitGraph.await(load);
            return load.serves(entry, position) ? entry : null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LoadException(e);
        } catch (ExecutionException e) {
            Throwable thrown = Objects.requireNonNull(e.getCause());
            if (thrown instanceof InterruptedException) {
                return null; // the interrupt was meant for that one reader, and not for the others
            }
            throw LoadException.unchecked(thrown);
        }
    }

    private boolean again(RunningLoad<V> load, long position, @Nullable Entry<V> entry, @Nullable Throwable thrown) {
        return entry == null ? thrown instanceof InterruptedException : !load.serves(entry, position);
    }

    /** For steps that throw what already reached all callers that wait for the load: there is no other place to catch it. */
    private static void quietly(Runnable step) {
        try {
            step.run();
        } catch (Throwable told) {
            return;
        }
    }

    private static Throwable cause(Throwable thrown) {
        Throwable cause = thrown.getCause();
        return thrown instanceof CompletionException && cause != null ? cause : thrown;
    }
}
