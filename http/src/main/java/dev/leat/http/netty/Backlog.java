package dev.leat.http.netty;

import dev.leat.http.exchange.UnsentBytes;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.util.AttributeKey;
import org.jspecify.annotations.Nullable;

/**
 * Memory that waits for one client to take it. Lives on the event loop of its connection.
 *
 * <p>A connection of ours is measured after each flush: what Netty still has then waits. Nothing tells when the client takes it,
 * so the count may be too high until the next flush or {@link #refresh}, and is never too low. Answers that go by way of Vert.x
 * may wait in places that cannot be measured, such as HTTP/2's flow control; they report when they are sent.
 */
public final class Backlog {
    private static final AttributeKey<Backlog> KEY = AttributeKey.valueOf(Backlog.class, "backlog");

    /** Heap that one queued reference to shared bytes takes: Netty's entry and a view of the buffer. */
    private static final int REFERENCE_BYTES = 256;

    private final Channel channel;
    private final UnsentBytes unsent;
    private final Runnable exceeded;
    private long counted;
    private long since;
    private long reported;
    private long unqueued;

    private Backlog(Channel channel, UnsentBytes unsent, Runnable exceeded) {
        this.channel = channel;
        this.unsent = unsent;
        this.exceeded = exceeded;
    }

    /** @param exceeded cuts connections; called on their event loop when all together hold too much */
    @SuppressWarnings("FutureReturnValueIgnored") // it is never cancelled
    static Backlog attach(Channel channel, UnsentBytes unsent, Runnable exceeded) {
        Backlog backlog = new Backlog(channel, unsent, exceeded);
        channel.attr(KEY).set(backlog);
        channel.closeFuture().addListener(closed -> backlog.set(0));
        return backlog;
    }

    public static @Nullable Backlog of(@Nullable Channel channel) {
        return channel == null ? null : channel.attr(KEY).get();
    }

    /**
     * Counts what is left after a flush.
     *
     * @param rest bytes of the answer that Netty does not have yet
     */
    public void flushed(long rest) {
        unqueued = rest;
        long waiting = pending() + rest;
        if (waiting != counted) {
            count(waiting);
        }
    }

    /** Counts what is left after shared bytes were flushed: of those only the reference. */
    public void flushedShared() {
        long pending = pending();
        if (pending != 0 || counted != 0) {
            count(Math.min(counted + REFERENCE_BYTES, pending));
        }
    }

    /** Counts bytes that Vert.x was given. The caller reports when they are sent. */
    public void began(long bytes) {
        reported += bytes;
        count(reported);
    }

    /** The bytes were sent, or will never be. */
    public void ended(long bytes) {
        reported -= bytes;
        if (channel.isOpen()) {
            set(reported);
        }
    }

    private void count(long bytes) {
        if (!channel.isOpen()) { // it gave everything back
            return;
        }
        if (counted == 0) {
            since = System.nanoTime();
        }
        set(bytes);
        if (unsent.isExceeded()) {
            exceeded.run();
        }
    }

    private void set(long bytes) {
        unsent.add(bytes - counted);
        counted = bytes;
    }

    /** Looks again at what waits. */
    void refresh() {
        if (counted > reported) {
            set(Math.min(counted, Math.max(reported, pending() + unqueued)));
        }
    }

    /** When it began, in the nanoseconds of {@link System#nanoTime}; of no meaning if nothing is counted. */
    long since() {
        return since;
    }

    long counted() {
        return counted;
    }

    private long pending() {
        ChannelOutboundBuffer out = channel.unsafe().outboundBuffer();
        return out == null ? 0 : out.totalPendingWriteBytes();
    }
}
