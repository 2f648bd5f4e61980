package dev.leat.outbox;

import dev.leat.outbox.invalidation.FlushReason;
import dev.leat.outbox.invalidation.InvalidationCounters;
import dev.leat.outbox.invalidation.InvalidationRow;
import dev.leat.outbox.invalidation.LocalCaches;
import dev.leat.outbox.invalidation.RecentCommits;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The caches of this node. A cache that cannot apply an invalidation is flushed, which is always right, and again until that succeeds. */
final class NodeCaches implements LocalCaches {

    private static final Logger LOG = LoggerFactory.getLogger(NodeCaches.class);
    private static final int RECENT = 10_000;

    private final List<JoinedCache> caches;
    private final InvalidationCounters counters;
    /** What this node's own transactions have invalidated, and the tail has yet to find. */
    private final RecentCommits<List<Intent>> own = new RecentCommits<>(RECENT);
    /** How many rows of a commit the tail has found. */
    private final RecentCommits<Integer> found = new RecentCommits<>(RECENT);

    NodeCaches(List<Invalidations> caches, InvalidationCounters counters) {
        this.caches =
                caches.stream().map(cache -> new JoinedCache(cache, counters)).toList();
        this.counters = counters;
    }

    boolean isEmpty() {
        return caches.isEmpty();
    }

    /** Once this returns, no reader of this node gets what was loaded before the commit, unless a cache is dirty. */
    void committed(UUID commitRef, List<Intent> intents) {
        if (caches.isEmpty() || intents.isEmpty()) {
            return;
        }
        intents.forEach(this::apply);
        own.put(commitRef, intents);
    }

    @Override
    public void apply(List<InvalidationRow> rows) {
        for (InvalidationRow row : rows) {
            apply(row);
            if (row.commitRef() != null) {
                found.merge(row.commitRef(), 1, Integer::sum);
            }
        }
        counters.applied.add(rows.size());
    }

    private void apply(InvalidationRow row) {
        Intent intent;
        try {
            intent =
                    Intent.of(Objects.requireNonNullElse(row.kind(), ""), Objects.requireNonNullElse(row.target(), ""));
        } catch (IllegalArgumentException e) {
            LOG.warn(
                    "row {} of ob_inval says nothing that can be understood, so all caches forget everything: {}",
                    row.seq(),
                    e);
            flush(FlushReason.UNREADABLE);
            return;
        }
        if (!isOwn(row, intent)) {
            apply(intent);
        }
    }

    /** A row that was applied at its commit would only evict what readers have loaded since. */
    private boolean isOwn(InvalidationRow row, Intent intent) {
        return row.commitRef() != null && own.get(row.commitRef(), List.of()).contains(intent);
    }

    private void apply(Intent intent) {
        caches.forEach(cache -> cache.apply(intent));
    }

    @Override
    public void flush(FlushReason reason) {
        caches.forEach(cache -> cache.flush(reason));
    }

    @Override
    public void retry() {
        caches.forEach(JoinedCache::retry);
    }

    @Override
    public long untilRetryMillis() {
        return caches.stream().mapToLong(JoinedCache::untilRetryMillis).min().orElse(Long.MAX_VALUE);
    }

    @Override
    public boolean isDirty() {
        return caches.stream().anyMatch(JoinedCache::isDirty);
    }

    /** Returns one sentence for each cache whose flush failed and has not succeeded since. */
    List<String> alerts() {
        return caches.stream().map(JoinedCache::alert).filter(Objects::nonNull).toList();
    }

    /** How many rows of a commit the tail has applied, as far as it remembers. */
    int found(UUID commitRef) {
        return found.get(commitRef, 0);
    }
}
