package dev.leat.http.stream;

import dev.leat.api.spi.Registration;
import dev.leat.api.spi.Slice;
import dev.leat.http.exchange.Exchange;
import java.nio.ByteBuffer;

/**
 * Sends long answers through memory, a piece at a time and no faster than the client reads: for TLS and HTTP/2. Since the bytes come
 * by, ranges of files are compared with their checksums; the head goes out with the first piece, so damage within that is answered
 * with a problem, and later damage cuts the answer off.
 */
final class CopiedBody {
    static final int PIECE = 256 << 10;

    private final Exchange exchange;
    private final Slice slice;
    private final SlicePieces pieces;
    private final boolean json;
    private boolean begun;
    private boolean released;

    CopiedBody(Exchange exchange, Slice slice) {
        this.exchange = exchange;
        this.slice = slice;
        this.pieces = new SlicePieces(slice, PIECE);
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
            if (pieces.isEmpty()) {
                exchange.response().end(sent -> release());
                exchange.finished();
                return;
            }
            if (!pieces.isInMemory()) {
                read();
                return;
            }
            write(pieces.take());
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
    private void write(ByteBuffer[] piece) {
        if (!json) {
            exchange.response().write(piece);
            return;
        }
        boolean last = pieces.isEmpty();
        ByteBuffer[] body = new ByteBuffer[piece.length + 2];
        System.arraycopy(piece, 0, body, 1, piece.length);
        body[0] = ByteBuffer.wrap(begun ? SliceBody.NOTHING : SliceBody.OPEN);
        body[piece.length + 1] = ByteBuffer.wrap(last ? SliceBody.CLOSE : SliceBody.NOTHING);
        if (last) {
            ByteBuffer end = piece[piece.length - 1];
            body[piece.length] = end.slice(end.position(), end.remaining() - 1);
        }
        begun = true;
        exchange.response().write(body);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // its outcome is handled below
    private void read() {
        exchange.context()
                .inBackground(pieces::take)
                .whenComplete((piece, failure) -> exchange.loop().run(() -> {
                    if (released) { // the answer has ended, and the file may be closed
                        return;
                    }
                    if (failure != null) {
                        release();
                        exchange.refuse(SlicePieces.refusal(exchange, failure));
                        return;
                    }
                    write(piece);
                    next();
                }));
    }
}
