package dev.leat.api.spi;

import dev.leat.api.ContentType;
import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.stream.Message;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamPath;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.zip.CRC32C;

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

    /** How many bytes it has. */
    public long length() {
        long bytes = 0;
        for (Part part : parts) {
            bytes += part.length();
        }
        return bytes;
    }

    /**
     * The bytes, copied into memory. Those of a file are compared with their checksum where they are a whole run of the archive.
     *
     * @throws RejectedException with {@link Rejection.StorageFailed} if they cannot be read, or are not what was written
     */
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

    /**
     * The messages, copied into memory and compared as {@link #bytes} are. The bytes of a stream that is not JSON are one message: see
     * {@link Message}.
     */
    public List<Message> messages() {
        byte[] all = bytes();
        if (!contentType.isJson()) {
            return all.length == 0 ? List.of() : List.of(new Message(from, next, all));
        }
        List<Message> messages = new ArrayList<>();
        int start = 0;
        for (int end : ends.get()) {
            byte[] payload = Arrays.copyOfRange(all, start, end - 1); // without the comma
            messages.add(new Message(offset(start, all.length), offset(end, all.length), payload));
            start = end;
        }
        return messages;
    }

    /**
     * Where a message begins or ends. A server other than Leat may count other things than bytes: then only the two ends of the slice
     * are offsets, and a reader that goes on after a message in between reads the slice again rather than missing a part of it.
     */
    private Offset offset(int bytes, int all) {
        if (bytes == all) {
            return next;
        }
        return next.position() - from.position() == all ? new Offset(from.position() + bytes) : from;
    }

    /** A range that has a checksum of its own is compared with it, now that its bytes are at hand. */
    private static void read(Part.FileRange range, ByteBuffer into) {
        ByteBuffer target = into.slice(into.position(), Math.toIntExact(range.length()));
        range.read(target, 0);
        CRC32C crc = new CRC32C();
        crc.update(target.flip());
        range.compare(crc);
        into.position(into.position() + target.limit());
    }

    @Override
    public void close() {
        release.run();
    }
}
