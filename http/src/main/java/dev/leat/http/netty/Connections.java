package dev.leat.http.netty;

import dev.leat.http.exchange.Bounds;
import dev.leat.http.exchange.Exchange;
import dev.leat.http.exchange.Problem;
import dev.leat.http.exchange.UnsentBytes;
import dev.leat.http.metrics.CutReason;
import dev.leat.http.metrics.HttpMetrics;
import dev.leat.http.metrics.Refusal;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerAdapter;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.util.AttributeKey;
import io.netty.util.concurrent.FastThreadLocal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watch over all connections. Closes those without a request, those whose head or body arrives too slowly, those whose
 * client does not read its answer, and, when unsent answers exceed their memory, those furthest behind. It knows a
 * connection from the moment it is accepted; each event loop checks its own once a second.
 */
public final class Connections {
    private static final Logger LOG = LoggerFactory.getLogger(Connections.class);
    private static final AttributeKey<Peer> PEER = AttributeKey.valueOf(Peer.class, "peer");
    private static final long SWEEP_MILLIS = 1000;

    /** How long a loop that could not get below the limit by itself leaves it to the others. */
    private static final long SHED_NANOS = 5_000_000;

    /** How long connections that are cut because memory ran out may take to give it back. */
    private static final long RELIEF_NANOS = Duration.ofSeconds(5).toNanos();

    /** If memory runs out again within this time, cutting connections does not help. */
    private static final long REPEAT_NANOS = Duration.ofSeconds(30).toNanos();

    private final Bounds bounds;
    private final HttpMetrics metrics;
    private final UnsentBytes unsent;
    private final Runnable exhausted;
    private final AtomicInteger count = new AtomicInteger();
    private final List<NettyLoop> loops = new CopyOnWriteArrayList<>();
    private final AtomicLong relievedAt = new AtomicLong(System.nanoTime() - REPEAT_NANOS);
    private final FastThreadLocal<Peers> peers = new FastThreadLocal<>() {
        @Override
        protected Peers initialValue() {
            NettyLoop loop = NettyLoop.current();
            loops.add(loop);
            loop.onOutOfMemory(Connections.this::outOfMemory);
            loop.schedule(Connections.this::sweep, SWEEP_MILLIS);
            return new Peers();
        }
    };

    /** The clients of one event loop. */
    private static final class Peers {
        private final Set<Peer> all = new HashSet<>();
        private boolean shedding;
        private long shedAt = System.nanoTime() - SHED_NANOS;
    }

    /** One client. */
    private static final class Peer {
        private final Channel channel;
        private final Backlog backlog;
        private final List<Exchange> exchanges = new ArrayList<>(1);
        private @Nullable Runnable close;
        private long quietSince = System.nanoTime();
        private long movedAt = System.nanoTime();
        private long pending;
        private long progress;

        Peer(Channel channel, Backlog backlog) {
            this.channel = channel;
            this.backlog = backlog;
        }

        private long movedAt() {
            return movedAt;
        }

        private long behindSince() {
            return backlog.since();
        }
    }

    /** @param exhausted called if memory ran out on an event loop and cutting connections did not help; may be called again */
    public Connections(Bounds bounds, HttpMetrics metrics, UnsentBytes unsent, Runnable exhausted) {
        this.bounds = bounds;
        this.metrics = metrics;
        this.unsent = unsent;
        this.exhausted = exhausted;
    }

