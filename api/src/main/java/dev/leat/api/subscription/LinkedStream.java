package dev.leat.api.subscription;

import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamPath;

/**
 * A stream that a subscription is about.
 *
 * @param explicit whether it was named, rather than only matching the pattern
 * @param acked what lies before has been processed
 * @param tail the stream's tail at the moment this tells of; where there is no such stream, the same as {@code acked}
 */
public record LinkedStream(StreamPath path, boolean explicit, Offset acked, Offset tail) {

    /** Returns whether the stream has messages after the acked offset. */
    public boolean pending() {
        return tail.compareTo(acked) > 0;
    }
}
