package dev.leat.http.http1;

import dev.leat.http.exchange.RequestError;
import dev.leat.http.netty.Backlog;
import dev.leat.http.netty.NettyLoop;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandler;
import io.vertx.core.net.HostAndPort;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client's connection. It carries out one request after the other: the next one is not looked at before the answer to the
 * last is complete. What comes meanwhile is held, up to a bound; then nothing more is read.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a client that is gone is noticed when its connection closes
final class Http1Connection extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(Http1Connection.class);
    private static final byte[] HTTP_2 = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int LEAST_HELD = 64 << 10;

    /** How long a client may go on sending after the last answer, so that it gets to see it. */
    private static final long LINGER_MILLIS = 1000;

    private final Http1Server server;
    private final @Nullable ChannelHandler http2;
    private final boolean secured;
    private final HeadFinder heads;
    private final int mostHeld;
    private @Nullable ChannelHandlerContext context;
    private @Nullable Backlog backlog;
    private @Nullable ByteBuf held;
    private @Nullable Http1Request request;
    private @Nullable Http1Response response;
    private String authority = "";
    private boolean authorityGood;
    private boolean first = true;
    private boolean proceeding;
    private boolean reading;
    private boolean unflushed;
    private boolean unflushedOwn;
    private boolean listening = true;
    private boolean deaf;
    private boolean last;
    private boolean inputEnded;
    private boolean outputEnded;
    private boolean closing;

    /**
     * @param http2 goes on with a connection that turns out to be HTTP/2; null if that is not offered
     * @param secured whether an {@code SslHandler} stands before this handler
     */
    Http1Connection(Http1Server server, @Nullable ChannelHandler http2, boolean secured) {
        this.server = server;
        this.http2 = http2;
        this.secured = secured;
        this.heads = new HeadFinder(server.headBytes());
        this.mostHeld =
                (int) Math.min(Integer.MAX_VALUE, 2L * server.headBytes() + LEAST_HELD); // a head that may come fits
    }

    private ChannelHandlerContext context() {
        ChannelHandlerContext known = context;
        if (known == null) {
            throw new IllegalStateException("it has no connection yet");
        }
        return known;
    }

    Channel channel() {
        return context().channel();
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
        added.channel().config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
        backlog = Backlog.of(added.channel());
        server.opened(this);
    }

    @Override
    public void channelRead(ChannelHandlerContext same, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        if (deaf) {
            bytes.release();
            return;
        }
        reading = true;
        ByteBuf before = held;
        held = before == null ? bytes : ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(same.alloc(), before, bytes);
        proceed();
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext same) {
        reading = false;
        if (unflushed) {
            boolean own = unflushedOwn;
            unflushed = false;
            unflushedOwn = false;
            flushNow(own);
        }
    }

    /** Sends what was written: at once, or when everything that came was looked at. */
    void flush() {
        if (reading) {
            unflushed = true;
            unflushedOwn = true;
        } else {
            flushNow(true);
        }
    }

    /** The same after bytes were written that other connections have, too. Each connection encrypts them into bytes of its own. */
    void flushShared() {
        if (secured) {
            flush();
        } else if (reading) {
            unflushed = true;
        } else {
            flushNow(false);
        }
    }

    private void flushNow(boolean own) {
        context().flush();
        Backlog waiting = backlog;
        if (waiting == null) {
            return;
        }
        if (own) {
            Http1Response outgoing = response;
            waiting.flushed(outgoing == null ? 0 : outgoing.unqueuedBytes());
        } else {
            waiting.flushedShared();
        }
    }

    /** Runs all steps that can run now. */
    void proceed() {
        if (proceeding) {
            return; // an outer call on the stack runs the further steps
        }
        proceeding = true;
        try {
            boolean more = true;
            while (more) {
                more = step();
            }
        } finally {
            proceeding = false;
        }
        ByteBuf rest = held;
        if (rest != null && !rest.isReadable()) {
            rest.release();
            held = null;
            rest = null;
        } else if (rest != null && rest.readerIndex() >= LEAST_HELD) {
            rest.discardReadBytes();
        }
        boolean room = rest == null || rest.readableBytes() < mostHeld;
        if (room != listening) {
            listening = room;
            channel().config().setAutoRead(room);
        }
        if (inputEnded) {
            endIfAllIsAnswered();
        }
    }

    /**
     * The client has ended its side of the connection. Requests that came as a whole are answered, since only a write can tell
     * whether it still reads; none of them waits for what may come later.
     */
    @Override
    public void userEventTriggered(ChannelHandlerContext same, Object event) {
        if (event != ChannelInputShutdownEvent.INSTANCE && event != SslCloseCompletionEvent.SUCCESS) {
            same.fireUserEventTriggered(event);
            return;
        }
        boolean before = inputEnded;
        inputEnded = true;
        if (outputEnded) {
            close();
            return;
        }
        Http1Response outgoing = response;
        if (outgoing != null && !before) {
            outgoing.inputEnded();
        }
        proceed();
    }

    /** Ends the connection if no request is left that can be answered: half of one will never be a whole. */
    private void endIfAllIsAnswered() {
        Http1Request incoming = request;
        if (incoming == null) {
            if (held == null || channel().isWritable()) {
                closeInOrder();
            }
        } else if (!incoming.isEnded() && !incoming.isPaused()) {
            close();
        }
    }

    /** Whether the client has ended its side of the connection. */
    boolean isInputEnded() {
        return inputEnded;
    }

    /** Returns whether there may be more to do. */
    private boolean step() {
        Http1Request incoming = request;
        Http1Response outgoing = response;
        if (incoming == null || outgoing == null) {
            return !deaf && begin();
        }
        if (!incoming.isEnded()) {
            ByteBuf bytes = held;
            BodyFraming.State state = incoming.advance(bytes == null ? Unpooled.EMPTY_BUFFER : bytes);
            if (state == BodyFraming.State.BROKEN) {
                stopListening();
                outgoing.closeAfter();
            }
            return state != BodyFraming.State.COMING;
        }
        if (!outgoing.isComplete()) {
            return false;
        }
        request = null;
        response = null;
        if (last || !outgoing.keepsAlive()) {
            closeInOrder();
        }
        return true;
    }

    /** Begins with the next request, if its head is there and the client takes its answers. */
    private boolean begin() {
        ByteBuf bytes = held;
        if (bytes == null || !channel().isWritable() || isHttp2(bytes)) {
            return false;
        }
        int length = heads.find(bytes);
        RequestError error = heads.error();
        if (error != null) {
            refuse(error);
            return true;
        }
        if (length == 0) {
            return false;
        }
        byte[] copy = new byte[length];
        int start = bytes.readerIndex();
        bytes.readBytes(copy);
        RequestHead head = RequestHead.read(copy);
        if (head == null) {
            refuse(RequestError.NO_HTTP);
        } else if (first && head.upgrades() && http2 != null) {
            bytes.readerIndex(start);
            handOver(bytes, http2);
        } else {
            first = false;
            Http1Request incoming = new Http1Request(this, head, BodyFraming.of(head, server.headBytes()));
            Http1Response outgoing = new Http1Response(this, context(), head);
            request = incoming;
            response = outgoing;
            server.receive(incoming, outgoing);
        }
        return true;
    }

    /** Whether a connection begins as HTTP/2 does, or may do so: then there is nothing to do here, or not yet. */
    private boolean isHttp2(ByteBuf bytes) {
        if (!first || http2 == null) {
            return false;
        }
        int compared = Math.min(bytes.readableBytes(), HTTP_2.length);
        for (int i = 0; i < compared; i++) {
            if (bytes.getByte(bytes.readerIndex() + i) != HTTP_2[i]) {
                return false;
            }
        }
        if (compared == HTTP_2.length) {
            handOver(bytes, http2);
        }
        return true;
    }

    private void handOver(ByteBuf bytes, ChannelHandler to) {
        deaf = true;
        held = null;
        server.closed(this);
        channel().config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, false);
        context().pipeline().addLast(to);
        context().fireChannelRead(bytes);
        context().fireChannelReadComplete();
        context().pipeline().remove(this);
    }

    private void refuse(RequestError error) {
        stopListening();
        RequestHead none = RequestHead.none();
        Http1Request incoming = new Http1Request(this, none, new FixedLengthFraming(0));
        Http1Response outgoing = new Http1Response(this, context(), none);
        incoming.advance(Unpooled.EMPTY_BUFFER);
        request = incoming;
        response = outgoing;
        server.refuse(incoming, outgoing, error);
    }

    /** Discards all further input. */
    private void stopListening() {
        deaf = true;
        ByteBuf rest = held;
        if (rest != null) {
            held = null;
            rest.release();
        }
    }

    /**
     * Ends the connection behind what was written. A client that is still sending would lose the answer if that were all: so our
     * side of the connection ends first, and the other when the client has seen it, or some time later.
     */
    private void closeInOrder() {
        if (closing) {
            return;
        }
        closing = true;
        stopListening();
        if (!listening) {
            listening = true;
            channel().config().setAutoRead(true);
        }
        context().writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(written -> {
            if (inputEnded) {
                close();
                return;
            }
            endOutput();
            channel().eventLoop().schedule(this::close, LINGER_MILLIS, TimeUnit.MILLISECONDS);
        });
    }

    /** Ends our side of the connection. Over TLS the client is told so before its socket is. */
    private void endOutput() {
        outputEnded = true;
        if (!(channel() instanceof DuplexChannel duplex)) {
            return;
        }
        SslHandler encryption = secured ? channel().pipeline().get(SslHandler.class) : null;
        if (encryption == null) {
            duplex.shutdownOutput();
        } else {
            encryption.closeOutbound().addListener(told -> duplex.shutdownOutput());
        }
    }

    /** Whether the bytes of answers are encrypted before they reach the socket. */
    boolean isSecured() {
        return secured;
    }

    void close() {
        channel().close();
    }

    /** Closes the connection as soon as no request is in progress on it. */
    void drain() {
        last = true;
        Http1Response outgoing = response;
        if (isIdle()) {
            close();
        } else if (outgoing == null || outgoing.isComplete()) {
            closeInOrder();
        }
    }

    /** Whether nothing comes, and nothing is on its way to the client. */
    private boolean isIdle() {
        ChannelOutboundBuffer out = channel().unsafe().outboundBuffer();
        return response == null && held == null && (out == null || out.isEmpty());
    }

    /** Whether no other request is to follow. */
    boolean isLast() {
        return last;
    }

    /** What a request names as its server, if that can be one; most name the same as the one before. */
    @Nullable
    String checkedAuthority(@Nullable String named) {
        if (named == null) {
            return null;
        }
        if (!named.equals(authority)) {
            authority = named;
            authorityGood = HostAndPort.parseAuthority(named, -1) != null;
        }
        return authorityGood ? named : null;
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext same) {
        Http1Response outgoing = response;
        if (same.channel().isWritable()) {
            if (outgoing != null) {
                outgoing.drained();
            }
            proceed();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext same) {
        server.closed(this);
        stopListening();
        Http1Request incoming = request;
        Http1Response outgoing = response;
        if (incoming != null) {
            incoming.gone();
        }
        if (outgoing != null && !outgoing.isComplete()) {
            outgoing.gone();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext same, Throwable cause) {
        if (cause instanceof IOException || cause.getCause() instanceof IOException) { // a flaw in TLS is wrapped
            LOG.debug("a connection broke: {}", cause.toString());
        } else if (!NettyLoop.current().isOutOfMemory(cause)) {
            LOG.error("a connection failed", cause);
        }
        close();
    }
}
