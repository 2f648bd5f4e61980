package dev.leat.engine.stream;

import dev.leat.api.ContentType;
import dev.leat.api.stream.Lifetime;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.api.stream.StreamPath;
import dev.leat.engine.shard.Ids;
import dev.leat.engine.shard.Usage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * The streams of one shard, and what each kind of change does to them. Deciding and recovery both change the table through
 * these methods and no others, so that they cannot come to different results.
 */
final class StreamTable {
    /** A stream to be looked at when its time has come. */
    record Timer(long at, StreamState stream) {}

    private static final int STREAM_BYTES = 1024;
    private static final int NAMED_BYTES = 192;

    private final int shard;
    private final Usage usage;
    private final Map<StreamPath, StreamState> byPath = new HashMap<>();
    private final Map<Long, StreamState> byId = new HashMap<>();
    private final PriorityQueue<Timer> timers = new PriorityQueue<>(Comparator.comparingLong(Timer::at));
    private List<StreamState> dirty = new ArrayList<>();
    private List<Long> removed = new ArrayList<>();
    private long counter = 1;
    private int goneTimers;

    StreamTable(int shard, Usage usage) {
        this.shard = shard;
        this.usage = usage;
    }

    /** Ids are never used twice: for streams, and for the references that forks hold. */
    long nextId() {
        return Ids.of(shard, counter);
    }

    private void used(long id) {
        counter = Math.max(counter, Ids.counterOf(id) + 1);
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

    StreamState create(
            long id,
            StreamPath path,
            ContentType contentType,
            Lifetime lifetime,
            @Nullable ForkOrigin origin,
            long time) {
        StreamState stream = new StreamState(id, path, contentType, lifetime, time, origin);
        used(id);
        put(stream);
        dirty(stream);
        return stream;
    }

    /** Takes in a stream that is new, or that a checkpoint had. */
    void put(StreamState stream) {
        usage.metadata(footprint(stream));
        byPath.put(stream.path, stream);
        byId.put(stream.id, stream);
        watchTime(stream);
    }

    void append(
            StreamState stream,
            WireMessages messages,
            @Nullable ProducerStamp producer,
            @Nullable String forgotten,
            @Nullable String seq,
            boolean close,
            long time) {
        if (!messages.isEmpty()) {
            hot(stream.hot.add(stream.tail, messages));
            stream.tail += messages.length();
            stream.messages += messages.count();
        }
        if (forgotten != null) {
            stream.producers().remove(forgotten);
            stream.forgotten().add(forgotten);
            usage.metadata(-footprint(forgotten));
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

    /** About what a stream takes in memory beside its messages. */
    private static long footprint(StreamState stream) {
        long bytes = STREAM_BYTES + Character.BYTES * (long) stream.path.value().length();
        if (stream.producers != null) {
            for (String id : stream.producers.keySet()) {
                bytes += footprint(id);
            }
        }
        if (stream.hasForks()) {
            for (StreamPath fork : stream.forks().values()) {
                bytes += footprint(fork.value());
            }
        }
        return bytes;
    }

    /** About what a producer of this id takes, or a fork at this path. */
    private static long footprint(String id) {
        return NAMED_BYTES + Character.BYTES * (long) id.length();
    }

    /** A producer that a checkpoint had. */
    void loaded(ProducerState producer) {
        usage.metadata(footprint(producer.id));
    }

    /** So much more, or less, is in memory that the archive does not have. */
    void hot(int change) {
        usage.hot(shard, change);
    }

    /** Times of use only grow within a stream, so that they tell the order of use even after a restart. */
    private void remember(StreamState stream, ProducerStamp stamp, long time) {
        SequencedMap<String, ProducerState> producers = stream.producers();
        Map.Entry<String, ProducerState> latest = producers.lastEntry();
        long used = latest == null ? time : Math.max(time, latest.getValue().used + 1);
        ProducerState known = producers.remove(stamp.id());
        usage.metadata(known == null ? footprint(stamp.id()) : 0);
        ProducerState now = known == null ? new ProducerState(stamp.id(), stamp.epoch(), stamp.seq(), used) : known;
        now.epoch = stamp.epoch();
        now.seq = stamp.seq();
        now.used = used;
        now.dirty = true;
        producers.put(now.id, now);
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
        usage.metadata(-footprint(stream));
        byPath.remove(stream.path, stream);
        byId.remove(stream.id);
        stream.gone = true;
        if (stream.stored) {
            removed.add(stream.id);
        }
        clean(stream);
        if (stream.timed && ++goneTimers > timers.size() / 2 && goneTimers > 1000) {
            timers.removeIf(timer -> timer.stream.gone);
            goneTimers = 0;
        }
    }

    void retain(StreamState stream, long token, StreamPath fork) {
        used(token);
        stream.forks().put(token, fork);
        usage.metadata(footprint(fork.value()));
        dirty(stream);
    }

    void release(StreamState stream, long token) {
        StreamPath fork = stream.forks().remove(token);
        usage.metadata(fork == null ? 0 : -footprint(fork.value()));
        dirty(stream);
    }

    void watchTime(StreamState stream) {
        long deadline = stream.deadline();
        stream.timed = deadline != Long.MAX_VALUE && !stream.hidden;
        if (stream.timed) {
            timers.add(new Timer(deadline, stream));
        }
    }

    private void dirty(StreamState stream) {
        if (stream.dirty == StreamState.CLEAN && !stream.gone) {
            stream.dirty = dirty.size();
            dirty.add(stream);
        }
    }

    /** A stream that comes and goes between two checkpoints leaves nothing behind. The last one takes its place. */
    private void clean(StreamState stream) {
        if (stream.dirty != StreamState.CLEAN) {
            StreamState last = dirty.remove(dirty.size() - 1);
            if (last != stream) {
                dirty.set(stream.dirty, last);
                last.dirty = stream.dirty;
            }
            stream.dirty = StreamState.CLEAN;
        }
    }

    /** The streams that went since the last capture. */
    List<Long> removed() {
        return List.copyOf(removed);
    }

    /** Everything that changed since the last capture, as of now. */
    CapturedStreams capture(StreamShard owner) {
        List<StreamState> changed = dirty;
        List<Long> gone = removed;
        dirty = new ArrayList<>();
        removed = new ArrayList<>();
        List<CapturedStreams.Item> items = new ArrayList<>(changed.size());
        for (StreamState stream : changed) {
            stream.dirty = StreamState.CLEAN;
            stream.stored = true;
            items.add(CapturedStreams.Item.of(stream));
        }
        return new CapturedStreams(owner, counter, items, gone);
    }
}
