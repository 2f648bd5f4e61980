package dev.leat.api.stream;

import org.jspecify.annotations.Nullable;

/**
 * Where a new stream branches off.
 *
 * @param source the stream whose messages it inherits
 * @param at it inherits what lies before this offset; null for the source's tail
 * @param sub how much more it inherits of what follows: that many messages if JSON, else that many bytes of the next message;
 *     null for nothing
 */
public record Fork(
        StreamPath source, @Nullable Offset at, @Nullable Long sub) {

    public Fork {
        if (sub != null && sub < 0) {
            throw new IllegalArgumentException("a sub-offset is not negative: " + sub);
        }
    }

    public static Fork of(String source) {
        return new Fork(StreamPath.of(source), null, null);
    }

    public Fork at(Offset offset) {
        return new Fork(source, offset, sub);
    }

    public Fork plus(long sub) {
        return new Fork(source, at, sub);
    }
}
