package dev.leat.http.exchange;

import dev.leat.http.metrics.HttpMetrics;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.util.concurrent.FastThreadLocal;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps clients from holding on to what they do not use: connections without a request, heads and bodies that trickle in, answers
 * that nobody reads. Each event loop looks after its own connections, once a second.
 */
public final class Connections {
    private static final Logger LOG = LoggerFactory.getLogger(Connections.class);
    private static final long SWEEP_MILLIS = 1000;

    private final Bounds bounds;
    private final HttpMetrics metrics;
    private final AtomicInteger count = new AtomicInteger();
    private final FastThreadLocal<Map<HttpConnection, Peer>> peers = new FastThreadLocal<>() {
        @Override
        protected Map<HttpConnection, Peer> initialValue() {
            Loop.current().schedule(Connections.this::sweep, SWEEP_MILLIS);
            return new IdentityHashMap<>();
        }
    };

    /** One client. */
    private static final class Peer {
        private final HttpConnection connection;
        private final List<Exchange> exchanges = new ArrayList<>(1);
        private long quietSince = System.nanoTime();
        private long movedAt = System.nanoTime();
        private long pending;
        private long progress;

        Peer(HttpConnection connection) {
            this.connection = connection;
        }
    }

    public Connections(Bounds bounds, HttpMetrics metrics) {
        this.bounds = bounds;
        this.metrics = metrics;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // nothing is left to do
    public void opened(HttpConnection connection) {
        Map<HttpConnection, Peer> here = peers.get();
        if (count.incrementAndGet() > bounds.connections()) {
            count.decrementAndGet();
            connection.close();
            return;
        }
        here.put(connection, new Peer(connection));
        metrics.connected();
        connection.closeHandler(closed -> {
            if (here.remove(connection) != null) {
                count.decrementAndGet();
                metrics.disconnected();
            }
        });
    }

    public void began(Exchange exchange) {
        Peer peer = peers.get().get(exchange.request().connection());
        if (peer != null) {
            peer.exchanges.add(exchange);
        }
    }

    public void ended(Exchange exchange) {
        Peer peer = peers.get().get(exchange.request().connection());
        if (peer != null && peer.exchanges.remove(exchange)) {
            peer.quietSince = System.nanoTime();
        }
    }

    private void sweep() {
        long now = System.nanoTime();
        for (Peer peer : List.copyOf(peers.get().values())) {
            check(peer, now);
        }
        Loop.current().schedule(this::sweep, SWEEP_MILLIS);
    }

    private void check(Peer peer, long now) {
        if (isStuck(peer, now)) {
            cut(peer);
        } else if (peer.exchanges.isEmpty()
                && now - peer.quietSince > bounds.idle().toNanos()) {
            close(peer, "it asks for nothing");
        } else {
            for (Exchange exchange : List.copyOf(peer.exchanges)) {
                if (exchange.isReceiving() && exchange.nanos() > bounds.body().toNanos()) {
                    exchange.refuse(Problem.of(408, "body-late", "the request's body took too long"));
                    exchange.abandon();
                }
            }
        }
    }

    /** Whether bytes have been waiting for too long without any of them being taken. */
    private boolean isStuck(Peer peer, long now) {
        ChannelOutboundBuffer out = peer.connection instanceof ConnectionBase base
                ? base.channel().unsafe().outboundBuffer()
                : null;
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
        LOG.debug("cutting the connection of {}: it does not read its answer", peer.connection.remoteAddress());
        if (peer.connection instanceof ConnectionBase base) {
            base.channel().unsafe().close(base.channel().voidPromise()); // past Vert.x, which would wait
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // nothing is left to do
    private static void close(Peer peer, String why) {
        LOG.debug("closing the connection of {}: {}", peer.connection.remoteAddress(), why);
        peer.connection.close();
    }
}
