package dev.leat.http.http1;

import dev.leat.http.exchange.AsciiText;
import io.netty.util.concurrent.FastThreadLocal;
import java.util.Arrays;

/** Buffer in which a head is assembled. Each event loop has one and reuses it. */
final class HeadBuffer {
    static final byte[] COLON = {':', ' '};
    static final byte[] LINE_END = {'\r', '\n'};

    private static final int USUAL_BYTES = 4 << 10;
    private static final int MOST_KEPT = 64 << 10;
    private static final FastThreadLocal<HeadBuffer> LOCAL = new FastThreadLocal<>() {
        @Override
        protected HeadBuffer initialValue() {
            return new HeadBuffer();
        }
    };

    private byte[] array = new byte[USUAL_BYTES];
    private int length;

    /** Returns the empty buffer of this event loop, which the caller must not keep. */
    static HeadBuffer fresh() {
        HeadBuffer bytes = LOCAL.get();
        bytes.length = 0;
        if (bytes.array.length > MOST_KEPT) {
            bytes.array = new byte[USUAL_BYTES];
        }
        return bytes;
    }

    byte[] array() {
        return array;
    }

    int length() {
        return length;
    }

    void write(byte[] bytes) {
        ensure(bytes.length);
        System.arraycopy(bytes, 0, array, length, bytes.length);
        length += bytes.length;
    }

    /** Appends text; characters beyond a byte become question marks. */
    void write(CharSequence text) {
        int more = text.length();
        ensure(more);
        if (text instanceof AsciiText ascii) {
            ascii.copyTo(array, length);
        } else {
            for (int i = 0; i < more; i++) {
                char c = text.charAt(i);
                array[length + i] = (byte) (c < 0x100 ? c : '?');
            }
        }
        length += more;
    }

    private void ensure(int more) {
        if (array.length - length < more) {
            array = Arrays.copyOf(array, Math.max(2 * array.length, length + more));
        }
    }
}
