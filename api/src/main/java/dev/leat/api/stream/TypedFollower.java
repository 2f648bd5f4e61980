package dev.leat.api.stream;

import java.time.Duration;
import java.util.Iterator;
import java.util.Optional;

/** Reads a {@link TypedStream} and waits for what comes, as a {@link Follower} does. For one thread; {@link #close} may come from any. */
public final class TypedFollower<T> implements Iterable<StreamValue<T>>, AutoCloseable {
    private final TypedStream<T> stream;
    private final Follower follower;

    TypedFollower(TypedStream<T> stream, Follower follower) {
        this.stream = stream;
        this.follower = follower;
    }

    /** Where the next value will be. */
    public Offset offset() {
        return follower.offset();
    }

    /** The next values, or empty if none came in time. At the end of a closed stream: none, marked closed, at once. */
    public Optional<TypedMessages<T>> next(Duration timeout) throws InterruptedException {
        return follower.next(timeout).map(stream::decoded);
    }

    /** Value by value; see {@link Follower#iterator}. */
    @Override
    public Iterator<StreamValue<T>> iterator() {
        Iterator<Message> messages = follower.iterator();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return messages.hasNext();
            }

            @Override
            public StreamValue<T> next() {
                return stream.decoded(messages.next());
            }
        };
    }

    @Override
    public void close() {
        follower.close();
    }
}
