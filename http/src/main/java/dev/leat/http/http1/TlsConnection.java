package dev.leat.http.http1;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ApplicationProtocolNegotiationHandler;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits for the TLS handshake of a connection and then hands it to the protocol that ALPN chose: HTTP/1.1, also for clients
 * without ALPN, or HTTP/2.
 */
final class TlsConnection extends ApplicationProtocolNegotiationHandler {
    private static final Logger LOG = LoggerFactory.getLogger(TlsConnection.class);

    private final Http1Server server;
    private final ChannelHandler http2;

    /** @param http2 goes on with a connection for which ALPN chose HTTP/2; reads its preface again */
    TlsConnection(Http1Server server, ChannelHandler http2) {
        super(ApplicationProtocolNames.HTTP_1_1);
        this.server = server;
        this.http2 = http2;
    }

    @Override
    protected void configurePipeline(ChannelHandlerContext context, String protocol) {
        boolean isHttp2 = protocol.equals(ApplicationProtocolNames.HTTP_2);
        context.pipeline().addLast(isHttp2 ? new Http2Preface(http2) : new Http1Connection(server, null, true));
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // nothing is left to do
    protected void handshakeFailure(ChannelHandlerContext context, Throwable cause) {
        LOG.debug("the TLS handshake with {} failed: {}", context.channel().remoteAddress(), cause.toString());
        context.close();
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // nothing is left to do
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        LOG.debug(
                "the connection of {} failed during the TLS handshake: {}",
                context.channel().remoteAddress(),
                cause.toString());
        context.close();
    }

    /**
     * Compares the first bytes with the preface of HTTP/2. Vert.x would read a connection that begins in another way as HTTP/1.1,
     * with another parser; such a connection is closed.
     */
    private static final class Http2Preface extends ByteToMessageDecoder {
        private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

        private final ChannelHandler http2;

        Http2Preface(ChannelHandler http2) {
            this.http2 = http2;
        }

        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // nothing is left to do
        protected void decode(ChannelHandlerContext context, ByteBuf bytes, List<Object> out) {
            int compared = Math.min(bytes.readableBytes(), PREFACE.length);
            for (int i = 0; i < compared; i++) {
                if (bytes.getByte(bytes.readerIndex() + i) != PREFACE[i]) {
                    bytes.skipBytes(bytes.readableBytes());
                    context.close();
                    return;
                }
            }
            if (compared == PREFACE.length) {
                context.pipeline().addLast(http2);
                context.pipeline().remove(this); // which hands on what has come
            }
        }
    }
}
