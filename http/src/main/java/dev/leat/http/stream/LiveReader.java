package dev.leat.http.stream;

import dev.leat.api.Rejection;
import dev.leat.api.stream.Offset;

/** Somebody who follows a stream. All of it happens on one event loop. */
interface LiveReader {

    /** Up to where it has everything. */
    Offset position();

    /** Which life of the stream it follows; -1 if it has not seen any yet. */
    long incarnation();

    /** Whether it waits for the next batch; else it is still reading what was there before, or does not keep up. */
    boolean isWaiting();

    /** Takes a batch that begins where it is. */
    void take(Batch batch);

    /** There is something that it has to read by itself. */
    void catchUp();

    /** The stream is gone, or cannot be followed now. */
    void lost(Rejection why);

    /** The server is stopping. */
    void drain();
}
