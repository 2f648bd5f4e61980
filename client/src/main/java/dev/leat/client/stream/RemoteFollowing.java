package dev.leat.client.stream;

import dev.leat.api.ContentType;
import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Following;
import dev.leat.api.spi.Reply;
import dev.leat.api.spi.Slice;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamInfo;
import dev.leat.client.transport.ClientRequest;
import dev.leat.client.transport.Transport;
import dev.leat.client.transport.UrlText;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Follows a stream over HTTP: it reads pages while there is more than one, then by a long poll, and from the second wait on by
 * server-sent events. After a lost connection it continues at the last complete offset.
 *
 * <p>A stream of text is followed by long polls, because events do not preserve the kind of line ends. After a first success, requests
 * are repeated until they succeed again; if the first one fails, that is an error.
 */
final class RemoteFollowing implements Following {
    private static final Duration SILENCE = Duration.ofSeconds(90);
    private static final long SHORT_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long AT_ONCE_NANOS = Duration.ofMillis(20).toNanos();
    private static final long ROOM_BYTES = 1 << 20;

    private final Transport transport;
    private final StreamRequests streams;
    private final StreamUrl target;
    private final Deque<Found> ready = new ArrayDeque<>();
    private long readyBytes;
    private boolean begun;
    private Offset at = Offset.START;
    private boolean worked;
    private boolean upToDate;
    private boolean canSse;
    private boolean exact = true;
    private int failures;
    private @Nullable ContentType type;
    private @Nullable String cursor;
    private @Nullable CompletableFuture<Slice> waiter;
    private @Nullable AutoCloseable source;
    private boolean closed;

    /** A slice that was not taken yet, and the offset at which it was requested. */
    private record Found(Offset from, Slice slice) {}

    RemoteFollowing(Transport transport, StreamRequests streams, StreamUrl target, boolean sse) {
        this.transport = transport;
        this.streams = streams;
        this.target = target;
        this.canSse = sse;
    }

    @Override
    public CompletableFuture<Slice> next(Offset from) {
        SseSession drained;
        Found found;
        synchronized (this) {
            if (closed) {
                return CompletableFuture.failedFuture(new CancellationException("the follower is closed"));
            }
            if (!begun || !from.equals(ready.isEmpty() ? at : ready.getFirst().from())) {
                restart(from);
            }
            found = ready.poll();
            if (found == null) {
                CompletableFuture<Slice> waiting = new CompletableFuture<>();
                waiter = waiting;
                if (source == null) {
                    fetch();
                }
                return waiting;
            }
            readyBytes -= found.slice().length();
            drained = source instanceof SseSession session && readyBytes < ROOM_BYTES ? session : null;
        }
        if (drained != null) {
            drained.resume();
        }
        return CompletableFuture.completedFuture(found.slice());
    }

    private void restart(Offset from) {
        if (!begun) {
            begun = true;
            transport.opened(this);
        }
        stop();
        ready.clear();
        readyBytes = 0;
        at = from;
        upToDate = false;
    }

    private void stop() {
        AutoCloseable running = source;
        source = null;
        if (running != null) {
            Transport.close(running);
        }
    }

    /** Starts the next request, by the source that fits. No request is pending. */
    private void fetch() {
        ContentType holds = type;
        if (!worked || !upToDate || !canSse) {
            new Poll().start();
        } else if (holds == null) {
            new Look().start();
        } else if (isText(holds)) {
            canSse = false;
            new Poll().start();
        } else {
            new Live(holds).start();
        }
    }

    private static boolean isText(ContentType type) {
        return type.mediaType().startsWith("text/");
    }

    private boolean isAwaited() {
        return waiter != null && !waiter.isDone();
    }

    private void fetchIfAwaited() {
        if (isAwaited()) {
            fetch();
        }
    }

    /** Stores a slice and returns the future that waits for it; null if there is none. */
    private @Nullable CompletableFuture<Slice> take(Slice slice) {
        worked = true;
        failures = 0;
        type = slice.contentType();
        Offset from = at;
        exact = from.equals(Offset.NOW) || from.equals(slice.from());
        at = slice.next();
        upToDate = slice.upToDate();
        CompletableFuture<Slice> taker = isAwaited() ? waiter : null;
        waiter = null;
        if (taker == null) {
            ready.add(new Found(from, slice));
            readyBytes += slice.length();
        }
        return taker;
    }

    /** Completes a future with a slice. A caller that stopped waiting requests another offset later and is served from there. */
    private static void hand(@Nullable CompletableFuture<Slice> taker, Slice slice) {
        if (taker != null) {
            taker.complete(slice);
        }
    }

    private void troubled(Rejection why) {
        if (worked && why instanceof Rejection.Transient passing && !transport.isClosed()) {
            failures++;
            if (isAwaited()) {
                new Pause().start(passing);
            }
            return;
        }
        CompletableFuture<Slice> told = waiter;
        waiter = null;
        if (told != null) {
            told.completeExceptionally(RejectedException.withoutTrace(why));
        }
    }

