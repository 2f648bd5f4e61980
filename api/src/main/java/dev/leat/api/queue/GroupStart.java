package dev.leat.api.queue;

import java.time.Instant;

/** Where a group begins to read, or goes on. */
public sealed interface GroupStart {

    /** With the oldest message that is still there. */
    record Head() implements GroupStart {}

    /** With the next message that is enqueued. */
    record Tail() implements GroupStart {}

    /** With the first message of at least this seq; with the next one that is enqueued if there is none. */
    record Seq(long seq) implements GroupStart {
        public Seq {
            if (seq < 0) {
                throw new IllegalArgumentException("a seq is not negative");
            }
        }
    }

    /** With the first message that was enqueued at this moment or later; with the next one that is enqueued if there is none. */
    record Timestamp(Instant moment) implements GroupStart {}

    /** The oldest message that is still there. */
    GroupStart HEAD = new Head();

    /** The next message that is enqueued. */
    GroupStart TAIL = new Tail();
}
