package dev.leat.http.exchange;

import dev.leat.http.metrics.HttpMetrics;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerAdapter;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.util.AttributeKey;
import io.netty.util.concurrent.FastThreadLocal;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps clients from holding on to what they do not use: connections without a request, heads and bodies that trickle in, answers
 * that nobody reads. It knows a connection from the moment it is accepted; each event loop looks after its own, once a second.
 */
public final class Connections {
    private static final Logger LOG = LoggerFactory.getLogger(Connections.class);
    private static final AttributeKey<Peer> PEER = AttributeKey.valueOf(Peer.class, "peer");
    private static final long SWEEP_MILLIS = 1000;

    private final Bounds bounds;
    private final HttpMetrics metrics;
    private final AtomicInteger count = new AtomicInteger();
    private final FastThreadLocal<Set<Peer>> peers = new FastThreadLocal<>() {
        @Override
        protected Set<Peer> initialValue() {
            Loop.current().schedule(Connections.this::sweep, SWEEP_MILLIS);
            return new HashSet<>();
        }
    };

    /** One client. */
    private static final class Peer {
        private final Channel channel;
        private final List<Exchange> exchanges = new ArrayList<>(1);
        private @Nullable HttpConnection connection;
        private long quietSince = System.nanoTime();
        private long movedAt = System.nanoTime();
        private long pending;
        private long progress;

        Peer(Channel channel) {
            this.channel = channel;
        }
    }

    public Connections(Bounds bounds, HttpMetrics metrics) {
        this.bounds = bounds;
        this.metrics = metrics;
    }

    /** Returns whether a connection that was just accepted may stay. It has no event loop yet. */
    @SuppressWarnings("FutureReturnValueIgnored") // it is never cancelled
    public boolean admit(Channel channel) {
        if (count.incrementAndGet() > bounds.connections()) {
            count.decrementAndGet();
            return false;
        }
        metrics.connected();
        channel.closeFuture().addListener(closed -> {
            count.decrementAndGet();
            metrics.disconnected();
        });
        channel.pipeline().addLast(new ChannelHandlerAdapter() {
            @Override
            public void handlerAdded(ChannelHandlerContext context) {
                context.pipeline().remove(this);
                settled(context.channel());
            }
        });
        return true;
    }

    /** It has an event loop, which runs this. */
    @SuppressWarnings("FutureReturnValueIgnored") // it is never cancelled
    private void settled(Channel channel) {
        Loop.enter(channel.eventLoop());
        Set<Peer> here = peers.get();
        Peer peer = new Peer(channel);
        channel.attr(PEER).set(peer);
        here.add(peer);
        channel.closeFuture().addListener(closed -> here.remove(peer));
    }

    /** It is Vert.x's. */
    public void opened(HttpConnection connection) {
        Peer peer = connection instanceof ConnectionBase base ? peer(base.channel()) : null;
        if (peer != null) {
            peer.connection = connection;
        }
    }

    private static @Nullable Peer peer(@Nullable Channel channel) {
        return channel == null ? null : channel.attr(PEER).get();
    }

    public void began(Exchange exchange) {
        Peer peer = peer(exchange.request().channel());
        if (peer != null) {
            peer.exchanges.add(exchange);
        }
    }

    public void ended(Exchange exchange) {
        Peer peer = peer(exchange.request().channel());
        if (peer != null && peer.exchanges.remove(exchange)) {
            peer.quietSince = System.nanoTime();
        }
    }

    private void sweep() {
        long now = System.nanoTime();
        for (Peer peer : List.copyOf(peers.get())) {
            check(peer, now);
        }
        Loop.current().schedule(this::sweep, SWEEP_MILLIS);
    }

    private void check(Peer peer, long now) {
        if (isStuck(peer, now)) {
            cut(peer);
        } else if (peer.pending > 0) {
            peer.quietSince = now; // it is still reading its last answer
        } else if (peer.exchanges.isEmpty()
                && now - peer.quietSince > bounds.idle().toNanos()) {
            close(peer, "it asks for nothing");
        } else {
            for (Exchange exchange : List.copyOf(peer.exchanges)) {
                if (exchange.isReceiving() && exchange.nanos() > bounds.body().toNanos()) {
                    exchange.refuse(Problem.of(408, "body-late", "the request's body took too long"));
                    exchange.response().abandon();
                }
            }
        }
    }

    /** Whether bytes have been waiting for too long without any of them being taken. */
    private boolean isStuck(Peer peer, long now) {
        ChannelOutboundBuffer out = peer.channel.unsafe().outboundBuffer();
        long pending = out == null ? 0 : out.totalPendingWriteBytes();
        long progress = out == null ? 0 : out.currentProgress();
        if (pending == 0 || pending != peer.pending || progress != peer.progress) {
            peer.movedAt = now;
        }
        peer.pending = pending;
        peer.progress = progress;
        return now - peer.movedAt > bounds.stalled().toNanos();
    }

    /** At once: a connection that is closed in good order first sends what nobody takes. */
    private static void cut(Peer peer) {
        LOG.debug("cutting the connection of {}: it does not read its answer", peer.channel.remoteAddress());
        peer.channel.unsafe().close(peer.channel.voidPromise()); // past Vert.x, which would wait
    }

    @SuppressWarnings("FutureReturnValueIgnored") // nothing is left to do
    private static void close(Peer peer, String why) {
        LOG.debug("closing the connection of {}: {}", peer.channel.remoteAddress(), why);
        HttpConnection connection = peer.connection;
        if (connection == null) {
            peer.channel.close();
        } else {
            connection.close();
        }
    }
}