    @Override
    public void close() {
        CompletableFuture<Slice> left;
        synchronized (this) {
            closed = true;
            stop();
            ready.clear();
            left = waiter;
            waiter = null;
        }
        transport.ended(this);
        if (left == null) {
            return;
        }
        if (transport.isClosed()) {
            left.completeExceptionally(RejectedException.withoutTrace(Transport.closedRefusal()));
        } else {
            left.cancel(false);
        }
    }

    /** A page, or a long poll. */
    private final class Poll implements Reply<PolledSlice>, AutoCloseable {
        private final long started = System.nanoTime();
        private final boolean live = !worked || upToDate;
        private volatile @Nullable AutoCloseable asking;

        void start() {
            source = this;
            ContentType holds = type;
            Offset from = at;
            String url = target.url(from);
            if (live) {
                url += "&live=long-poll" + (cursor == null ? "" : "&cursor=" + UrlText.segment(cursor));
            }
            asking = transport.send(
                    ClientRequest.get(url).within(SILENCE),
                    target.reading(answer -> PolledSlice.read(target.path(), from, holds, answer)),
                    this);
        }

        @Override
        public void answered(PolledSlice found) {
            CompletableFuture<Slice> taker = null;
            Slice slice = found.slice();
            synchronized (RemoteFollowing.this) {
                if (source != this) {
                    return;
                }
                source = null;
                cursor = found.cursor();
                if (slice != null) {
                    taker = take(slice);
                } else {
                    worked = true;
                    at = found.next() == null ? at : found.next();
                    upToDate = true;
                    foundNothing();
                }
            }
            if (slice != null) {
                hand(taker, slice);
            }
        }

        /** Polls again: at once, unless the server answers without waiting. */
        private void foundNothing() {
            if (live && System.nanoTime() - started < AT_ONCE_NANOS) {
                troubled(new Rejection.Unavailable("the server does not wait for messages", Duration.ZERO));
            } else {
                failures = 0;
                fetchIfAwaited();
            }
        }

        @Override
        public void refused(Rejection rejection) {
            synchronized (RemoteFollowing.this) {
                if (source == this) {
                    source = null;
                    troubled(rejection);
                }
            }
        }

        @Override
        public void close() {
            AutoCloseable under = asking;
            if (under != null) {
                Transport.close(under);
            }
        }
    }

    /** Requests the content type of the stream, which decides how it is followed. */
    private final class Look implements Reply<StreamInfo>, AutoCloseable {

        void start() {
            source = this;
            streams.head(target.path(), this);
        }

        @Override
        public void answered(StreamInfo info) {
            synchronized (RemoteFollowing.this) {
                if (source == this) {
                    source = null;
                    type = info.contentType();
                    fetchIfAwaited();
                }
            }
        }

        @Override
        public void refused(Rejection rejection) {
            synchronized (RemoteFollowing.this) {
                if (source == this) {
                    source = null;
                    troubled(rejection);
                }
            }
        }

        /** Does nothing: the request is short, and its answer is ignored. */
        @Override
        public void close() {}
    }

    /** A connection of server-sent events. */
    private final class Live implements SseSession.Listener {
        private final SseSession session;
        private final long started = System.nanoTime();
        private boolean useful;

        Live(ContentType holds) {
            this.session = new SseSession(transport, target, holds, at, exact, SILENCE, this);
        }

        void start() {
            source = session;
            session.start(cursor);
        }

        @Override
        public void found(Slice slice) {
            CompletableFuture<Slice> taker;
            synchronized (RemoteFollowing.this) {
                if (source != session) {
                    return;
                }
                useful = true;
                taker = take(slice);
            }
            hand(taker, slice);
        }

        @Override
        public boolean hasRoom() {
            synchronized (RemoteFollowing.this) {
                return readyBytes < ROOM_BYTES;
            }
        }

        @Override
        public void ended(@Nullable String last) {
            synchronized (RemoteFollowing.this) {
                if (source != session) {
                    return;
                }
                source = null;
                cursor = last;
                if (useful || System.nanoTime() - started > SHORT_NANOS) {
                    fetchIfAwaited();
                } else {
                    troubled(new Rejection.Unavailable("the connection was ended at once", Duration.ZERO));
                }
            }
        }

        @Override
        public void failed(Rejection why) {
            synchronized (RemoteFollowing.this) {
                if (source == session) {
                    source = null;
                    troubled(why);
                }
            }
        }

        @Override
        public void unfit() {
            synchronized (RemoteFollowing.this) {
                if (source == session) {
                    source = null;
                    canSse = false;
                    upToDate = false;
                    fetchIfAwaited();
                }
            }
        }
    }

    /** The pause before the next attempt. */
    private final class Pause implements Runnable, AutoCloseable {

        void start(Rejection.Transient why) {
            source = this;
            long millis = Math.max(
                    transport.retries().pauseMillis(failures), why.retryAfter().toMillis());
            transport.later(millis, this);
        }

        @Override
        public void run() {
            synchronized (RemoteFollowing.this) {
                if (source == this) {
                    source = null;
                    fetchIfAwaited();
                }
            }
        }

        @Override
        public void close() {}
    }
}
