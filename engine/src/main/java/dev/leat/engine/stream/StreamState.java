package dev.leat.engine.stream;

import dev.leat.api.ContentType;
import dev.leat.api.spi.Registration;
import dev.leat.api.stream.Lifetime;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.api.stream.StreamInfo;
import dev.leat.api.stream.StreamPath;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A stream in memory. The upper part of the fields is what the shard decided, and only its thread touches it; the lower part
 * is what readers see, which follows once the decision is durable.
 */
final class StreamState implements TrackedStream, AppendRules.Target {

    /** What readers may do with it. */
    enum Visibility {
        NOT_YET,
        LIVE,
        HIDDEN,
        GONE
    }

    /** Not among the streams that changed since the last checkpoint; otherwise its place there. */
    static final int CLEAN = -1;

    private static final Logger LOG = LoggerFactory.getLogger(StreamState.class);
    private static final VarHandle WATCHERS;
    private static final VarHandle TRACKERS;

    static {
        try {
            WATCHERS = MethodHandles.lookup().findVarHandle(StreamState.class, "watchers", Set.class);
            TRACKERS = MethodHandles.lookup().findVarHandle(StreamState.class, "trackers", Tracker[].class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final long id;
    final StreamPath path;
    final ContentType contentType;
    final boolean json;
    final Lifetime lifetime;
    final long created;
    final @Nullable ForkOrigin origin;

    // decided: the shard's thread only
    long tail;
    long messages; // appended to the stream itself; what a fork inherits is counted by its source
    boolean closed;
    boolean hidden;
    boolean gone;
    int dirty = CLEAN;
    boolean timed; // whether a timer looks at it

    @Nullable
    ProducerStamp closedBy;

    @Nullable
    String seq;

    @Nullable
    SequencedMap<String, ProducerState> producers; // in the order of their use

    @Nullable
    Map<Long, StreamPath> forks;

    @Nullable
    List<String> forgotten; // producers the store still has

    boolean stored; // whether a checkpoint has it
    long notified; // the turn after which watchers were told last

    int runs; // written since they were joined last; only the thread that writes checkpoints touches it

    // published: written by the shard's thread, read by any
    private volatile long published;
    private volatile long publishedMessages; // written before the tail that includes them
    private volatile Visibility visibility = Visibility.NOT_YET;
    volatile long touched; // the last access that is in the journal
    volatile long accessed; // written by readers, too: the newest wins sooner or later, and that is enough
    volatile boolean touching;
    final HotTail hot = new HotTail();
    private volatile @Nullable Set<Listener> watchers;
    private volatile Tracker @Nullable [] trackers; // few: an array is cheapest to look at, which every append does

    StreamState(
            long id,
            StreamPath path,
            ContentType contentType,
            Lifetime lifetime,
            long created,
            @Nullable ForkOrigin origin) {
        this.id = id;
        this.path = path;
        this.contentType = contentType;
        this.json = contentType.isJson();
        this.lifetime = lifetime;
        this.created = created;
        this.origin = origin;
        this.tail = base();
        this.touched = created;
        this.accessed = created;
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public StreamPath path() {
        return path;
    }

    @Override
    public long created() {
        return created;
    }

    @Override
    public boolean isJson() {
        return json;
    }

    @Override
    public long durableTail() {
        return tailOf(published);
    }

    @Override
    public boolean isLive() {
        return visibility == Visibility.LIVE;
    }

    /** Where its own messages begin: a fork reads what lies before from its source. */
    @Override
    public long base() {
        return origin == null ? 0 : origin.position();
    }

    @Override
    public long ownBytes() {
        return tail - base();
    }

    @Override
    public ContentType contentType() {
        return contentType;
    }

    @Override
    public long tail() {
        return tail;
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public @Nullable ProducerStamp closedBy() {
        return closedBy;
    }

    @Override
    public @Nullable String lastSeq() {
        return seq;
    }

    @Override
    public @Nullable ProducerState producer(String id) {
        return producers == null ? null : producers.get(id);
    }

    SequencedMap<String, ProducerState> producers() {
        if (producers == null) {
            producers = new LinkedHashMap<>();
        }
        return producers;
    }

    /** Puts producers that came in another order into the order of their use. */
    void sortProducers() {
        if (producers != null && producers.size() > 1) {
            List<ProducerState> byUse = new ArrayList<>(producers.values());
            byUse.sort(Comparator.comparingLong(producer -> producer.used));
            producers.clear();
            byUse.forEach(producer -> producers().put(producer.id, producer));
        }
    }

    Map<Long, StreamPath> forks() {
        if (forks == null) {
            forks = new HashMap<>();
        }
        return forks;
    }

    List<String> forgotten() {
        if (forgotten == null) {
            forgotten = new ArrayList<>();
        }
        return forgotten;
    }

    List<String> takeForgotten() {
        List<String> taken = forgotten == null ? List.of() : forgotten;
        forgotten = null;
        return taken;
    }

    boolean hasForks() {
        return forks != null && !forks.isEmpty();
    }

    /** Returns when it expires if it is not used from now on; {@link Long#MAX_VALUE} if never. */
    long deadline() {
        return switch (lifetime) {
            case Lifetime.Forever forever -> Long.MAX_VALUE;
            case Lifetime.Until until -> until.moment().toEpochMilli();
            case Lifetime.Idle idle -> plus(accessed, idle.ttl().toMillis());
        };
    }

    private static long plus(long time, long more) {
        return more >= Long.MAX_VALUE - time ? Long.MAX_VALUE : time + more;
    }

    /** Whether its time is over. Being watched is being used. */
    boolean expiredAt(long now) {
        return now >= deadline() && !(lifetime instanceof Lifetime.Idle && isWatched());
    }

    /** How far the access time in the journal may lag behind the real one. */
    long touchInterval() {
        return lifetime instanceof Lifetime.Idle idle
                ? Math.max(1000, Math.min(60_000, idle.ttl().toMillis() / 8))
                : Long.MAX_VALUE;
    }

    /** One number, so that no reader sees a stream closed without its last messages. */
    void publish(long durableTail, boolean durableClosed, long durableMessages) {
        publishedMessages = durableMessages;
        published = durableTail << 1 | (durableClosed ? 1 : 0);
    }

    void publish(Visibility now) {
        visibility = now;
    }

    Visibility visibility() {
        return visibility;
    }

    /** Tail and closed flag as of one moment, for {@link #tailOf} and {@link #closedOf}. */
    long published() {
        return published;
    }

    /** How many messages of its own are durable. They may be ahead of the published tail for a moment, never behind it. */
    long publishedMessages() {
        return publishedMessages;
    }

    static long tailOf(long published) {
        return published >> 1;
    }

    static boolean closedOf(long published) {
        return (published & 1) != 0;
    }

    /** Describes the stream as readers may see it now. */
    StreamInfo info() {
        long seen = published;
        long durableTail = tailOf(seen);
        return new StreamInfo(
                path,
                id,
                contentType,
                lifetime,
                Instant.ofEpochMilli(created),
                new Offset(durableTail),
                closedOf(seen),
                publishedMessages,
                durableTail - base());
    }

    Set<Listener> watchers() {
        Set<Listener> there = watchers;
        if (there != null) {
            return there;
        }
        Set<Listener> fresh = ConcurrentHashMap.newKeySet();
        return WATCHERS.compareAndSet(this, null, fresh) ? fresh : watchers();
    }

    boolean isWatched() {
        Set<Listener> there = watchers;
        return there != null && !there.isEmpty();
    }

    /** A watcher that throws is logged; the shard continues. */
    private static void tell(Runnable watcher) {
        try {
            watcher.run();
        } catch (RuntimeException | Error e) {
            LOG.error("a watcher threw", e);
        }
    }

    @Override
    public void track(Tracker tracker) {
        while (true) {
            Tracker[] before = trackers;
            Tracker[] after = before == null ? new Tracker[1] : Arrays.copyOf(before, before.length + 1);
            after[after.length - 1] = tracker;
            if (TRACKERS.compareAndSet(this, before, after)) {
                return;
            }
        }
    }

    @Override
    public void untrack(Tracker tracker) {
        while (true) {
            Tracker[] before = trackers;
            if (before == null || TRACKERS.compareAndSet(this, before, without(tracker, before))) {
                return;
            }
        }
    }

    private static Tracker @Nullable [] without(Tracker tracker, Tracker[] all) {
        Tracker[] rest =
                Arrays.stream(all).filter(other -> !other.equals(tracker)).toArray(Tracker[]::new);
        return rest.length == 0 ? null : rest;
    }

    void tellTrackers() {
        Tracker[] there = trackers;
        if (there != null) {
            for (Tracker tracker : there) {
                tracker.moved();
            }
        }
    }

    void tellTrackersOfEnd() {
        Tracker[] there = trackers;
        if (there != null) {
            for (Tracker tracker : there) {
                tracker.ended();
            }
        }
    }

    void tellWatchers() {
        Set<Listener> there = watchers;
        if (there != null) {
            there.forEach(watch -> tell(watch::tell));
        }
    }

    /** Lets watchers know that this is not where things happen any more. */
    void endWatches() {
        Set<Listener> there = watchers;
        if (there != null) {
            there.forEach(watch -> tell(watch::end));
        }
    }

    /** Registration to be notified when a stream changes. Compared by identity, because the same action may be registered twice. */
    static final class Listener implements Registration {
        private final Set<Listener> watchers;
        private final Runnable changed;
        private final LongAdder watching;
        private volatile boolean over;

        Listener(Set<Listener> watchers, Runnable changed, LongAdder watching) {
            this.watchers = watchers;
            this.changed = changed;
            this.watching = watching;
        }

        void tell() {
            changed.run();
        }

        /** Nothing will happen here any more. */
        void end() {
            over = true;
            changed.run();
        }

        @Override
        public boolean isOver() {
            return over;
        }

        @Override
        public void close() {
            if (watchers.remove(this)) {
                watching.decrement();
            }
        }
    }
}
