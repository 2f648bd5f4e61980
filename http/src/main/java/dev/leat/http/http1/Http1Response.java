package dev.leat.http.http1;

import dev.leat.http.exchange.HeaderNames;
import dev.leat.http.exchange.ServerResponse;
import dev.leat.http.exchange.SharedBytes;
import dev.leat.http.netty.DirectSharedBytes;
import dev.leat.http.netty.NettyLoop;
import dev.leat.http.protocol.HttpMethod;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultFileRegion;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.util.ReferenceCountUtil;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The answer to one request of a connection. */
final class Http1Response implements ServerResponse, ServerResponse.FileSink {
    private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NOTHING = {};
    private static final byte[] LINE_END_AND_LAST_CHUNK = "\r\n0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    /** Shorter bytes are copied behind the preceding ones, so that both are one write. */
    private static final int SHORT = 16 << 10;

    /** What is longer is copied to direct memory piece by piece, as the client takes it. */
    private static final int PIECE = 128 << 10;

    private final Http1Connection connection;
    private final ChannelHandlerContext context;
    private final boolean old;
    private final boolean headOnly;
    private final ResponseHead head = new ResponseHead();
    private boolean keepsAlive;
    private boolean begun;
    private boolean chunked;
    private boolean ended;
    private boolean queueing;
    private long bytes;
    private long unqueuedBytes;
    private @Nullable Deque<Unqueued> unqueued;
    private @Nullable Runnable gone;
    private @Nullable Runnable inputEnded;
    private @Nullable Runnable drained;

    /** A part of the answer that Netty gets when the client has taken what is before it. */
    private record Unqueued(Object message, ChannelPromise promise) {}

    Http1Response(Http1Connection connection, ChannelHandlerContext context, RequestHead request) {
        this.connection = connection;
        this.context = context;
        this.old = request.isOld();
        this.headOnly = request.method() == HttpMethod.HEAD;
        this.keepsAlive = request.keepsAlive();
    }

    boolean keepsAlive() {
        return keepsAlive;
    }

    @Override
    public ServerResponse status(int status) {
        head.status(status);
        return this;
    }

    @Override
    public int status() {
        return head.status();
    }

    @Override
    public ServerResponse putHeader(CharSequence name, CharSequence value) {
        head.put(name, value);
        return this;
    }

    @Override
    public void clearHeaders() {
        head.clear();
    }

    @Override
    public void closeAfter() {
        keepsAlive = false;
    }

    @Override
    public void sayContinue() {
        if (!old) {
            queue(Unpooled.wrappedBuffer(CONTINUE));
            connection.flush();
        }
    }

    /** An answer of one of these has no body, whatever its headers say. */
    private boolean isBodiless() {
        return headOnly || head.status() == 204 || head.status() == 304;
    }

    /** Returns the head of an answer whose length is not known, unless a header says it. */
    private HeadBuffer begin() {
        chunked = !isBodiless() && !head.has(HeaderNames.CONTENT_LENGTH);
        if (chunked && old) {
            chunked = false;
            keepsAlive = false; // the end of the connection is the end of the answer
        } else if (chunked) {
            head.put(HeaderNames.TRANSFER_ENCODING, HeaderNames.CHUNKED);
        }
        return written();
    }

    /** Returns the head of an answer whose body is complete. */
    private HeadBuffer beginAll(int length) {
        boolean said = head.status() == 204 || head.status() == 304 || head.has(HeaderNames.CONTENT_LENGTH);
        if (!said && !(headOnly && length == 0)) {
            head.put(HeaderNames.CONTENT_LENGTH, Integer.toString(length));
        }
        return written();
    }

    private HeadBuffer written() {
        begun = true;
        keepsAlive &= !connection.isLast();
        if (!keepsAlive) {
            head.put(HeaderNames.CONNECTION, HeaderNames.CLOSE);
        } else if (old) {
            head.put(HeaderNames.CONNECTION, HeaderNames.KEEP_ALIVE);
        }
        HeadBuffer out = HeadBuffer.fresh();
        head.write(out);
        return out;
    }

