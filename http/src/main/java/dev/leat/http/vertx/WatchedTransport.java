package dev.leat.http.vertx;

import dev.leat.http.http1.ConnectionRefusal;
import dev.leat.http.http1.Http1Server;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.bootstrap.ServerBootstrapConfig;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.InternetProtocolFamily;
import io.vertx.core.datagram.DatagramSocketOptions;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.net.TcpConfig;
import io.vertx.core.spi.transport.Transport;
import java.util.concurrent.ThreadFactory;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The machine's best transport, which asks about each connection when it is accepted: before the TLS handshake, which some clients
 * never complete. The connections are {@link Http1Server}'s, and Vert.x gets those that turn out to be HTTP/2.
 */
public final class WatchedTransport implements Transport, io.vertx.core.transport.Transport {
    private static final Logger LOG = LoggerFactory.getLogger(WatchedTransport.class);

    /** Room for a small request at once. Netty goes down to less, and then reads in two parts what comes next. */
    private static final int READ_BYTES = 2 << 10;

    private static final int MOST_READ_BYTES = 64 << 10;

    /** After so many reads of one connection others have their turn, as Netty has it by default. */
    private static final int READS_IN_A_ROW = 16;

    private final io.vertx.core.transport.Transport best;
    private final Transport under;
    private final Predicate<Channel> admits;
    private final Http1Server http1;
    private final ConnectionRefusal refusal = new ConnectionRefusal();

    /**
     * @param admits whether a connection may stay; asked on any thread, before the connection has one of its own
     * @param http1 has the connections until they turn out to be HTTP/2
     */
    public WatchedTransport(Predicate<Channel> admits, Http1Server http1) {
        io.vertx.core.transport.Transport fast = io.vertx.core.transport.Transport.nativeTransport();
        this.best = fast != null && fast.available() ? fast : io.vertx.core.transport.Transport.NIO;
        this.under = best.implementation();
        this.admits = admits;
        this.http1 = http1;
    }

    /** Handler of a listener's accepted connections. */
    @ChannelHandler.Sharable
    private final class Door extends ChannelInboundHandlerAdapter {
        private final ServerBootstrapConfig vertx;

        Door(ServerBootstrapConfig vertx) {
            this.vertx = vertx;
        }

        @Override
        public void channelRead(ChannelHandlerContext listener, Object accepted) {
            Channel channel = (Channel) accepted;
            if (!admits.test(channel)) {
                turnAway(channel);
            } else {
                take(channel, () -> http1.accept(channel, vertx.childHandler()));
            }
        }

        /**
         * Refuses a connection: with an answer, or by closing it if too many are answered already or if an answer would
         * cost a TLS handshake.
         */
        private void turnAway(Channel channel) {
            ChannelHandler refusing = http1.isSecured() ? null : refusal.handler(channel);
            if (refusing == null) {
                channel.unsafe().closeForcibly();
            } else {
                take(channel, () -> channel.pipeline().addLast(refusing));
            }
        }

        /** Registers a connection as Netty does, but with this server's handler in the place of Vert.x's. */
        @SuppressWarnings("FutureReturnValueIgnored") // Netty closes what it cannot register
        private void take(Channel channel, Runnable addHandlers) {
            try {
                vertx.childOptions().forEach((option, value) -> set(channel, option, value));
                addHandlers.run();
                vertx.childGroup().register(channel);
            } catch (RuntimeException e) { // the server stops, and there is no event loop any more
                LOG.debug("a connection could not be accepted", e);
                channel.unsafe().close(channel.unsafe().voidPromise());
            }
        }

        @SuppressWarnings("unchecked") // the two belong together
        private static <T> void set(Channel channel, ChannelOption<T> option, Object value) {
            channel.config().setOption(option, (T) value);
        }
    }

    @Override
    public void configure(TcpConfig config, boolean domainSocket, ServerBootstrap bootstrap) {
        under.configure(config, domainSocket, bootstrap);
        bootstrap.handler(new Door(bootstrap.config()));
        bootstrap.childOption(
                ChannelOption.RECVBUF_ALLOCATOR,
                new AdaptiveRecvByteBufAllocator(READ_BYTES, READ_BYTES, MOST_READ_BYTES)
                        .maxMessagesPerRead(READS_IN_A_ROW));
    }

    @Override
    public String name() {
        return best.name();
    }

    @Override
    public boolean available() {
        return best.available();
    }

    @Override
    public @Nullable Throwable unavailabilityCause() {
        return best.unavailabilityCause();
    }

    @Override
    public Transport implementation() {
        return this;
    }

    @Override
    public boolean isAvailable() {
        return under.isAvailable();
    }

    @Override
    public boolean supportsDomainSockets() {
        return under.supportsDomainSockets();
    }

    @Override
    public boolean supportFileRegion() {
        return under.supportFileRegion();
    }

    @Override
    public java.net.SocketAddress convert(SocketAddress address) {
        return under.convert(address);
    }

    @Override
    public SocketAddress convert(java.net.SocketAddress address) {
        return under.convert(address);
    }

    @Override
    public IoHandlerFactory ioHandlerFactory() {
        return under.ioHandlerFactory();
    }

    @Override
    public EventLoopGroup eventLoopGroup(int kind, int threads, ThreadFactory factory, int ioRatio) {
        return under.eventLoopGroup(kind, threads, factory, ioRatio);
    }

    @Override
    @SuppressWarnings("deprecation") // the interface asks for it
    public DatagramChannel datagramChannel(InternetProtocolFamily family) {
        return under.datagramChannel(family);
    }

    @Override
    public ChannelFactory<? extends DatagramChannel> datagramChannelFactory() {
        return under.datagramChannelFactory();
    }

    @Override
    public ChannelFactory<? extends Channel> channelFactory(boolean domainSocket) {
        return under.channelFactory(domainSocket);
    }

    @Override
    public ChannelFactory<? extends ServerChannel> serverChannelFactory(boolean domainSocket) {
        return under.serverChannelFactory(domainSocket);
    }

    @Override
    public void configure(DatagramChannel channel, DatagramSocketOptions options) {
        under.configure(channel, options);
    }

    @Override
    public void configure(TcpConfig config, boolean domainSocket, Bootstrap bootstrap) {
        under.configure(config, domainSocket, bootstrap);
    }
}
