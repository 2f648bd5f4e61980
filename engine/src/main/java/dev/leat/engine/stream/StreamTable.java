package dev.leat.engine.stream;

import dev.leat.api.ContentType;
import dev.leat.api.Lifetime;
import dev.leat.api.ProducerStamp;
import dev.leat.api.StreamPath;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The streams of one shard, and what each kind of change does to them. Deciding and recovery both change the table through
 * these methods and no others, so that they cannot come to different results.
 */
final class StreamTable {
    private static final int COUNTER_BITS = 48;

    /** A stream to be looked at when its time has come. */
    record Timer(long at, StreamState stream) {}

    private final int shard;
    private final Usage usage;
    private final Map<StreamPath, StreamState> byPath = new HashMap<>();
    private final Map<Long, StreamState> byId = new HashMap<>();
    private final PriorityQueue<Timer> timers = new PriorityQueue<>(Comparator.comparingLong(Timer::at));
    private List<StreamState> dirty = new ArrayList<>();
    private List<Long> removed = new ArrayList<>();
    private long counter = 1;

    StreamTable(int shard, Usage usage) {
        this.shard = shard;
        this.usage = usage;
    }

    /** The shard that an id was given out by. */
    static int shardOf(long id) {
        return (int) (id >>> COUNTER_BITS);
    }

    /** Ids are never used twice: for streams, and for the references that forks hold. */
    long nextId() {
        return (long) shard << COUNTER_BITS | counter;
    }

    private void used(long id) {
        counter = Math.max(counter, (id & ((1L << COUNTER_BITS) - 1)) + 1);
    }

    long counter() {
        return counter;
    }

    void counter(long atLeast) {
        counter = Math.max(counter, atLeast);
    }

    @Nullable
    StreamState find(StreamPath path) {
        return byPath.get(path);
    }

    @Nullable
    StreamState find(long id) {
        return byId.get(id);
    }

    Iterable<StreamState> all() {
        return byId.values();
    }

    PriorityQueue<Timer> timers() {
        return timers;
    }

    // ---- changes

    StreamState create(
            long id, StreamPath path, ContentType contentType, Lifetime lifetime, @Nullable Origin origin, long time) {
        StreamState stream = new StreamState(id, path, contentType, lifetime, time, origin);
        used(id);
        put(stream);
        dirty(stream);
        return stream;
    }

    /** Takes in a stream that is new, or that a checkpoint had. */
    void put(StreamState stream) {
        byPath.put(stream.path, stream);
        byId.put(stream.id, stream);
        watchTime(stream);
    }

    void append(
            StreamState stream,
            Prepared messages,
            @Nullable ProducerStamp producer,
            @Nullable String forgotten,
            @Nullable String seq,
            boolean close,
            long time) {
        if (!messages.isEmpty()) {
            usage.hot(stream.hot.add(stream.tail, messages));
            stream.tail += messages.length();
        }
        if (forgotten != null) {
            stream.producers().remove(forgotten);
            stream.forgotten().add(forgotten);
        }
        if (producer != null) {
            remember(stream, producer, time);
        }
        if (seq != null) {
            stream.seq = seq;
        }
        if (close) {
            stream.closed = true;
            stream.closedBy = producer;
        }
        touch(stream, time);
    }

    private static void remember(StreamState stream, ProducerStamp stamp, long time) {
        Producer known = stream.producers().get(stamp.id());
        if (known == null) {
            stream.producers().put(stamp.id(), new Producer(stamp.id(), stamp.epoch(), stamp.seq(), time));
            return;
        }
        known.epoch = stamp.epoch();
        known.seq = stamp.seq();
        known.used = time;
        known.dirty = true;
    }

    void touch(StreamState stream, long time) {
        stream.touched = Math.max(stream.touched, time);
        if (stream.accessed < time) {
            stream.accessed = time;
        }
        dirty(stream);
    }

    void hide(StreamState stream) {
        stream.hidden = true;
        dirty(stream);
    }

    void remove(StreamState stream) {
        byPath.remove(stream.path, stream);
        byId.remove(stream.id);
        stream.gone = true;
        if (stream.stored) {
            removed.add(stream.id);
        }
    }

    void retain(StreamState stream, long token, StreamPath fork) {
        used(token);
        stream.forks().put(token, fork);
        dirty(stream);
    }

    void release(StreamState stream, long token) {
        stream.forks().remove(token);
        dirty(stream);
    }

    void watchTime(StreamState stream) {
        long deadline = stream.deadline();
        if (deadline != Long.MAX_VALUE && !stream.hidden) {
            timers.add(new Timer(deadline, stream));
        }
    }

    // ---- checkpoint

    private void dirty(StreamState stream) {
        if (!stream.dirty) {
            stream.dirty = true;
            dirty.add(stream);
        }
    }

    /** Everything that changed since the last capture, as of now. */
    Capture capture() {
        List<StreamState> changed = dirty;
        List<Long> gone = removed;
        dirty = new ArrayList<>();
        removed = new ArrayList<>();
        List<Capture.Item> items = new ArrayList<>(changed.size());
        for (StreamState stream : changed) {
            stream.dirty = false;
            if (!stream.gone) {
                stream.stored = true;
                items.add(Capture.Item.of(stream));
            }
        }
        return new Capture(shard, counter, items, gone);
    }
}
