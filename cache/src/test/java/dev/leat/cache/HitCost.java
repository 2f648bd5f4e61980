package dev.leat.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import dev.leat.outbox.Intent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;

/** What a hit and an invalidation cost, beside a plain Caffeine cache with the same limits, in turns of one run. */
public final class HitCost {

    private static final int KEYS = 10_000;
    private static final int CALLS = 5_000_000;
    private static final int ROUNDS = 7;

    private static final List<String> NAMES = names();

    private HitCost() {}

    public static void main(String[] args) {
        Cache<String, String> plain = Caffeine.newBuilder()
                .maximumSize(2 * KEYS)
                .expireAfterWrite(Duration.ofHours(1))
                .recordStats()
                .build();
        Cache<String, String> own = Caffeine.newBuilder()
                .maximumWeight(2 * KEYS)
                .weigher((String key, String value) -> 1)
                .expireAfter(Expiry.writing((String key, String value) -> Duration.ofHours(1)))
                .recordStats()
                .build();
        TaggedCache<String, String> tagged = TaggedCache.<String, String>builder(Duration.ofHours(1))
                .maximumSize(2 * KEYS)
                .build();
        TaggedCache<String, String> clocked = TaggedCache.<String, String>builder(Duration.ofHours(1))
                .maximumSize(2 * KEYS)
                .refreshAhead(Duration.ofMinutes(1))
                .build();
        List<List<Intent>> tags = NAMES.stream()
                .map(name -> List.of(Intent.entity("user", name), Intent.collection("users")))
                .toList();
        compare(List.of(
                new Case("plain Caffeine", i -> plain.get(NAMES.get(i), name -> name)),
                new Case("and a time for each entry", i -> own.get(NAMES.get(i), name -> name)),
                new Case("tagged, two tags", i -> tagged.get(NAMES.get(i), tags.get(i), LoadResult::of)),
                new Case("and refresh ahead", i -> clocked.get(NAMES.get(i), tags.get(i), LoadResult::of))));
        Intent users = Intent.collection("users");
        compare(List.of(new Case("invalidate a tag of " + KEYS + " values", i -> {
            tagged.apply(users);
            return users;
        })));
        memory();
    }

    /** What an entry takes beside its key and its value. The names of its tags are in it. */
    private static void memory() {
        List<List<Intent>> tags = NAMES.stream()
                .map(name -> List.of(Intent.entity("user", name), Intent.collection("users")))
                .toList();
        Cache<String, String> plain = Caffeine.newBuilder()
                .maximumSize(2 * KEYS)
                .expireAfterWrite(Duration.ofHours(1))
                .build();
        long before = used();
        NAMES.forEach(name -> plain.put(name, name));
        long between = used();
        TaggedCache<String, String> tagged = TaggedCache.<String, String>builder(Duration.ofHours(1))
                .maximumSize(2 * KEYS)
                .build();
        for (int i = 0; i < KEYS; i++) {
            tagged.get(NAMES.get(i), tags.get(i), LoadResult::of);
        }
        long after = used();
        System.out.printf(
                "bytes for an entry: plain %d, tagged %d (%d and %d entries)%n",
                (between - before) / KEYS,
                (after - between) / KEYS,
                plain.estimatedSize(),
                tagged.figures().size());
    }

    private static long used() {
        for (int i = 0; i < 5; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private record Case(String name, IntFunction<Object> call) {}

    private static List<String> names() {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < KEYS; i++) {
            names.add("user-" + i);
        }
        return names;
    }

    /** In turns, so that none has the better moments. */
    private static void compare(List<Case> cases) {
        double[][] nanos = new double[cases.size()][ROUNDS];
        for (int round = -2; round < ROUNDS; round++) {
            for (int i = 0; i < cases.size(); i++) {
                double took = time(cases.get(i).call());
                if (round >= 0) {
                    nanos[i][round] = took;
                }
            }
        }
        for (int i = 0; i < cases.size(); i++) {
            double[] took = nanos[i];
            Arrays.sort(took);
            System.out.printf(
                    Locale.ROOT,
                    "%-36s median %5.1f ns, %5.1f to %5.1f%n",
                    cases.get(i).name(),
                    took[ROUNDS / 2],
                    took[0],
                    took[ROUNDS - 1]);
        }
    }

    private static double time(IntFunction<Object> call) {
        long began = System.nanoTime();
        int seen = 0;
        for (int i = 0; i < CALLS; i++) {
            seen += call.apply((int) (i * 7919L % KEYS)).hashCode();
        }
        long took = System.nanoTime() - began;
        if (seen == 42) {
            System.out.println();
        }
        return (double) took / CALLS;
    }
}
