package dev.leat.http.stream;

import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Part;
import dev.leat.api.spi.Registration;
import dev.leat.api.spi.Slice;
import dev.leat.http.exchange.Exchange;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends long answers through memory, a piece at a time and no faster than the client reads: for TLS and HTTP/2. Since
 * the bytes pass through memory, each range of a file is compared with its checksum, if it has one, before its last
 * piece is sent; the head goes out with the first piece, so damage within that is answered with a problem, and later
 * damage cuts the answer off.
 */
final class CopiedBody {
    private static final Logger LOG = LoggerFactory.getLogger(CopiedBody.class);
    static final int PIECE = 256 << 10;

    private final Exchange exchange;
    private final Slice slice;
    private final List<Part> parts;
    private final boolean json;
    private int index;
    private long copied;
    private CRC32C crc = new CRC32C();
    private boolean begun;
    private boolean released;

    CopiedBody(Exchange exchange, Slice slice) {
        this.exchange = exchange;
        this.slice = slice;
        this.parts = slice.parts();
        this.json = slice.contentType().isJson();
    }

    void start() {
        exchange.response().onGone(this::gone);
        next();
    }

    private void gone() {
        release();
        exchange.finished();
    }

    /** Abandons the answer because the client has not read for too long. */
    private void cut() {
        if (!released) {
            gone();
            exchange.response().abandon();
        }
    }

    private void release() {
        if (!released) {
            released = true;
            slice.close();
        }
    }

    private void next() {
        while (!exchange.response().isFull()) {
            if (index == parts.size()) {
                exchange.response().end(sent -> release());
                exchange.finished();
                return;
            }
            switch (parts.get(index)) {
                case Part.Bytes(ByteBuffer bytes) -> {
                    int length = (int) Math.min(PIECE, bytes.remaining() - copied);
                    ByteBuffer piece = bytes.slice(bytes.position() + (int) copied, length);
                    copied(length, bytes.remaining());
                    write(piece);
                }
                case Part.FileRange range -> {
                    copy(range);
                    return;
                }
            }
        }
        Registration stalled = exchange.loop()
                .schedule(this::cut, exchange.context().bounds().stalled().toMillis());
        exchange.response().onDrain(() -> {
            stalled.close();
            exchange.response().onDrain(null);
            next();
        });
    }

    /** A JSON slice becomes an array: a bracket comes first, and takes the place of the last comma. */
    private void write(ByteBuffer bytes) {
        boolean last = index == parts.size();
        ByteBuffer body = json && last ? bytes.slice(bytes.position(), bytes.remaining() - 1) : bytes;
        ByteBuffer before = ByteBuffer.wrap(json && !begun ? SliceBody.OPEN : SliceBody.NOTHING);
        ByteBuffer after = ByteBuffer.wrap(json && last ? SliceBody.CLOSE : SliceBody.NOTHING);
        begun = true;
        exchange.response().write(before, body, after);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // its outcome is handled below
    private void copy(Part.FileRange range) {
        int length = (int) Math.min(PIECE, range.length() - copied);
        long from = copied;
        exchange.context()
                .inBackground(() -> read(range, from, length))
                .whenComplete((piece, failure) -> exchange.loop().run(() -> {
                    if (released) { // the answer has ended, and the file may be closed
                        return;
                    }
                    if (failure != null) {
                        failed(failure);
                        return;
                    }
                    copied(length, range.length());
                    write(piece);
                    next();
                }));
    }

    private void copied(int more, long all) {
        copied += more;
        if (copied == all) {
            copied = 0;
            index++;
        }
    }

    /** Pieces are read one after the other, so the checksum is one thread's at a time. */
    private ByteBuffer read(Part.FileRange range, long from, int length) {
        ByteBuffer piece = ByteBuffer.allocate(length);
        range.read(piece, from);
        crc.update(piece.flip());
        if (from + length == range.length()) {
            range.compare(crc);
            crc = new CRC32C();
        }
        return piece.flip();
    }

    private void failed(Throwable cause) {
        release();
        if (cause instanceof RejectedException refused) { // which was logged
            exchange.refuse(refused.rejection());
        } else {
            LOG.error("request {}: cannot read a file", exchange.requestId(), cause);
            exchange.refuse(new Rejection.StorageFailed("the messages could not be read"));
        }
    }
}
