package dev.leat.http.exchange;

import java.io.ByteArrayOutputStream;

/** Collects the bytes of one text after the other, and holds on to no more room than most of them need. */
final class JsonOutput extends ByteArrayOutputStream {
    private static final int USUAL_BYTES = 2048;

    JsonOutput() {
        super(USUAL_BYTES);
    }

    /** The whole text. The next one begins. */
    byte[] take() {
        byte[] text = toByteArray();
        reset();
        if (buf.length > USUAL_BYTES) {
            buf = new byte[USUAL_BYTES];
        }
        return text;
    }
}
