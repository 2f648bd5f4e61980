package dev.leat.http.exchange;

import java.nio.ByteBuffer;

/** Bytes that several answers send. They are in memory once, until the last of the answers was sent and the maker has released them. */
public interface SharedBytes {

    /** Returns how many bytes there are. */
    int length();

    /** Ends the maker's use. */
    void release();

    /** Copies bytes so that they can be shared. */
    interface Maker {

        /** Copies bytes, of which there is at least one. The copy counts as unsent until it is freed. */
        SharedBytes copyOf(ByteBuffer... bytes);
    }
}
