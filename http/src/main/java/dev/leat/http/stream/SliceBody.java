package dev.leat.http.stream;

import dev.leat.api.spi.Part;
import dev.leat.api.spi.Slice;
import dev.leat.http.exchange.Exchange;
import dev.leat.http.exchange.HeaderNames;
import dev.leat.http.exchange.ServerResponse;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the bytes of a slice. A JSON slice becomes one array: its messages are stored each with a comma behind it, and the last
 * comma gives way to the bracket.
 */
final class SliceBody {
    static final byte[] OPEN = {'['};
    static final byte[] CLOSE = {']'};
    static final byte[] NOTHING = {};

    private static final byte[] EMPTY_ARRAY = {'[', ']'};

    private SliceBody() {}

    /** Sends the body of an answer that was begun, and closes the slice when it is written. */
    static void send(Exchange exchange, Slice slice) {
        boolean inMemory = true;
        for (Part part : slice.parts()) {
            inMemory &= part instanceof Part.Bytes;
        }
        ServerResponse.FileSink files = exchange.response().files();
        if (inMemory && (exchange.response().isPaced() || slice.length() <= CopiedBody.PIECE)) {
            ByteBuffer[] body = buffers(slice);
            slice.close(); // bytes in memory need no slice to stay valid
            exchange.end(body);
            return;
        }
        boolean json = slice.contentType().isJson();
        exchange.response().putHeader(HeaderNames.CONTENT_LENGTH, Long.toString(slice.length() + (json ? 1 : 0)));
        if (files == null) {
            new CopiedBody(exchange, slice).start();
        } else {
            FileBody.send(exchange, slice, parts(slice), files);
        }
    }

    /** The parts as they go over the wire, brackets and all. */
    private static List<Part> parts(Slice slice) {
        if (!slice.contentType().isJson()) {
            return slice.parts();
        }
        List<Part> parts = new ArrayList<>(slice.parts().size() + 2);
        parts.add(new Part.Bytes(ByteBuffer.wrap(OPEN)));
        parts.addAll(slice.parts());
        Part last = parts.removeLast();
        switch (last) {
            case Part.Bytes(ByteBuffer bytes) ->
                parts.add(new Part.Bytes(bytes.slice(bytes.position(), bytes.remaining() - 1)));
            case Part.FileRange range ->
                parts.add(new Part.FileRange(range.source(), range.place(), range.length() - 1, range.check()));
        }
        parts.add(new Part.Bytes(ByteBuffer.wrap(CLOSE)));
        return parts;
    }

    private static ByteBuffer[] buffers(Slice slice) {
        if (slice.length() == 0) {
            byte[] empty = slice.contentType().isJson() ? EMPTY_ARRAY : NOTHING;
            return new ByteBuffer[] {ByteBuffer.wrap(empty)};
        }
        List<Part> parts = parts(slice);
        ByteBuffer[] buffers = new ByteBuffer[parts.size()];
        for (int i = 0; i < buffers.length; i++) {
            buffers[i] = ((Part.Bytes) parts.get(i)).bytes();
        }
        return buffers;
    }

    /** The whole body in memory. May wait for the disk. */
    static byte[] bytes(Slice slice) {
        byte[] stored = slice.bytes();
        if (!slice.contentType().isJson()) {
            return stored;
        }
        if (stored.length == 0) {
            return EMPTY_ARRAY;
        }
        byte[] array = new byte[stored.length + 1];
        array[0] = '[';
        System.arraycopy(stored, 0, array, 1, stored.length - 1);
        array[stored.length] = ']';
        return array;
    }
}
