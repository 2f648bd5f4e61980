package dev.leat.http.exchange;

import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import java.io.ByteArrayOutputStream;

/** Bytes that can be sent as they are, without a copy. */
final class JsonOutput extends ByteArrayOutputStream {
    private static final int USUAL_BYTES = 512;

    JsonOutput() {
        super(USUAL_BYTES);
    }

    Buffer buffer() {
        return BufferInternal.buffer(Unpooled.wrappedBuffer(buf, 0, count));
    }
}
