package dev.leat.http.vertx;

import dev.leat.http.exchange.ServerResponse;
import dev.leat.http.exchange.SharedBytes;
import dev.leat.http.netty.Backlog;
import dev.leat.http.netty.DirectSharedBytes;
import dev.leat.http.netty.NettyLoop;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.vertx.core.Future;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.internal.buffer.BufferInternal;
import io.vertx.core.net.impl.ConnectionBase;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** An answer that goes out by way of Vert.x. */
@SuppressWarnings("FutureReturnValueIgnored") // the close handler notices a client that is gone
final class VertxResponse implements ServerResponse {
    private final HttpServerRequest request;
    private final HttpServerResponse response;
    private boolean closes;

    VertxResponse(HttpServerRequest request) {
        this.request = request;
        this.response = request.response();
    }

    @Override
    public ServerResponse status(int status) {
        response.setStatusCode(status);
        return this;
    }

    @Override
    public int status() {
        return response.getStatusCode();
    }

    @Override
    public ServerResponse putHeader(CharSequence name, CharSequence value) {
        response.putHeader(name.toString(), value.toString());
        return this;
    }

    @Override
    public void clearHeaders() {
        response.headers().clear();
        if (closes) {
            closeAfter();
        }
    }

    private boolean isShared() {
        return request.version() == HttpVersion.HTTP_2;
    }

    @Override
    public void closeAfter() {
        closes = true;
        if (!isShared()) {
            response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
        }
    }

    @Override
    public void sayContinue() {
        response.writeContinue();
    }

    @Override
    public void write(ByteBuffer... bytes) {
        ByteBuf all = Unpooled.wrappedBuffer(bytes);
        int length = all.readableBytes();
        counted(response.write(BufferInternal.buffer(all)), length);
    }

    /** What Vert.x gets from a buffer of Netty's does not count as a use of it, so this does. */
    @Override
    public void write(SharedBytes other) {
        DirectSharedBytes shared = (DirectSharedBytes) other;
        ByteBuf bytes = shared.bytes();
        Future<Void> written;
        try {
            written = response.write(BufferInternal.buffer(bytes));
        } catch (RuntimeException | Error e) {
            bytes.release();
            throw e;
        }
        written.onComplete(done -> bytes.release());
        counted(written, shared.length());
    }

    private void counted(Future<Void> written, int bytes) {
        Backlog waiting = Backlog.of(channel());
        if (waiting != null && !written.isComplete()) {
            waiting.began(bytes);
            written.onComplete(done -> waiting.ended(bytes));
        }
    }

    private @Nullable Channel channel() {
        return request.connection() instanceof ConnectionBase base ? base.channel() : null;
    }

    @Override
    public void end(@Nullable Sent sent, ByteBuffer... body) {
        Future<Void> ended;
        if (body.length == 0) {
            ended = response.end();
        } else {
            ByteBuf all = Unpooled.wrappedBuffer(body);
            int length = all.readableBytes();
            ended = response.end(BufferInternal.buffer(all));
            counted(ended, length);
        }
        if (sent != null) {
            ended.onComplete(done -> sent.sent(done.succeeded()));
        }
    }

    @Override
    public boolean isBegun() {
        return response.headWritten();
    }

    @Override
    public boolean isEnded() {
        return response.ended();
    }

    @Override
    public boolean isGone() {
        return response.closed();
    }

    @Override
    public void onGone(Runnable action) {
        if (response.closed()) {
            NettyLoop.current().post(action);
            return;
        }
        response.exceptionHandler(gone -> action.run()).closeHandler(gone -> action.run());
    }

    /** Vert.x closes a connection whose client has ended its side. */
    @Override
    public void onInputEnd(Runnable action) {}

    @Override
    public boolean isPaced() {
        return false;
    }

    @Override
    public boolean isFull() {
        return response.writeQueueFull();
    }

    @Override
    public void queueBytes(int bytes) {
        response.setWriteQueueMaxSize(bytes);
    }

    @Override
    public void onDrain(@Nullable Runnable action) {
        response.drainHandler(action == null ? null : drained -> action.run());
    }

    @Override
    public long bytes() {
        return response.bytesWritten();
    }

    @Override
    public void abandon() {
        if (isShared() || !response.ended()) {
            response.reset();
        } else {
            request.connection().close();
        }
    }

    /** Null: over HTTP/2 the bytes are in frames. */
    @Override
    public @Nullable FileSink files() {
        return null;
    }
}
