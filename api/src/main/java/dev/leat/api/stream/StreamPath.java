package dev.leat.api.stream;

import dev.leat.api.internal.Tag;
import dev.leat.api.queue.QueueName;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Where a stream lives: segments separated by slashes, such as {@code orders/eu/2026}.
 *
 * <p>A part in braces names what the stream belongs to: {@code cart/{42}/items} and {@code {42}/audit} are placed in the
 * same shard, because the tag {@code 42} alone decides it.
 */
public record StreamPath(String value) implements Comparable<StreamPath> {

    /** The prefix of presence streams, which tell of a queue's consumers. Only Leat writes them. */
    private static final String PRESENCE = "$presence/";

    /** The longest path, in bytes of UTF-8. */
    public static final int MAX_BYTES = 1024;

    public StreamPath {
        String flaw = flaw(value);
        if (flaw != null) {
            throw new IllegalArgumentException("not a stream path: " + flaw);
        }
    }

    /**
     * Returns a path.
     *
     * @throws IllegalArgumentException if it is malformed
     */
    public static StreamPath of(String value) {
        return new StreamPath(value);
    }

    /** The stream that tells when a consumer of a queue comes, goes or falls silent. */
    public static StreamPath ofPresence(QueueName queue) {
        return new StreamPath(PRESENCE + queue.value());
    }

    /** Returns whether Leat itself keeps the stream, so that callers cannot create, append to or delete it. */
    public boolean isKeptByLeat() {
        return value.startsWith(PRESENCE);
    }

    /**
     * The part that decides the shard: what the first pair of braces holds, else the whole path. A stream about a queue is where
     * the queue is, so that both change together.
     */
    public String tag() {
        return Tag.of(isKeptByLeat() ? value.substring(PRESENCE.length()) : value);
    }

    /** One pass over the characters: this is done for every request. */
    private static @Nullable String flaw(String value) {
        if (value.isEmpty()) {
            return "it is empty";
        }
        if (isTooLong(value)) {
            return "it is longer than " + MAX_BYTES + " bytes";
        }
        int start = 0;
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '/') {
                if (isNoName(value, start, i)) {
                    return "it has the segment '" + value.substring(start, i) + "'";
                }
                start = i + 1;
            } else if (Character.isISOControl(c)) {
                return "it has a control character at index " + i;
            } else if (Character.isSurrogate(c) && !pairedAt(value, i)) {
                return "it has half of a surrogate pair at index " + i;
            }
        }
        return isNoName(value, start, value.length()) ? "it has the segment '" + value.substring(start) + "'" : null;
    }

    /** A character has three bytes at most, so most paths need no counting. */
    private static boolean isTooLong(String value) {
        return value.length() > MAX_BYTES
                || (3 * value.length() > MAX_BYTES && value.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES);
    }

    /** Whether a segment is empty, a dot, or two. */
    private static boolean isNoName(String value, int start, int end) {
        int length = end - start;
        return length == 0 || (length <= 2 && value.charAt(start) == '.' && value.charAt(end - 1) == '.');
    }

    private static boolean pairedAt(String value, int i) {
        char c = value.charAt(i);
        return Character.isHighSurrogate(c)
                ? i + 1 < value.length() && Character.isLowSurrogate(value.charAt(i + 1))
                : i > 0 && Character.isHighSurrogate(value.charAt(i - 1));
    }

    @Override
    public int compareTo(StreamPath other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
