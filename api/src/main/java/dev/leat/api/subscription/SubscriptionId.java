package dev.leat.api.subscription;

import dev.leat.api.internal.Tag;
import dev.leat.api.stream.StreamPath;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The name of a subscription. A part in braces decides its shard, as in a {@link StreamPath}. */
public record SubscriptionId(String value) implements Comparable<SubscriptionId> {

    /** The longest id, in bytes of UTF-8. */
    public static final int MAX_BYTES = 256;

    public SubscriptionId {
        String flaw = flaw(value);
        if (flaw != null) {
            throw new IllegalArgumentException("not a subscription id: " + flaw);
        }
    }

    /**
     * Returns an id.
     *
     * @throws IllegalArgumentException if it is malformed
     */
    public static SubscriptionId of(String value) {
        return new SubscriptionId(value);
    }

    /** The part that decides the shard: what the first pair of braces holds, else the whole id. */
    public String tag() {
        return Tag.of(value);
    }

    private static @Nullable String flaw(String value) {
        if (value.isEmpty()) {
            return "it is empty";
        }
        if (value.length() > MAX_BYTES || value.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
            return "it is longer than " + MAX_BYTES + " bytes";
        }
        if (value.indexOf('/') >= 0) {
            return "it has a slash";
        }
        if (value.codePoints()
                .anyMatch(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE)) {
            return "it has a control character or half of a surrogate pair";
        }
        return null;
    }

    @Override
    public int compareTo(SubscriptionId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
