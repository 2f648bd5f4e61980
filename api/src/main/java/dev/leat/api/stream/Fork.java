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

    /** Returns a fork of a stream at its tail. */
    public static Fork of(String source) {
        return new Fork(StreamPath.of(source), null, null);
    }

    /** Returns a copy that begins at an offset of the source. */
    public Fork at(Offset offset) {
        return new Fork(source, offset, sub);
    }

    /** Returns a copy that begins some messages after its offset. */
    public Fork plus(long sub) {
        return new Fork(source, at, sub);
    }
}
