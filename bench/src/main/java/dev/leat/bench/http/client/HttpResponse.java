package dev.leat.bench.http.client;

import dev.leat.bench.run.BenchException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Parser of responses that looks at as few of their bytes as possible: the status, how long the body is, and what the protocol says of the stream.
 * Bytes come in pieces that end anywhere.
 */
public final class HttpResponse {

    /** The receiver of what is read. */
    public interface Sink {
        /** Status and headers are there. */
        void head();

        /** Some of the body, between position and limit. */
        void body(ByteBuffer bytes);
    }

    private enum State {
        STATUS,
        HEADER,
        LENGTH,
        CHUNK_SIZE,
        CHUNK,
        CHUNK_END,
        TRAILER,
        UNTIL_CLOSE,
        DONE
    }

    private static final int LONGEST_LINE = 64 << 10;

    private State state = State.STATUS;
    private byte[] line = new byte[64];
    private int length;
    private long remaining = -1;
    private boolean chunked;
    private int status;
    private boolean closing;
    private boolean upToDate;
    private String nextOffset = "";
    private String cursor = "";

    public int status() {
        return status;
    }

    public boolean isGood() {
        return status >= 200 && status < 300;
    }

    /** Whether the server closes the connection after it. */
    boolean isClosing() {
        return closing;
    }

    public boolean isUpToDate() {
        return upToDate;
    }

    /** Stream-Next-Offset; empty if there was none. */
    public String nextOffset() {
        return nextOffset;
    }

    /** Stream-Cursor; empty if there was none. */
    public String cursor() {
        return cursor;
    }

    void reset() {
        state = State.STATUS;
        length = 0;
        status = 0;
        remaining = -1;
        chunked = false;
        closing = false;
        upToDate = false;
        nextOffset = "";
        cursor = "";
    }

    /** Takes bytes until the answer is complete or there are no more; true if it is complete. */
    boolean take(ByteBuffer bytes, Sink sink) {
        while (bytes.hasRemaining() && state != State.DONE) {
            switch (state) {
                case LENGTH, CHUNK -> takeCounted(bytes, sink);
                case UNTIL_CLOSE -> pass(bytes, bytes.remaining(), sink);
                default -> {
                    if (takeLine(bytes)) {
                        lineEnded(sink);
                    }
                }
            }
        }
        return state == State.DONE;
    }

    /** The server closed the connection; true if that is how this answer ends. */
    boolean ended() {
        boolean complete = state == State.UNTIL_CLOSE;
        state = complete ? State.DONE : state;
        closing = true;
        return complete;
    }

    private void takeCounted(ByteBuffer bytes, Sink sink) {
        int count = (int) Math.min(remaining, bytes.remaining());
        remaining -= count;
        if (remaining == 0) {
            state = state == State.CHUNK ? State.CHUNK_END : State.DONE;
        }
        pass(bytes, count, sink);
    }

    private static void pass(ByteBuffer bytes, int count, Sink sink) {
        int limit = bytes.limit();
        int end = bytes.position() + count;
        sink.body(bytes.limit(end));
        bytes.limit(limit).position(end);
    }

    /** Collects a line without its end; true once it is complete. */
    private boolean takeLine(ByteBuffer bytes) {
        int start = bytes.position();
        int end = start;
        while (end < bytes.limit() && bytes.get(end) != '\n') {
            end++;
        }
        boolean complete = end < bytes.limit();
        collect(bytes, end - start);
        if (complete) {
            bytes.position(end + 1);
            length -= length > 0 && line[length - 1] == '\r' ? 1 : 0;
        }
        return complete;
    }

    private void collect(ByteBuffer bytes, int count) {
        if (length + count > LONGEST_LINE) {
            throw new BenchException("a line of an answer is longer than " + LONGEST_LINE + " bytes");
        }
        if (length + count > line.length) {
            line = Arrays.copyOf(line, 2 * (length + count));
        }
        bytes.get(line, length, count);
        length += count;
    }

    private void lineEnded(Sink sink) {
        switch (state) {
            case STATUS -> statusEnded();
            case HEADER -> headerEnded(sink);
            case CHUNK_SIZE -> chunkSizeEnded();
            case CHUNK_END -> state = State.CHUNK_SIZE;
            case TRAILER -> state = length == 0 ? State.DONE : State.TRAILER;
            default -> throw new IllegalStateException(state.name());
        }
        length = 0;
    }

    private void statusEnded() {
        if (length < 12 || line[0] != 'H' || line[8] != ' ') {
            throw new BenchException("not HTTP/1.1: " + text(0, Math.min(length, 80)));
        }
        status = (line[9] - '0') * 100 + (line[10] - '0') * 10 + line[11] - '0';
        state = State.HEADER;
    }

    private void headerEnded(Sink sink) {
        if (length > 0) {
            header();
        } else if (status < 200) {
            reset(); // an interim answer; the real one follows
        } else {
            state = bodyState();
            sink.head();
        }
    }

    private State bodyState() {
        if (status == 204 || status == 304 || (remaining == 0 && !chunked)) {
            return State.DONE;
        }
        if (chunked) {
            return State.CHUNK_SIZE;
        }
        return remaining > 0 ? State.LENGTH : State.UNTIL_CLOSE;
    }

    private void header() {
        if (isHeader("content-length:")) {
            remaining = Long.parseLong(value("content-length:"));
        } else if (isHeader("stream-next-offset:")) {
            nextOffset = value("stream-next-offset:");
        } else if (isHeader("stream-up-to-date:")) {
            upToDate = value("stream-up-to-date:").equalsIgnoreCase("true");
        } else if (isHeader("stream-cursor:")) {
            cursor = value("stream-cursor:");
        } else if (isHeader("transfer-encoding:")) {
            chunked = value("transfer-encoding:").equalsIgnoreCase("chunked");
        } else if (isHeader("connection:")) {
            closing = value("connection:").equalsIgnoreCase("close");
        }
    }

    private boolean isHeader(String name) {
        if (length < name.length() || line[name.length() - 1] != ':') {
            return false;
        }
        for (int i = 0; i < name.length() - 1; i++) {
            if ((line[i] | 0x20) != (name.charAt(i) | 0x20)) {
                return false;
            }
        }
        return true;
    }

    private String value(String name) {
        return text(name.length(), length).trim();
    }

    private String text(int from, int to) {
        return new String(line, from, to - from, StandardCharsets.ISO_8859_1);
    }

    private void chunkSizeEnded() {
        int end = 0;
        while (end < length && Character.digit(line[end], 16) >= 0) {
            end++;
        }
        remaining = Long.parseLong(text(0, end), 16);
        state = remaining == 0 ? State.TRAILER : State.CHUNK;
    }
}
