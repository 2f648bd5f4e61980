package dev.leat.storage.layout;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Requirements of a program on a data directory.
 *
 * @param shards a power of two from 1 to 256; null takes what an existing directory has, and {@value #DEFAULT_SHARDS} for a
 *     new one
 * @param hashPolicy the name of the rule that sends a name to its shard
 * @param journalSegmentBytes for a new directory; an existing one keeps its own
 */
public record LayoutSettings(@Nullable Integer shards, String hashPolicy, long journalSegmentBytes) {

    public static final int DEFAULT_SHARDS = 16;
    public static final int MAX_SHARDS = 256;

    private static final Pattern POLICY = Pattern.compile("[a-z0-9][a-z0-9.-]{0,63}");

    public LayoutSettings {
        if (shards != null && !isShardCount(shards)) {
            throw new IllegalArgumentException(
                    "the shard count has to be a power of two from 1 to " + MAX_SHARDS + ", not " + shards);
        }
        if (!POLICY.matcher(hashPolicy).matches()) {
            throw new IllegalArgumentException("'" + hashPolicy + "' is not the name of a hash policy");
        }
        if (journalSegmentBytes < 1) {
            throw new IllegalArgumentException("a journal segment cannot have " + journalSegmentBytes + " bytes");
        }
    }

    static boolean isShardCount(int shards) {
        return Integer.bitCount(shards) == 1 && shards > 0 && shards <= MAX_SHARDS;
    }
}
