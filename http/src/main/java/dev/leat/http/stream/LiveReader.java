package dev.leat.http.stream;

import dev.leat.api.Rejection;
import dev.leat.api.stream.Offset;

/** A follower of a stream. Every method is called on one event loop. */
interface LiveReader {

    /** Returns the offset up to which the reader has all messages. */
    Offset position();

    /** Returns the incarnation of the stream that it follows; -1 if it has read nothing yet. */
    long incarnation();

    /** Returns whether it waits for the next batch; if not, it still reads earlier messages, or does not keep up. */
    boolean isWaiting();

    /** Takes a batch that begins at its position. */
    void take(FeedBatch batch);

    /** Tells the reader that there are messages that it has to read by itself. */
    void catchUp();

    /** Tells the reader that the stream is gone, or cannot be followed now. */
    void lost(Rejection why);

    /** Tells the reader that the server is stopping. */
    void drain();
}
