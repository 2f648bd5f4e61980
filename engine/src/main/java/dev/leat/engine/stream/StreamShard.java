package dev.leat.engine.stream;

import dev.leat.api.ContentType;
import dev.leat.api.spi.Event;
import dev.leat.api.stream.AppendResult;
import dev.leat.api.stream.Lifetime;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.api.stream.StreamPath;
import dev.leat.engine.archive.RunIndex;
import dev.leat.engine.archive.SegmentUsage;
import dev.leat.engine.figures.Meters;
import dev.leat.engine.figures.StreamMeter;
import dev.leat.engine.settings.Limits;
import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.BytesOut;
import dev.leat.engine.shard.Call;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.CheckpointPart;
import dev.leat.engine.shard.Feature;
import dev.leat.engine.shard.Ids;
import dev.leat.engine.shard.KindRange;
import dev.leat.engine.shard.Placement;
import dev.leat.engine.shard.Rows;
import dev.leat.engine.shard.Usage;
import dev.leat.engine.stream.HotTail.Chunk;
import dev.leat.storage.archive.Run;
import dev.leat.storage.store.MemoryStore;
import dev.leat.storage.store.Store;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The streams of one shard. Each method that changes something writes the change for the journal and applies it to the
 * table; {@link #replay} reads it back and applies it the same way.
 */
public final class StreamShard implements Feature {
    private final StreamTable table;
    private final StreamContext context;
    private final StreamMeter meter;
    private final Consumer<Call> inbox;

    /** @param inbox adds a call of the engine's own to the shard's inbox */
    public StreamShard(int shard, StreamContext context, Consumer<Call> inbox) {
        this.context = context;
        this.inbox = inbox;
        this.meter = context.meters().streams(shard);
        this.table = new StreamTable(shard, context.usage());
    }

    /** Returns empty shards for a rehearsal: no thread runs them, nothing is written. */
    public static StreamShard[] idle(int shards) {
        Usage usage = new Usage(Limits.defaults(), shards);
        StreamContext alone = new StreamContext(
                usage,
                new StreamCatalog(),
                new EventListeners(),
                new Meters(shards),
                new RunIndex(new MemoryStore()),
                new SegmentUsage(),
                (source, token) -> {});
        StreamShard[] idle = new StreamShard[shards];
        Arrays.setAll(idle, shard -> new StreamShard(shard, alone, call -> {}));
        return idle;
    }

    /** Takes in every stream that the last checkpoint had. */
    public static void load(Store store, StreamShard[] shards) {
        for (char letter : StreamRow.LETTERS.toCharArray()) {
            Rows.scan(store, letter, (key, value) -> {
                switch (StreamRow.read(key, value)) {
                    case StreamRow.StreamAt(StreamRecord stream) -> load(stream, store, shards);
                    case StreamRow.ProducerOf producer -> load(producer, shards);
                }
                return true;
            });
        }
        for (StreamShard shard : shards) {
            shard.table.all().forEach(StreamState::sortProducers);
        }
    }

    private static void load(StreamRecord record, Store store, StreamShard[] shards) {
        int right = Placement.shard(record.path(), shards.length);
        if (record.shard() != right) {
            throw new IllegalArgumentException("stream " + record.path() + " is in shard " + record.shard()
                    + ", expected " + right + " of " + shards.length);
        }
        StreamState stream = record.toState();
        if (stream.messages == StreamRecord.UNCOUNTED) { // all its messages are in runs
            stream.messages = new RunIndex(store)
                    .all(stream.id).stream().mapToLong(Run::messages).sum();
        }
        table(record.shard(), shards).put(stream);
    }

    private static void load(StreamRow.ProducerOf row, StreamShard[] shards) {
        StreamTable table = table(row.shard(), shards);
        StreamState stream = table.find(row.stream());
        if (stream != null) {
            ProducerState producer = new ProducerState(row.id(), row.epoch(), row.seq(), row.used());
            producer.dirty = false;
            stream.producers().put(producer.id, producer);
            table.loaded(producer);
        }
    }

    private static StreamTable table(int shard, StreamShard[] shards) {
        Ids.requireShard(shard, shards.length);
        return shards[shard].table;
    }

    /** Gives out no id below this one. */
    public void beginIdsAt(long first) {
        table.counter(first);
    }

    @Override
    public CheckpointPart capture() {
        return table.capture(this);
    }

    /** Has the shard let go of the bytes in memory that the archive has by now. */
    void archived(CapturedStreams capture) {
        inbox.accept(new StreamCalls.Archived(this, capture));
    }

    StreamTable table() {
        return table;
    }

    StreamContext context() {
        return context;
    }

    StreamMeter meter() {
        return meter;
    }

    /** The stream at a path. One whose time is over is expired now, rather than when its timer comes round. */
    @Nullable
    StreamState find(StreamPath path, Changes changes) {
        StreamState stream = table.find(path);
        if (stream != null && !stream.hidden && stream.expiredAt(changes.time())) {
            end(stream, changes, true);
            return table.find(path);
        }
        return stream;
    }

    StreamState create(
            StreamPath path, ContentType type, Lifetime lifetime, @Nullable ForkOrigin origin, Changes changes) {
        long id = table.nextId();
        BytesOut out = changes.add(StreamChangeKinds.CREATED);
        out.i64(id).text(path.value()).text(type.value());
        StreamRecord.write(lifetime, out);
        out.bool(origin != null);
        if (origin != null) {
            origin.write(out);
        }
        return table.create(id, path, type, lifetime, origin, changes.time());
    }

    /** A repeat writes nothing, but it is a use of the stream; now and then the journal is told, too. */
    void renew(StreamState stream, AppendResult repeat, Changes changes) {
        stream.accessed = changes.time();
        if (changes.time() - stream.touched > stream.touchInterval()) {
            touch(stream, changes.time(), changes);
        }
        if (repeat.duplicate()) {
            meter.repeated();
        }
    }

    void append(
            StreamState stream,
            WireMessages messages,
            @Nullable ProducerStamp producer,
            @Nullable String seq,
            boolean close,
            Changes changes) {
        String forgotten = producer == null ? null : makesRoom(stream, producer);
        int flags = (producer != null ? StreamChangeKinds.BY_PRODUCER : 0)
                | (forgotten != null ? StreamChangeKinds.FORGETS : 0)
                | (seq != null ? StreamChangeKinds.HAS_SEQ : 0)
                | (close ? StreamChangeKinds.CLOSES : 0);
        BytesOut out = changes.add(StreamChangeKinds.APPENDED).i64(stream.id).u8(flags);
        if (producer != null) {
            StreamRecord.write(producer, out);
        }
        if (forgotten != null) {
            out.text(forgotten);
        }
        if (seq != null) {
            out.text(seq);
        }
        messages.write(out);
        table.append(stream, messages, producer, forgotten, seq, close, changes.time());
    }

    /** The producer that makes room for a new one, if there are as many as may be: they are kept in the order of their use. */
    private @Nullable String makesRoom(StreamState stream, ProducerStamp newcomer) {
        Map<String, ProducerState> producers = stream.producers;
        if (producers == null
                || producers.size() < context.usage().limits().producers()
                || producers.containsKey(newcomer.id())) {
            return null;
        }
        return producers.keySet().iterator().next();
    }

    /** Lets readers find a stream. */
    void publishNew(StreamState stream, Offset tail, boolean closed, WireMessages messages) {
        stream.publish(tail.position(), closed, messages.count());
        stream.publish(StreamState.Visibility.LIVE);
        context.catalog().put(stream);
        meter.created();
        meter.wrote(messages.count(), messages.length());
        context.catalog().tellOfNewcomer(stream);
        if (context.events().isHeard()) {
            context.events().tell(new Event.StreamCreated(stream.path, tail));
        }
    }

    /** Lets readers see what was appended. */
    void publish(StreamState stream, long tail, boolean closed, WireMessages messages, Changes changes) {
        stream.publish(tail, closed, stream.publishedMessages() + messages.count());
        meter.appended();
        meter.wrote(messages.count(), messages.length());
        stream.tellTrackers();
        notify(stream, changes);
        if (context.events().isHeard()) {
            tellAppended(stream, tail, closed);
        }
    }

    /** Removes a stream, or hides it while forks read from it. Returns whether it is only hidden. */
    boolean end(StreamState stream, Changes changes, boolean expired) {
        if (stream.hasForks()) {
            changes.add(StreamChangeKinds.HIDDEN).i64(stream.id);
            table.hide(stream);
            changes.afterwards(() -> vanish(stream, StreamState.Visibility.HIDDEN, expired));
            return true;
        }
        remove(stream, changes, expired);
        return false;
    }

    private void remove(StreamState stream, Changes changes, boolean expired) {
        changes.add(StreamChangeKinds.REMOVED).i64(stream.id);
        table.remove(stream);
        changes.afterwards(() -> removed(stream, expired));
    }

    long retain(StreamState stream, StreamPath fork, Changes changes) {
        long token = table.nextId();
        changes.add(StreamChangeKinds.RETAINED).i64(stream.id).i64(token).text(fork.value());
        table.retain(stream, token, fork);
        return token;
    }

    /** A fork is gone. A hidden stream that was kept for the last one goes, too. */
    void release(StreamState stream, long token, Changes changes) {
        changes.add(StreamChangeKinds.RELEASED).i64(stream.id).i64(token);
        table.release(stream, token);
        if (stream.hidden && !stream.hasForks()) {
            remove(stream, changes, false);
        }
    }

    void touch(StreamState stream, long accessed, Changes changes) {
        changes.add(StreamChangeKinds.TOUCHED).i64(stream.id).i64(accessed);
        table.touch(stream, accessed);
    }

    private void vanish(StreamState stream, StreamState.Visibility visibility, boolean expired) {
        boolean wasSeen = stream.visibility() == StreamState.Visibility.LIVE;
        stream.publish(visibility);
        stream.endWatches();
        if (wasSeen) {
            meter.ended(expired);
        }
        stream.tellTrackersOfEnd();
        if (wasSeen && context.events().isHeard()) {
            context.events().tell(new Event.StreamDeleted(stream.path, expired));
        }
    }

    private void removed(StreamState stream, boolean expired) {
        context.catalog().remove(stream);
        context.catalog().removeSource(stream);
        vanish(stream, StreamState.Visibility.GONE, expired);
        context.usage().giveBack(stream.ownBytes());
        table.hot(-stream.hot.dropUpTo(Long.MAX_VALUE));
        if (stream.origin != null) {
            context.router().release(stream.origin.source(), stream.origin.token());
        }
    }

    /** Tells watchers once a turn, however many of its calls were about the stream. */
    private void notify(StreamState stream, Changes changes) {
        if (stream.isWatched() && stream.notified != changes.end()) {
            stream.notified = changes.end();
            changes.afterwards(stream::tellWatchers);
        }
    }

    @Override
    public KindRange kinds() {
        return StreamChangeKinds.RANGE;
    }

    @Override
    public void replay(int kind, BytesIn in, long time) {
        apply(StreamChange.read(kind, in), time);
    }

    private void apply(StreamChange change, long time) {
        switch (change) {
            case StreamChange.Created(long id, var path, var type, var lifetime, var origin) ->
                table.create(id, path, type, lifetime, origin, time);
            case StreamChange.Appended(long id, var producer, var forgotten, var seq, var messages, boolean close) ->
                table.append(known(id), messages, producer, forgotten, seq, close, time);
            case StreamChange.Hidden(long id) -> table.hide(known(id));
            case StreamChange.Removed(long id) -> replayRemoved(known(id));
            case StreamChange.Retained(long id, long token, var fork) -> table.retain(known(id), token, fork);
            case StreamChange.Released(long id, long token) -> table.release(known(id), token);
            case StreamChange.Touched(long id, long accessed) -> table.touch(known(id), accessed);
        }
    }

    private void replayRemoved(StreamState stream) {
        table.remove(stream);
        table.hot(-stream.hot.dropUpTo(Long.MAX_VALUE));
    }

    private StreamState known(long id) {
        StreamState stream = table.find(id);
        if (stream == null) {
            throw new IllegalStateException(
                    "the journal changes stream " + id + ", which neither it nor the store has");
        }
        return stream;
    }

    /** The streams as they are, hidden ones included. */
    public List<StreamRecord> records() {
        List<StreamRecord> records = new ArrayList<>();
        for (StreamState stream : table.all()) {
            records.add(StreamRecord.of(stream));
        }
        return records;
    }

    /** How many messages the archive does not have yet. */
    public long hotMessages() {
        long messages = 0;
        for (StreamState stream : table.all()) {
            for (Chunk chunk : stream.hot.chunks()) {
                messages += chunk.ends().length;
            }
        }
        return messages;
    }

    /** Everything is replayed: readers may see it. */
    public void recovered() {
        for (StreamState stream : table.all()) {
            stream.publish(stream.tail, stream.closed, stream.messages);
            stream.publish(stream.hidden ? StreamState.Visibility.HIDDEN : StreamState.Visibility.LIVE);
            context.usage().add(stream.ownBytes());
            context.catalog().put(stream);
            if (stream.hasForks()) {
                context.catalog().putSource(stream);
            }
            if (stream.lifetime instanceof Lifetime.Idle) {
                stream.accessed = stream.touched + stream.touchInterval(); // reads after the last note are forgiven
            }
        }
    }

    /** Gives back references whose fork never came to be, or went, in an earlier life. To be run when all shards are recovered. */
    public void releaseLostForks() {
        for (StreamState stream : table.all()) {
            if (stream.hasForks()) {
                stream.forks().forEach((token, path) -> {
                    StreamState fork = context.catalog().find(path);
                    if (fork == null || fork.origin == null || fork.origin.token() != token) {
                        context.router().release(stream.id, token);
                    }
                });
            }
        }
    }

    @Override
    public long due() {
        StreamTable.Timer first = table.timers().peek();
        return first == null ? Long.MAX_VALUE : first.at();
    }

    @Override
    public void expire(Changes changes) {
        PriorityQueue<StreamTable.Timer> timers = table.timers();
        while (!timers.isEmpty() && timers.peek().at() <= changes.time() && !changes.isFull()) {
            StreamState stream = timers.remove().stream();
            if (!stream.gone && !stream.hidden) {
                look(stream, changes);
            }
        }
    }

    private void look(StreamState stream, Changes changes) {
        if (stream.isWatched()) {
            stream.accessed = changes.time();
        }
        if (stream.expiredAt(changes.time())) {
            end(stream, changes, true);
            return;
        }
        if (stream.accessed - stream.touched > stream.touchInterval()) {
            touch(stream, stream.accessed, changes);
        }
        table.watchTime(stream);
    }

    /** Publishes the events of an append. */
    private void tellAppended(StreamState stream, long tail, boolean closed) {
        Offset offset = new Offset(tail);
        context.events().tell(new Event.StreamAppended(stream.path, offset));
        if (closed) {
            context.events().tell(new Event.StreamClosed(stream.path, offset));
        }
    }
}
