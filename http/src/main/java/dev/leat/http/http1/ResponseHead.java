package dev.leat.http.http1;

import dev.leat.http.exchange.AsciiText;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The status line and the headers of an answer. */
final class ResponseHead {
    private static final int USUAL_HEADERS = 12;
    private static final byte[][] LINES = new byte[600][];

    static {
        for (int status = 0; status < LINES.length; status++) {
            String line = "HTTP/1.1 " + HttpResponseStatus.valueOf(status) + "\r\n";
            LINES[status] = line.getBytes(StandardCharsets.US_ASCII);
        }
    }

    private CharSequence[] names = new CharSequence[USUAL_HEADERS];
    private CharSequence[] values = new CharSequence[USUAL_HEADERS];
    private int count;
    private int status = 200;

    int status() {
        return status;
    }

    void status(int other) {
        status = other;
    }

    void put(CharSequence name, CharSequence value) {
        check(value);
        int place = find(name);
        if (place >= 0) {
            values[place] = value;
            return;
        }
        check(name);
        if (count == names.length) {
            names = Arrays.copyOf(names, 2 * count);
            values = Arrays.copyOf(values, 2 * count);
        }
        names[count] = name;
        values[count] = value;
        count++;
    }

    boolean has(CharSequence name) {
        return find(name) >= 0;
    }

    void clear() {
        count = 0;
    }

    private int find(CharSequence name) {
        for (int i = 0; i < count; i++) {
            if (AsciiString.contentEqualsIgnoreCase(names[i], name)) {
                return i;
            }
        }
        return -1;
    }

    /** Throws if the text has a control character. An {@link AsciiText} was checked when it was made. */
    private static void check(CharSequence text) {
        if (text instanceof AsciiText) {
            return;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if ((c < ' ' && c != '\t') || c == 0x7f) {
                throw new IllegalArgumentException("a header of an answer has a control character in it");
            }
        }
    }

    void write(HeadBuffer out) {
        out.write(LINES[status]);
        for (int i = 0; i < count; i++) {
            out.write(names[i]);
            out.write(HeadBuffer.COLON);
            out.write(values[i]);
            out.write(HeadBuffer.LINE_END);
        }
        out.write(HeadBuffer.LINE_END);
    }
}
