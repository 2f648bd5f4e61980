package dev.leat.http.limit;

import dev.leat.http.limit.RateSettings.Rate;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A bucket for each key, made when it is first needed and dropped when it is full again. If there are too many, keys
 * without a bucket share a few: the memory stays bounded, and no client can evade the limit.
 */
final class Buckets {
    static final int MOST = 100_000;

    private static final int SHARED = 1024;
    private static final long SWEEP_NANOS = 1_000_000_000;

    private final long perToken;
    private final long capacity;
    private final ConcurrentHashMap<String, Bucket> buckets = new ConcurrentHashMap<>();
    private final Bucket[] shared = new Bucket[SHARED];
    private final AtomicLong lastSweep;

    Buckets(Rate rate, long now) {
        perToken = Math.max(1, Math.round(1e9 / rate.perSecond()));
        capacity = perToken * rate.burst();
        lastSweep = new AtomicLong(now);
        Arrays.setAll(shared, i -> new Bucket(now));
    }

    /** Takes a token; returns 0 or the nanoseconds until there is one. */
    long take(String key, long now) {
        while (true) {
            Bucket bucket = bucket(key, now);
            long wait = bucket.take(now, perToken, capacity);
            if (wait != Bucket.RETIRED) {
                return wait;
            }
            buckets.remove(key, bucket);
        }
    }

    void giveBack(String key) {
        buckets.getOrDefault(key, shared(key)).giveBack(perToken);
    }

    int size() {
        return buckets.size();
    }

    private Bucket bucket(String key, long now) {
        Bucket known = buckets.get(key);
        if (known != null) {
            return known;
        }
        sweep(now);
        if (buckets.mappingCount() >= MOST) {
            return shared(key);
        }
        return buckets.computeIfAbsent(key, unused -> new Bucket(now));
    }

    private Bucket shared(String key) {
        return shared[Math.floorMod(key.hashCode(), SHARED)];
    }

    /** Drops what is full, at most once a second. */
    private void sweep(long now) {
        long last = lastSweep.get();
        if (now - last >= SWEEP_NANOS && lastSweep.compareAndSet(last, now)) {
            buckets.entrySet().removeIf(entry -> entry.getValue().retire(now));
        }
    }
}
