package dev.leat.http.stream;

import dev.leat.api.Rejection;
import dev.leat.api.stream.Offset;
import dev.leat.http.exchange.Loop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The followers of a stream on one event loop. Only that loop uses it. */
final class FollowerGroup {
    private static final Logger LOG = LoggerFactory.getLogger(FollowerGroup.class);

    private final Feed feed;
    private final Loop loop;
    private final Set<LiveReader> readers = new LinkedHashSet<>();
    private Offset tail = Offset.START;
    private long incarnation = -1;
    private boolean closed;

    FollowerGroup(Feed feed, Loop loop) {
        this.feed = feed;
        this.loop = loop;
    }

    Feed feed() {
        return feed;
    }

    Loop loop() {
        return loop;
    }

    void add(LiveReader reader) {
        readers.add(reader);
    }

    /** Removes a reader. Returns true if it was in this group and was the last one. */
    boolean remove(LiveReader reader) {
        return readers.remove(reader) && readers.isEmpty();
    }

    /** Whether there is more than what a reader has, as far as this loop knows. */
    boolean isAhead(LiveReader reader) {
        return incarnation == reader.incarnation() && (closed || tail.compareTo(reader.position()) > 0);
    }

    /** Hands a batch to every follower, and releases it. */
    void deliver(FeedBatch batch) {
        incarnation = batch.slice().incarnation();
        tail = batch.next();
        closed |= batch.closed();
        try {
            each(reader -> deliver(batch, reader));
        } finally {
            batch.release();
        }
    }

    private static void deliver(FeedBatch batch, LiveReader reader) {
        if (!reader.isWaiting()) {
            return;
        }
        if (reader.incarnation() != batch.slice().incarnation()) {
            reader.lost(new Rejection.StreamNotFound(batch.slice().path())); // another stream has its path now
            return;
        }
        Offset position = reader.position();
        if (position.equals(batch.from())) {
            reader.take(batch);
        } else if (position.compareTo(batch.next()) < 0 || batch.closed()) {
            reader.catchUp();
        }
    }

    void lost(Rejection why) {
        each(reader -> reader.lost(why));
    }

    void drain() {
        each(LiveReader::drain);
    }

    /** Readers may leave while they are served. */
    private void each(Consumer<LiveReader> action) {
        List<LiveReader> now = new ArrayList<>(readers);
        for (LiveReader reader : now) {
            try {
                action.accept(reader);
            } catch (RuntimeException | Error e) { // the others go on
                boolean outOfMemory = loop.isOutOfMemory(e);
                if (!outOfMemory) {
                    LOG.error("a follower could not be served", e);
                }
                String why = outOfMemory ? "the server has no memory left" : "the server has a bug";
                reader.lost(new Rejection.Unavailable(why, Duration.ofSeconds(1)));
            }
        }
    }
}
