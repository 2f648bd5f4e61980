package dev.leat.http.exchange;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;

/** An answer as it goes out, by whichever version of HTTP. Lives on one event loop. */
public interface ServerResponse {
    ServerResponse status(int status);

    int status();

    /** Sets a header, in place of what it was. */
    ServerResponse putHeader(CharSequence name, CharSequence value);

    /** Removes all headers. */
    void clearHeaders();

    /** Closes the connection after this answer, unless other requests share it. */
    void closeAfter();

    /** Sends {@code 100 Continue}. */
    void sayContinue();

    /** Sends some of the body, and the head before it. The bytes must not change until they are sent. */
    void write(ByteBuffer... bytes);

    /** Sends some of the body, which other answers send, too. The head was sent before. */
    void write(SharedBytes bytes);

    /**
     * Sends the rest of the answer: the head, if it was not sent, and the body, if there is one.
     *
     * @param sent called when the answer was sent or failed; null for no call
     * @param body no buffer for no body; must not change until it is sent
     */
    void end(@Nullable Sent sent, ByteBuffer... body);

    /** Returns whether the head was sent, so that it cannot be changed any more. */
    boolean isBegun();

    boolean isEnded();

    /** Returns whether the client is gone. */
    boolean isGone();

    /** What to do if the client goes before the answer is complete; soon, if it is gone already. */
    void onGone(Runnable action);

    /**
     * What an answer that waits for something does when the client has ended its side of the connection: soon, if it has already.
     * Such a client may be gone, which only a write can tell, so the wait is to end with what there is. Where a connection cannot
     * be ended on one side alone, {@link #onGone} is all that is called.
     */
    void onInputEnd(Runnable action);

    /** Whether a long body may be handed over as a whole: it stays where it is, and is sent as the client takes it. */
    boolean isPaced();

    /** Whether more bytes wait to be sent than should. */
    boolean isFull();

    /** How many bytes may wait before it counts as full. */
    void queueBytes(int bytes);

    /** What to do whenever there is room again; null for nothing. */
    void onDrain(@Nullable Runnable action);

    /** How many bytes of the body were written here. */
    long bytes();

    /** Ends what cannot be completed: this answer alone where others share the connection, else the connection. */
    void abandon();

    /** Sends files; null where their bytes have to come by way of {@link #write}. */
    @Nullable
    FileSink files();

    /** Listener that is called when an answer was handed to the operating system, or could not be. */
    interface Sent {
        void sent(boolean success);
    }

    /** Sends bytes of an answer whose length was said in its head. */
    interface FileSink {
        void write(ByteBuffer... bytes);

        /** Has the operating system send a part of a file, which stays open and unchanged until the answer was sent. */
        void write(FileChannel file, long place, long length);
    }
}
