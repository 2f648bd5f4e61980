package dev.leat.testkit;

import dev.leat.api.spi.Slice;
import dev.leat.api.stream.DurableStream;
import dev.leat.api.stream.Message;
import dev.leat.api.stream.Messages;
import dev.leat.api.stream.Offset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Takes slices apart where payloads ended. The engine keeps that for streams of every type, and tests of the engine hold it to that;
 * readers of a stream that is not JSON get its bytes as one message.
 */
public final class Pieces {

    private Pieces() {}

    /** The payloads of a slice, each with its offsets. */
    public static List<Message> of(Slice slice) {
        byte[] all = slice.bytes();
        int separator = slice.contentType().isJson() ? 1 : 0;
        List<Message> pieces = new ArrayList<>();
        int start = 0;
        for (int end : slice.ends().get()) {
            pieces.add(new Message(
                    new Offset(slice.from().position() + start),
                    new Offset(slice.from().position() + end),
                    Arrays.copyOfRange(all, start, end - separator)));
            start = end;
        }
        return pieces;
    }

    /** Reads as {@link DurableStream#read(Offset)} does. */
    public static Messages read(DurableStream stream, Offset from) {
        try (Slice slice = stream.slice(from, DurableStream.READ_BYTES)) {
            return new Messages(of(slice), slice.next(), slice.upToDate(), slice.closed());
        }
    }

    /** Reads as {@link DurableStream#read()} does. */
    public static Messages read(DurableStream stream) {
        return read(stream, Offset.START);
    }
}
