package dev.leat.http.stream;

import dev.leat.api.Part;
import dev.leat.api.Registration;
import dev.leat.api.Slice;
import dev.leat.http.exchange.Exchange;
import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends file ranges through memory, a piece at a time and no faster than the client reads: for TLS and HTTP/2. */
final class CopiedBody {
    private static final Logger LOG = LoggerFactory.getLogger(CopiedBody.class);
    private static final int PIECE = 256 << 10;

    private final Exchange exchange;
    private final Slice slice;
    private final List<Part> parts;
    private int index;
    private long sent;
    private boolean released;

    CopiedBody(Exchange exchange, Slice slice, List<Part> parts) {
        this.exchange = exchange;
        this.slice = slice;
        this.parts = parts;
    }

    void start() {
        exchange.response().onGone(this::gone);
        next();
    }

    private void gone() {
        release();
        exchange.finished();
    }

    /** The client has not read for too long. */
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
                exchange.response().end(null, sent -> release());
                exchange.finished();
                return;
            }
            switch (parts.get(index)) {
                case Part.Bytes(ByteBuffer bytes) -> {
                    index++;
                    exchange.response().write(BufferInternal.buffer(Unpooled.wrappedBuffer(bytes.duplicate())));
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

    @SuppressWarnings("FutureReturnValueIgnored") // its outcome is handled below
    private void copy(Part.FileRange range) {
        int length = (int) Math.min(PIECE, range.length() - sent);
        long place = range.place() + sent;
        exchange.context()
                .vertx()
                .executeBlocking(() -> read(range, place, length), false)
                .onComplete(done -> exchange.loop().run(() -> {
                    if (released) { // nobody waits for it, and its file may be closed
                        return;
                    }
                    if (done.failed()) {
                        LOG.error("request {}: cannot read a file", exchange.requestId(), done.cause());
                        gone();
                        exchange.response().abandon();
                        return;
                    }
                    exchange.response().write(done.result());
                    sent += length;
                    if (sent == range.length()) {
                        sent = 0;
                        index++;
                    }
                    next();
                }));
    }

    private static Buffer read(Part.FileRange range, long place, int length) throws IOException {
        byte[] bytes = new byte[length];
        ByteBuffer into = ByteBuffer.wrap(bytes);
        while (into.hasRemaining()) {
            try {
                if (range.file().read(into, place + into.position()) < 0) {
                    throw new EOFException("the file ends inside a slice");
                }
            } catch (ClosedChannelException e) {
                if (Thread.currentThread().isInterrupted()) {
                    throw e;
                }
            }
        }
        return Buffer.buffer(bytes);
    }
}
