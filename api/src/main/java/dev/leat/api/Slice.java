package dev.leat.api;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * Consecutive messages of a stream in the format of the wire, ready to be sent: the payloads one after another, on a JSON
 * stream each followed by a comma. Close it when it has been sent.
 *
 * @param from the offset of the first message
 * @param next where to read on
 * @param upToDate whether it reaches the tail as of the read
 * @param closed whether it reaches the end of a closed stream
 * @param parts the bytes, in order
 * @param ends asks for the end of each message, counted in bytes from the slice's first
 * @param release lets go of the files
 */
public record Slice(
        StreamPath path,
        long incarnation,
        ContentType contentType,
        Offset from,
        Offset next,
        boolean upToDate,
        boolean closed,
        List<Part> parts,
        Supplier<int[]> ends,
        Runnable release)
        implements Outcome, AutoCloseable {

    public long length() {
        return next.position() - from.position();
    }

    /** The bytes, copied into memory. */
    public byte[] bytes() {
        byte[] all = new byte[Math.toIntExact(length())];
        ByteBuffer into = ByteBuffer.wrap(all);
        for (Part part : parts) {
            if (part instanceof Part.FileRange range) {
                read(range, into);
            } else {
                into.put(((Part.Bytes) part).bytes().duplicate());
            }
        }
        return all;
    }

    /** The messages, copied into memory. */
    public List<Message> messages() {
        byte[] all = bytes();
        int separator = contentType.isJson() ? 1 : 0;
        List<Message> messages = new ArrayList<>();
        int start = 0;
        for (int end : ends.get()) {
            byte[] payload = Arrays.copyOfRange(all, start, end - separator);
            messages.add(new Message(offset(start), offset(end), payload));
            start = end;
        }
        return messages;
    }

    private Offset offset(int bytes) {
        return new Offset(from.position() + bytes);
    }

    private static void read(Part.FileRange range, ByteBuffer into) {
        ByteBuffer target = into.slice(into.position(), Math.toIntExact(range.length()));
        while (target.hasRemaining()) {
            try {
                if (range.file().read(target, range.place() + target.position()) < 0) {
                    throw new EOFException("the file ends inside a slice");
                }
            } catch (ClosedChannelException e) {
                if (Thread.currentThread().isInterrupted()) {
                    throw new UncheckedIOException("interrupted while reading", e);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        into.position(into.position() + target.limit());
    }

    @Override
    public void close() {
        release.run();
    }
}
