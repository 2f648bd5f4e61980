package dev.leat.http.exchange;

import java.io.OutputStream;
import java.util.Arrays;

/** Collects the bytes of one text after the other. A text that comes at once, as a short one does, is copied once. */
final class JsonOutput extends OutputStream {
    private static final byte[] NOTHING = {};

    private byte[] bytes = NOTHING;
    private int length;

    @Override
    public void write(int one) {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] from, int offset, int count) {
        if (length == 0) {
            bytes = Arrays.copyOfRange(from, offset, offset + count);
        } else {
            makeRoom(count);
            System.arraycopy(from, offset, bytes, length, count);
        }
        length += count;
    }

    private void makeRoom(int count) {
        int needed = Math.addExact(length, count);
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.max(needed, Math.min(2L * bytes.length, Integer.MAX_VALUE - 8)));
        }
    }

    /** The whole text. The next one begins. */
    byte[] take() {
        byte[] taken = length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
        bytes = NOTHING;
        length = 0;
        return taken;
    }
}