    @Override
    public void write(ByteBuffer... buffers) {
        ByteBuf body = Unpooled.wrappedBuffer(buffers);
        bytes += body.readableBytes();
        HeadBuffer before = begun ? HeadBuffer.fresh() : begin();
        if (isBodiless()) {
            send(before, Unpooled.EMPTY_BUFFER, NOTHING, context.voidPromise());
        } else {
            sendPart(before, body, NOTHING, context.voidPromise());
        }
        connection.flush();
    }

    @Override
    public void write(SharedBytes bytes) {
        DirectSharedBytes shared = (DirectSharedBytes) bytes;
        if (!begun) {
            send(begin(), Unpooled.EMPTY_BUFFER, NOTHING, context.voidPromise());
        }
        this.bytes += shared.length();
        queue(chunked ? shared.chunk() : shared.bytes());
        connection.flushShared();
    }

    /** Sends a part of a body that was begun, as a chunk if the length of the whole is not known. */
    private void sendPart(HeadBuffer before, ByteBuf body, byte[] after, ChannelPromise promise) {
        if (chunked && body.isReadable()) {
            before.write(Integer.toHexString(body.readableBytes()));
            before.write(HeadBuffer.LINE_END);
            send(before, body, after.length == 0 ? HeadBuffer.LINE_END : LINE_END_AND_LAST_CHUNK, promise);
        } else {
            send(before, body, after, promise);
        }
    }

    /** Sends all of it in one piece, or in several if a copy would cost more than that. */
    private void send(HeadBuffer before, ByteBuf body, byte[] after, ChannelPromise promise) {
        if (body.readableBytes() <= SHORT) {
            int size = before.length() + body.readableBytes() + after.length;
            ByteBuf out = context.alloc().directBuffer(size, size);
            out.writeBytes(before.array(), 0, before.length()).writeBytes(body).writeBytes(after);
            queue(out, promise);
        } else {
            if (before.length() > 0) {
                queue(context.alloc().directBuffer(before.length()).writeBytes(before.array(), 0, before.length()));
            }
            queue(body, after.length == 0 ? promise : context.voidPromise());
            if (after.length > 0) {
                queue(Unpooled.wrappedBuffer(after), promise);
            }
        }
    }

