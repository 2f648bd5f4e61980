package dev.leat.cache;

import java.util.Map;

/**
 * Figures of a cache since it was built.
 *
 * @param size values and running loads, about
 * @param hits answers without waiting
 * @param misses questions that began a load or joined one
 * @param joins questions that joined a load which was running
 * @param loads loaders that returned
 * @param failures loaders that threw
 * @param loadNanos the time that loaders took
 * @param refreshes loads in the background, ahead of a value's end
 * @param discarded values found invalidated when they were asked for
 * @param uncached values that were handed out but not cached, because something they depend on was, or may have been, invalidated
 *     while they were loaded
 * @param standIns failures that were answered with a value past its end
 * @param evictions values that made room or whose time was over
 * @param invalidations by kind of intent
 * @param flushes by reason
 */
public record CacheFigures(
        long size,
        long hits,
        long misses,
        long joins,
        long loads,
        long failures,
        long loadNanos,
        long refreshes,
        long discarded,
        long uncached,
        long standIns,
        long evictions,
        Map<String, Long> invalidations,
        Map<String, Long> flushes) {}
