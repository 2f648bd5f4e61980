package dev.leat.http.stream;

import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Part;
import dev.leat.api.spi.Slice;
import dev.leat.http.exchange.Exchange;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bytes of a slice, taken in pieces: of a long message no more is copied than the client takes. Each range of a file is compared
 * with its checksum, if it has one, before the piece with its last byte is returned. One thread uses it at a time.
 */
final class SlicePieces {
    private static final Logger LOG = LoggerFactory.getLogger(SlicePieces.class);

    private final List<Part> parts;
    private final int pieceBytes;
    private int index;
    private long taken;
    private CRC32C crc = new CRC32C();

    /** @param pieceBytes how long a piece is at most */
    SlicePieces(Slice slice, int pieceBytes) {
        this.parts = slice.parts();
        this.pieceBytes = pieceBytes;
    }

    /** Whether all pieces have been taken. */
    boolean isEmpty() {
        return index == parts.size();
    }

    /** Whether taking the next piece does not wait for the disk. */
    boolean isInMemory() {
        long bytes = -taken;
        for (int i = index; i < parts.size() && bytes < pieceBytes; i++) {
            if (parts.get(i) instanceof Part.FileRange) {
                return false;
            }
            bytes += parts.get(i).length();
        }
        return true;
    }

    /**
     * Returns the next piece: views of what is in memory, copies of what is in files.
     *
     * @throws RejectedException with {@code StorageFailed} if a file cannot be read or is damaged
     */
    ByteBuffer[] take() {
        List<ByteBuffer> piece = new ArrayList<>();
        int room = pieceBytes;
        while (room > 0 && index < parts.size()) {
            Part part = parts.get(index);
            int length = (int) Math.min(room, part.length() - taken);
            piece.add(
                    switch (part) {
                        case Part.Bytes(ByteBuffer bytes) -> bytes.slice(bytes.position() + (int) taken, length);
                        case Part.FileRange range -> read(range, length);
                    });
            room -= length;
            taken += length;
            if (taken == part.length()) {
                taken = 0;
                index++;
            }
        }
        return piece.toArray(ByteBuffer[]::new);
    }

    private ByteBuffer read(Part.FileRange range, int length) {
        ByteBuffer copy = ByteBuffer.allocate(length);
        range.read(copy, taken);
        crc.update(copy.flip());
        if (taken + length == range.length()) {
            range.compare(crc);
            crc = new CRC32C();
        }
        return copy.flip();
    }

    /** Returns how to refuse a read of which a piece could not be taken. What the engine has not logged already is logged. */
    static Rejection refusal(Exchange exchange, @Nullable Throwable failure) {
        if (failure instanceof RejectedException refused) {
            return refused.rejection();
        }
        LOG.error("request {}: a file cannot be read; the answer is cut off", exchange.requestId(), failure);
        return new Rejection.StorageFailed("the messages could not be read");
    }
}
