package dev.leat.api.stream;

import dev.leat.api.NotFoundException;
import dev.leat.api.RejectedException;
import dev.leat.api.internal.Promise;
import dev.leat.api.internal.WatchedReads;
import dev.leat.api.spi.Engine;
import dev.leat.api.spi.Following;
import dev.leat.api.spi.Query;
import dev.leat.api.spi.Slice;
import java.time.Duration;
import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Reads a stream and waits for what comes. Iterating ends when the stream is closed and everything was read; it throws
 * {@link NotFoundException} when the stream is deleted. For one thread; {@link #close} may come from any.
 */
public final class Follower implements Iterable<Message>, AutoCloseable {
    private static final Duration NO_END = Duration.ofNanos(Long.MAX_VALUE);

    private final StreamPath path;
    private final Following following;
    private Offset offset;
    private boolean ended;
    private volatile @Nullable CompletableFuture<Slice> waiting;
    private volatile boolean closed;

    Follower(Engine engine, StreamPath path, Offset from) {
        this.path = path;
        this.following = engine.follow(path);
        // `now` means the tail as of this call, not as of the first wait
        this.offset =
                from.equals(Offset.NOW) ? engine.call(new Query.Head(path)).tail() : from;
    }

    /** Where the next message will be. */
    public Offset offset() {
        return offset;
    }

    /** The next messages, or empty if none came in time. At the end of a closed stream: none, marked closed, at once. */
    public Optional<Messages> next(Duration timeout) throws InterruptedException {
        if (closed) {
            throw new CancellationException("the follower is closed");
        }
        CompletableFuture<Slice> read = following.next(offset);
        waiting = read;
        if (closed) {
            read.cancel(false);
        }
        try {
            return Optional.of(found(read.get(TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS)));
        } catch (TimeoutException e) {
            return read.cancel(false) ? Optional.empty() : Optional.of(found(ended(read)));
        } catch (ExecutionException e) {
            throw unwrapped(e.getCause());
        } catch (InterruptedException e) {
            WatchedReads.giveUp(read);
            throw e;
        }
    }

    private Messages found(Slice slice) {
        Messages messages = Messages.of(slice);
        offset = messages.next();
        ended = messages.closed();
        return messages;
    }

    /** Returns what a read has found that ended in the moment in which its time was over. */
    private static Slice ended(CompletableFuture<Slice> read) {
        try {
            return read.join();
        } catch (CompletionException e) {
            throw unwrapped(e.getCause());
        }
    }

    private static RuntimeException unwrapped(@Nullable Throwable failure) {
        RejectedException refused = Promise.refusal(failure);
        return refused != null ? refused : new IllegalStateException(failure);
    }

    /** Message by message. Waiting is ended by {@link #close} or an interrupt, with a {@link CancellationException}. */
    @Override
    public Iterator<Message> iterator() {
        return new Iterator<>() {
            private Iterator<Message> batch = Collections.emptyIterator();

            @Override
            public boolean hasNext() {
                while (!batch.hasNext() && !ended) {
                    batch = nextBatch();
                }
                return batch.hasNext();
            }

            @Override
            public Message next() {
                if (!hasNext()) {
                    throw new NoSuchElementException("the stream is closed");
                }
                return batch.next();
            }
        };
    }

    private Iterator<Message> nextBatch() {
        try {
            return next(NO_END).map(Messages::iterator).orElseGet(Collections::emptyIterator);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while following " + path);
        }
    }

    @Override
    public void close() {
        closed = true;
        CompletableFuture<Slice> read = waiting;
        if (read != null) {
            read.cancel(false); // one that has found something is taken by the thread that waits for it
        }
        following.close();
    }
}