    /** Returns whether a connection that was just accepted may stay. It has no event loop yet. */
    @SuppressWarnings("FutureReturnValueIgnored") // it is never cancelled
    public boolean admit(Channel channel) {
        if (count.incrementAndGet() > bounds.connections()) {
            count.decrementAndGet();
            metrics.refused(Refusal.CONNECTIONS);
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

    /** Registers the connection with its event loop, on that loop. */
    @SuppressWarnings("FutureReturnValueIgnored") // it is never cancelled
    private void settled(Channel channel) {
        NettyLoop.enter(channel.eventLoop());
        Set<Peer> here = peers.get().all;
        Peer peer = new Peer(channel, Backlog.attach(channel, unsent, this::shed));
        channel.attr(PEER).set(peer);
        here.add(peer);
        channel.closeFuture().addListener(closed -> here.remove(peer));
    }

    /** Sets how a connection is closed in an orderly way, for connections where closing the channel is not enough. */
    public void opened(@Nullable Channel channel, Runnable close) {
        Peer peer = peer(channel);
        if (peer != null) {
            peer.close = close;
        }
    }

    private static @Nullable Peer peer(@Nullable Channel channel) {
        return channel == null ? null : channel.attr(PEER).get();
    }

    private static @Nullable Peer peer(Exchange exchange) {
        return exchange.request() instanceof ChannelRequest request ? peer(request.channel()) : null;
    }

    public void began(Exchange exchange) {
        Peer peer = peer(exchange);
        if (peer != null) {
            peer.exchanges.add(exchange);
        }
    }

    public void ended(Exchange exchange) {
        Peer peer = peer(exchange);
        if (peer != null && peer.exchanges.remove(exchange)) {
            peer.quietSince = System.nanoTime();
        }
    }

    private void sweep() {
        long now = System.nanoTime();
        for (Peer peer : List.copyOf(peers.get().all)) {
            check(peer, now);
        }
        NettyLoop.current().schedule(this::sweep, SWEEP_MILLIS);
    }

    private void check(Peer peer, long now) {
        peer.backlog.refresh();
        if (isStuck(peer, now)) {
            cut(peer, "it does not read its answer");
            metrics.cut(CutReason.STALLED);
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

    /**
     * Cuts the connections of this loop that are furthest behind, until all connections together hold less than they may. What
     * the other loops hold is theirs to cut.
     */
    private void shed() {
        Peers here = peers.get();
        long now = System.nanoTime();
        if (here.shedding || now - here.shedAt < SHED_NANOS) {
            return;
        }
        here.shedding = true;
        try {
            cutFurthestBehind(here, now);
        } finally {
            here.shedding = false;
            here.shedAt = System.nanoTime();
        }
        if (!unsent.isRelieved()) {
            for (NettyLoop loop : loops) {
                if (!loop.isCurrent()) {
                    loop.post(this::shedIfExceeded);
                }
            }
        }
    }

    private void shedIfExceeded() {
        if (unsent.isExceeded()) {
            shed();
        }
    }

    private void cutFurthestBehind(Peers here, long now) {
        List<Peer> behind = new ArrayList<>();
        for (Peer peer : here.all) {
            peer.backlog.refresh();
            isStuck(peer, now); // notes whether the client has taken anything
            if (peer.backlog.counted() > 0) {
                behind.add(peer);
            }
        }
        if (!unsent.isExceeded()) {
            return; // it was counted too high
        }
        behind.sort(Comparator.comparingLong(Peer::movedAt).thenComparingLong(Peer::behindSince));
        for (Peer peer : behind) {
            boolean moves = peer.movedAt == now;
            if (unsent.isRelieved() || (moves && !unsent.isFarExceeded())) {
                return; // connections that read stay, unless memory is so far exceeded that the other loops had nothing
                // to cut, either
            }
            cut(peer, "all connections together hold more than unsent-bytes");
            metrics.cut(CutReason.UNSENT);
        }
    }

    /** Memory ran out on an event loop: all connections with anything unsent give back what they hold. */
    private void outOfMemory(OutOfMemoryError error) {
        long now = System.nanoTime();
        long before = relievedAt.get();
        if (now - before < RELIEF_NANOS) {
            return; // it is being given back
        }
        if (now - before < REPEAT_NANOS) {
            exhausted.run();
        } else if (relievedAt.compareAndSet(before, now)) {
            LOG.error("out of memory; cutting every connection whose client has not taken its answer", error);
            for (NettyLoop loop : loops) {
                loop.run(this::cutAllBehind);
            }
        }
    }

    private void cutAllBehind() {
        for (Peer peer : List.copyOf(peers.get().all)) {
            peer.backlog.refresh();
            if (peer.backlog.counted() > 0) {
                cut(peer, "memory ran out");
                metrics.cut(CutReason.UNSENT);
            }
        }
    }

    /** Closes at once: an orderly close would first send the bytes that the client does not take. */
    private static void cut(Peer peer, String why) {
        LOG.debug("cutting the connection of {}: {}", peer.channel.remoteAddress(), why);
        peer.channel.unsafe().close(peer.channel.voidPromise()); // past Vert.x, which would wait
    }

    @SuppressWarnings("FutureReturnValueIgnored") // nothing is left to do
    private static void close(Peer peer, String why) {
        LOG.debug("closing the connection of {}: {}", peer.channel.remoteAddress(), why);
        Runnable close = peer.close;
        if (close == null) {
            peer.channel.close();
        } else {
            close.run();
        }
    }
}
