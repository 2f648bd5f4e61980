package dev.leat.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.leat.outbox.Intent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The table of invalidation counts: one cell for each name that values depend on. A cell lives as long as a value or a running load holds it: a cell
 * that nothing holds need not count, and the next caller begins with a new one.
 *
 * <p>An invalidation writes the log first and counts then; a load that learns of a tag late reads the cell first and the log then.
 * So one of the two sees the other, whatever happens between.
 */
final class InvalidationCounts {

    private final InvalidationCount everything = new InvalidationCount();
    private final Cache<String, InvalidationCount> byName =
            Caffeine.newBuilder().weakValues().executor(Runnable::run).build();
    private final RecentLog recent;

    InvalidationCounts(int recentLimit) {
        recent = new RecentLog(recentLimit);
    }

    static String keyName(String key) {
        return "k:" + key;
    }

    /** The names behind the tags of a value. A value may depend on another key, too, but everything depends on a flush. */
    static Set<String> names(Collection<? extends Intent> tags) {
        Set<String> names = new LinkedHashSet<>();
        for (Intent tag : tags) {
            names.add(name(tag));
        }
        return names;
    }

    static String name(Intent intent) {
        if (intent instanceof Intent.Key key) {
            return keyName(key.key());
        }
        return "t:"
                + intent.tagText()
                        .orElseThrow(() ->
                                new IllegalArgumentException("a flush is no tag: it concerns every value anyway"));
    }

    /** What a value counts on that is about to be loaded. */
    CountStamp stamp(String key, Collection<? extends Intent> tags) {
        List<InvalidationCount> cells = new ArrayList<>(tags.size() + 2);
        cells.add(everything);
        cells.add(cell(keyName(key)));
        for (String name : names(tags)) {
            cells.add(cell(name));
        }
        return CountStamp.of(cells.toArray(new InvalidationCount[0]));
    }

    /** The stamp with tags that its loader found. It is never current if one of them may have been invalidated since. */
    CountStamp late(CountStamp stamp, Set<String> names, long since) {
        CountStamp all = stamp.and(names.stream().map(this::cell).toArray(InvalidationCount[]::new));
        return recent.touched(names, since) ? CountStamp.never() : all;
    }

    long position() {
        return recent.position();
    }

    void invalidate(String name) {
        recent.add(name);
        InvalidationCount cell = byName.getIfPresent(name);
        if (cell != null) {
            cell.incrementAndGet();
        }
    }

    void invalidateAll() {
        everything.incrementAndGet();
    }

    /** Returns how many names are held, or were a short time ago. */
    long size() {
        byName.cleanUp();
        return byName.estimatedSize();
    }

    private InvalidationCount cell(String name) {
        return byName.get(name, unused -> new InvalidationCount());
    }
}
