package dev.leat.client.stream;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Parses server-sent events from pieces of any size. Lines end with a line feed, a carriage return, or both. */
final class SseParser {

    /** Receives each complete event. */
    interface Sink {
        void event(String type, byte[] data);
    }

    private final Sink sink;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream(256);
    private final ByteArrayOutputStream data = new ByteArrayOutputStream(4096);
    private String type = "";
    private boolean hasData;
    private boolean afterReturn;

    SseParser(Sink sink) {
        this.sink = sink;
    }

    void take(ByteBuffer bytes) {
        while (bytes.hasRemaining()) {
            byte b = bytes.get();
            if (b == '\n' && afterReturn) {
                afterReturn = false;
            } else if (b == '\n' || b == '\r') {
                afterReturn = b == '\r';
                lineEnded();
            } else {
                afterReturn = false;
                line.write(b);
            }
        }
    }

    private void lineEnded() {
        byte[] whole = line.toByteArray();
        line.reset();
        if (whole.length == 0) {
            dispatch();
            return;
        }
        int colon = indexOfColon(whole);
        String field = new String(whole, 0, colon, StandardCharsets.UTF_8);
        int start = colon + 1 < whole.length && whole[colon + 1] == ' ' ? colon + 2 : colon + 1;
        if (field.equals("event")) {
            type = start < whole.length ? new String(whole, start, whole.length - start, StandardCharsets.UTF_8) : "";
        } else if (field.equals("data")) {
            if (hasData) {
                data.write('\n');
            }
            hasData = true;
            data.write(whole, Math.min(start, whole.length), Math.max(0, whole.length - start));
        }
    }

    private static int indexOfColon(byte[] whole) {
        for (int i = 0; i < whole.length; i++) {
            if (whole[i] == ':') {
                return i;
            }
        }
        return whole.length;
    }

    private void dispatch() {
        if (hasData) {
            sink.event(type, data.toByteArray());
        }
        type = "";
        hasData = false;
        data.reset();
    }
}
