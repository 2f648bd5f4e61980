package dev.leat.http.http1;

import dev.leat.http.exchange.BodyReader;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A body in chunks, each with its length before it. Behind the last there may be trailers: they are checked as headers are, because
 * a proxy that reads a malformed one in another way would see another end of the request, and then ignored. A trailer that frames a
 * body is refused, as RFC 9110 (6.5.1) forbids it: a proxy that merges it into the headers would see another end, too.
 */
final class ChunkedFraming implements BodyFraming {
    private static final int LONGEST_SIZE = 15;
    private static final short LINE_END = '\r' << 8 | '\n';
    private static final List<AsciiString> FRAMING_FIELDS =
            List.of(HttpHeaderNames.CONTENT_LENGTH, HttpHeaderNames.TRANSFER_ENCODING);

    private final int mostBytes;
    private Part part = Part.SIZE;
    private long left;
    private int line;
    private int trailers;
    private int around;

    private enum Part {
        SIZE,
        CHUNK,
        CHUNK_END,
        TRAILERS
    }

    /** @param mostBytes of a line with a size, and of all the headers behind the body */
    ChunkedFraming(int mostBytes) {
        this.mostBytes = mostBytes;
    }

    @Override
    public State read(ByteBuf bytes, BodyReader reader) {
        State state = State.COMING;
        while (state == State.COMING && isEnough(bytes)) {
            switch (part) {
                case SIZE -> state = size(bytes);
                case CHUNK -> chunk(bytes, reader);
                case CHUNK_END -> state = chunkEnd(bytes);
                case TRAILERS -> state = trailer(bytes);
            }
        }
        return state == State.COMING && around > mostBytes ? State.BROKEN : state;
    }

    /** Whether the next part can be read. */
    private boolean isEnough(ByteBuf bytes) {
        return switch (part) {
            case CHUNK -> bytes.isReadable();
            case CHUNK_END -> bytes.readableBytes() >= 2;
            case SIZE, TRAILERS -> isLine(bytes);
        };
    }

    private boolean isLine(ByteBuf bytes) {
        int before = bytes.bytesBefore((byte) '\n');
        line = before + 1;
        around = trailers + (before < 0 ? bytes.readableBytes() : line);
        return before >= 0 && around <= mostBytes;
    }

    private void chunk(ByteBuf bytes, BodyReader reader) {
        int now = (int) Math.min(left, bytes.readableBytes());
        left -= now;
        if (left == 0) {
            part = Part.CHUNK_END;
        }
        BodyFraming.handOn(bytes, now, reader);
    }

    private State chunkEnd(ByteBuf bytes) {
        part = Part.SIZE;
        return bytes.readShort() == LINE_END ? State.COMING : State.BROKEN;
    }

    private State trailer(ByteBuf bytes) {
        trailers += line;
        boolean last = line == 2;
        boolean good = line >= 2
                && bytes.getShort(bytes.readerIndex() + line - 2) == LINE_END
                && (last || isField(bytes, bytes.readerIndex(), bytes.readerIndex() + line - 2));
        bytes.skipBytes(line);
        if (!good) {
            return State.BROKEN;
        }
        return last ? State.ENDED : State.COMING;
    }

    /** Whether a line is a name, a colon and a value, and the name is none that frames a body. */
    private static boolean isField(ByteBuf bytes, int start, int end) {
        int at = start;
        while (at < end && RequestHead.isToken(bytes.getByte(at))) {
            at++;
        }
        boolean good = at > start && at < end && bytes.getByte(at) == ':' && !isFraming(bytes, start, at);
        for (int i = at + 1; good && i < end; i++) {
            good = RequestHead.isVisible(bytes.getByte(i)) || RequestHead.isBlank(bytes.getByte(i));
        }
        return good;
    }

    /** Whether a field name, in any case, is one of those that say where a body ends. */
    private static boolean isFraming(ByteBuf bytes, int start, int end) {
        CharSequence name = bytes.getCharSequence(start, end - start, StandardCharsets.US_ASCII);
        return FRAMING_FIELDS.stream().anyMatch(field -> field.contentEqualsIgnoreCase(name));
    }

    /** Reads the length of a chunk; what else its line says is of no meaning to us. */
    private State size(ByteBuf bytes) {
        int start = bytes.readerIndex();
        int end = start + line - 2;
        long size = 0;
        int at = start;
        while (at < end && Character.digit(bytes.getByte(at), 16) >= 0) {
            size = 16 * size + Character.digit(bytes.getByte(at), 16);
            at++;
        }
        int digits = at - start;
        while (at < end && (bytes.getByte(at) == ' ' || bytes.getByte(at) == '\t')) {
            at++;
        }
        boolean good = digits > 0
                && digits <= LONGEST_SIZE
                && size <= Integer.MAX_VALUE // no body is longer
                && bytes.getByte(end) == '\r'
                && (at == end || bytes.getByte(at) == ';');
        while (good && at < end) {
            good = bytes.getByte(at) >= ' ' || bytes.getByte(at) == '\t' || bytes.getByte(at) < 0;
            at++;
        }
        bytes.skipBytes(line);
        left = size;
        part = size == 0 ? Part.TRAILERS : Part.CHUNK;
        return good ? State.COMING : State.BROKEN;
    }
}