    private void queue(Object message) {
        queue(message, context.voidPromise());
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the promise is the caller's
    private void queue(Object message, ChannelPromise promise) {
        if (isGone()) {
            context.write(message, promise); // fails, and is released
            return;
        }
        if (unqueued == null && !isLong(message)) {
            context.write(direct(message), promise);
            return;
        }
        if (unqueued == null) {
            unqueued = new ArrayDeque<>();
        }
        unqueued.add(new Unqueued(message, promise));
        unqueuedBytes += message instanceof ByteBuf part ? part.readableBytes() : 0;
        queueMore();
    }

    /** Whether the whole of it would be copied to direct memory, or encrypted, at once. */
    private boolean isLong(Object message) {
        return message instanceof ByteBuf part
                && part.readableBytes() > PIECE
                && (connection.isSecured() || !part.isDirect());
    }

    /**
     * Returns bytes in direct memory, from which sockets are written. Netty would copy them, too; but if there is no memory it
     * drops them without a word, and the answer would go on behind the gap.
     */
    private Object direct(Object message) {
        return message instanceof ByteBuf part && part.isReadable() && !part.isDirect()
                ? copy(part, part.readableBytes())
                : message;
    }

    private ByteBuf copy(ByteBuf heap, int length) {
        return context.alloc().directBuffer(length, length).writeBytes(heap, length);
    }

    /** Gives Netty as much as the client takes. What is left stays where it is: on the heap, or in a file. */
    @SuppressWarnings("FutureReturnValueIgnored") // the promise is the caller's
    private void queueMore() {
        Deque<Unqueued> left = unqueued;
        if (left == null || queueing) {
            return;
        }
        queueing = true;
        try {
            while (!left.isEmpty() && context.channel().isWritable()) {
                Unqueued first = left.getFirst();
                if (isLong(first.message) && first.message instanceof ByteBuf part) {
                    ByteBuf piece = copy(part, PIECE);
                    if (part instanceof CompositeByteBuf parts) {
                        parts.discardReadComponents();
                    }
                    unqueuedBytes -= PIECE;
                    context.write(piece, context.voidPromise());
                } else {
                    int length = first.message instanceof ByteBuf part ? part.readableBytes() : 0;
                    Object message = direct(first.message);
                    left.removeFirst();
                    unqueuedBytes -= length;
                    context.write(message, first.promise);
                }
                if (!context.channel().isWritable()) {
                    context.flush();
                }
            }
        } finally {
            queueing = false;
        }
        if (left.isEmpty()) {
            unqueued = null;
        }
    }

    /** How much of the answer waits on the heap. */
    long unqueuedBytes() {
        return unqueuedBytes;
    }

    @Override
    public void end(@Nullable Sent sent, ByteBuffer... body) {
        if (ended) {
            throw new IllegalStateException("an answer ends once");
        }
        ChannelPromise promise = context.voidPromise();
        if (sent != null) {
            promise = context.newPromise();
            promise.addListener(done -> sent.sent(done.isSuccess()));
        }
        ended = true;
        gone = null;
        inputEnded = null;
        drained = null;
        try {
            end(Unpooled.wrappedBuffer(body), promise);
        } catch (RuntimeException
                | Error e) { // no memory, perhaps: the listener is told, and the client sees the connection end
            NettyLoop.current().isOutOfMemory(e);
            promise.tryFailure(e);
            connection.close();
            return;
        }
        connection.flush();
        connection.proceed();
    }

    private void end(ByteBuf body, ChannelPromise promise) {
        if (begun) {
            bytes += body.readableBytes();
            sendPart(HeadBuffer.fresh(), body, chunked ? LAST_CHUNK : NOTHING, promise);
        } else {
            HeadBuffer before = beginAll(body.readableBytes());
            ByteBuf all = isBodiless() ? Unpooled.EMPTY_BUFFER : body;
            bytes += all.readableBytes();
            send(before, all, NOTHING, promise);
        }
    }

    @Override
    public boolean isBegun() {
        return begun;
    }

    @Override
    public boolean isEnded() {
        return ended;
    }

    /** Whether Netty has all of it. */
    boolean isComplete() {
        return ended && unqueued == null;
    }

    @Override
    public boolean isGone() {
        return !context.channel().isActive();
    }

    @Override
    public void onGone(Runnable action) {
        if (isGone()) {
            context.executor().execute(action);
        } else {
            gone = action;
        }
    }

    @Override
    public void onInputEnd(Runnable action) {
        if (connection.isInputEnded()) {
            context.executor().execute(action);
        } else {
            inputEnded = action;
        }
    }

    /** The client sends nothing more. */
    void inputEnded() {
        Runnable action = inputEnded;
        inputEnded = null;
        if (action != null) {
            action.run();
        }
    }

    /** Ends the answer because the connection has ended. */
    void gone() {
        Runnable action = gone;
        Deque<Unqueued> lost = unqueued;
        gone = null;
        inputEnded = null;
        drained = null;
        unqueued = null;
        unqueuedBytes = 0;
        if (lost != null) {
            for (Unqueued part : lost) {
                ReferenceCountUtil.release(part.message);
                part.promise.tryFailure(new ClosedChannelException());
            }
        }
        if (action != null) {
            action.run();
        }
    }

    @Override
    public boolean isPaced() {
        return true;
    }

    @Override
    public boolean isFull() {
        return unqueued != null || !context.channel().isWritable();
    }

    @Override
    public void queueBytes(int most) {
        context.channel().config().setWriteBufferWaterMark(new WriteBufferWaterMark(most / 2, most));
    }

    @Override
    public void onDrain(@Nullable Runnable action) {
        drained = action;
    }

    /** There is room again. */
    void drained() {
        if (unqueued != null) {
            queueMore();
            connection.flush();
        }
        if (drained != null && !isFull()) {
            drained.run();
        }
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public void abandon() {
        connection.close();
    }

    /** Null over TLS: the bytes have to be encrypted on their way. */
    @Override
    public @Nullable FileSink files() {
        return connection.isSecured() ? null : this;
    }

    @Override
    public void write(FileChannel file, long place, long length) {
        if (!begun) {
            send(begin(), Unpooled.EMPTY_BUFFER, NOTHING, context.voidPromise());
        }
        queue(new SharedRegion(file, place, length));
    }

    /** A part of a file that others go on reading. */
    private static final class SharedRegion extends DefaultFileRegion {
        SharedRegion(FileChannel file, long position, long count) {
            super(file, position, count);
        }

        @Override
        protected void deallocate() {
            // the file stays open
        }
    }
}
