package dev.leat.engine.stream;

import dev.leat.api.Rejection;
import dev.leat.api.spi.Slice;
import dev.leat.api.stream.Fork;
import dev.leat.api.stream.Offset;
import org.jspecify.annotations.Nullable;

/**
 * Where exactly a fork branches off: found by reading the source, before any shard is asked. What was found stays true,
 * because the bytes of a stream never change.
 *
 * @param position null if it was refused
 * @param rejection null if it was found
 */
record ForkPoint(@Nullable Long position, @Nullable Rejection rejection) {
    private static final int LOOK_BYTES = 1 << 20;

    static ForkPoint find(StreamReader reader, StreamState source, Fork fork) {
        long tail = StreamState.tailOf(source.published());
        Offset at = fork.at();
        long anchor = at == null || at.equals(Offset.NOW) ? tail : at.position();
        if (anchor > tail) {
            return refused("the offset " + at + " lies beyond the tail of " + fork.source());
        }
        long sub = fork.sub() == null ? 0 : fork.sub();
        if (anchor == tail) {
            return sub == 0 ? new ForkPoint(tail, null) : refused("there is nothing after the tail to inherit");
        }
        return source.json ? messages(reader, source, anchor, sub) : bytes(reader, source, anchor, sub);
    }

    private static ForkPoint bytes(StreamReader reader, StreamState source, long anchor, long sub) {
        try (Slice message = reader.read(source, anchor, 1)) {
            return sub > message.length()
                    ? refused("the message there has only " + message.length() + " bytes")
                    : new ForkPoint(message.from().position() + sub, null);
        }
    }

    private static ForkPoint messages(StreamReader reader, StreamState source, long anchor, long sub) {
        long position = anchor;
        long missing = sub;
        while (true) {
            try (Slice slice = reader.read(source, position, LOOK_BYTES)) {
                position = slice.from().position();
                int[] ends = slice.ends().get();
                if (missing <= ends.length) {
                    return new ForkPoint(position + (missing == 0 ? 0 : ends[(int) missing - 1]), null);
                }
                missing -= ends.length;
                position = slice.next().position();
                if (slice.upToDate()) {
                    return refused("only " + (sub - missing) + " messages follow there");
                }
            }
        }
    }

    private static ForkPoint refused(String what) {
        return new ForkPoint(null, new Rejection.ForkOutOfRange(what));
    }
}
