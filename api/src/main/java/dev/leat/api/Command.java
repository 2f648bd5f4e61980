package dev.leat.api;

import org.jspecify.annotations.Nullable;

/** A request to change something. Every write enters the engine as one of these. */
public sealed interface Command<O extends Outcome> {

    /** The stream it is about, which decides the shard. */
    StreamPath path();

    /**
     * Makes a stream, or confirms one that was made the same way.
     *
     * @param contentType null for the fork's source's, else bytes
     * @param lifetime null for the fork's source's, else forever
     */
    record Create(
            StreamPath path,
            @Nullable ContentType contentType,
            @Nullable Lifetime lifetime,
            Body body,
            boolean closed,
            @Nullable Fork fork)
            implements Command<Outcome.Created> {}

    /**
     * Adds messages at the tail.
     *
     * @param contentType must be the stream's; null for whatever the stream has
     * @param seq must be greater than the stream's last, byte by byte; null for no check
     * @param close whether this is the last append; with an empty body it only closes
     */
    record Append(
            StreamPath path,
            @Nullable ContentType contentType,
            Body body,
            @Nullable ProducerStamp producer,
            @Nullable String seq,
            boolean close)
            implements Command<Outcome.Appended> {

        /** The longest seq, in characters. */
        public static final int MAX_SEQ_LENGTH = 1024;

        public Append {
            if (seq != null && seq.length() > MAX_SEQ_LENGTH) {
                throw new IllegalArgumentException("a seq has at most " + MAX_SEQ_LENGTH + " characters");
            }
        }
    }

    /** Removes a stream; while forks still read from it, it is only hidden. */
    record Delete(StreamPath path) implements Command<Outcome.Deleted> {}
}
