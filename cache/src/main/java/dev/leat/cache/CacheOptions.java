package dev.leat.cache;

import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.ToIntBiFunction;

/**
 * Options of a cache. Times are in nanoseconds, and zero is off.
 *
 * @param pardon whether an invalidated value may stand in when a loader fails
 * @param pause how long no load is tried after a loader failed and an older value stands in
 */
record CacheOptions<K, V>(
        long ttl,
        long negativeTtl,
        long refreshAhead,
        long staleOnError,
        boolean pardon,
        long pause,
        long maximumWeight,
        ToIntBiFunction<? super K, ? super V> weigher,
        int recentLimit,
        Function<? super K, String> keyText,
        Executor executor,
        LongSupplier ticker) {

    /** Whether an entry has times that Caffeine does not know of. */
    boolean clocked() {
        return refreshAhead > 0 || staleOnError > 0;
    }
}
