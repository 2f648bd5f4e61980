package dev.leat.engine.stream;

import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.Features;
import dev.leat.engine.shard.Ids;
import dev.leat.engine.shard.Placement;
import dev.leat.engine.shard.Rows;
import dev.leat.storage.archive.Run;
import dev.leat.storage.journal.FrameReader;
import dev.leat.storage.store.Store;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/** Brings back what the last checkpoint had, and applies the frames of the journal that it did not have yet. */
public final class StreamRecovery implements FrameReader {
    /** The kinds of rows that are loaded; streams come before their producers. */
    private static final List<Character> LOADED = List.of('S', 'P', 'A');

    private final Store store;
    private final StreamShard[] shards;
    private final Features[] features;
    private final long[] applied;

    /** @param features those of each shard, streams included: what applies the journal */
    public StreamRecovery(Store store, StreamShard[] shards, Features[] features) {
        this.store = store;
        this.shards = shards;
        this.features = features;
        this.applied = new long[shards.length];
    }

    /** Loads every stream; returns the position from which on the journal is needed. */
    public long load() {
        Arrays.fill(applied, 0);
        for (char letter : LOADED) {
            Rows.scan(store, letter, (key, value) -> {
                load(StoreEntry.read(key, value));
                return true;
            });
        }
        for (StreamShard shard : shards) {
            shard.table().all().forEach(StreamState::sortProducers);
        }
        return from();
    }

    /** The position from which on the journal is needed. */
    public long from() {
        return Arrays.stream(applied).min().orElse(0);
    }

    /** Counts the messages of a stream whose row does not tell: all of them are in runs. */
    private StreamState counted(StreamState stream) {
        if (stream.messages == StreamRecord.UNCOUNTED) {
            stream.messages = new RunIndex(store)
                    .all(stream.id).stream().mapToLong(Run::messages).sum();
        }
        return stream;
    }

    /** The furthest position that any shard contains: the journal was durable up to there. */
    public long reached() {
        return Arrays.stream(applied).max().orElse(0);
    }

    private void load(StoreEntry entry) {
        switch (entry) {
            case StoreEntry.StreamAt(StreamRecord stream) -> load(stream);
            case StoreEntry.ProducerOf of -> load(of);
            case StoreEntry.Applied(int shard, long position, long counter) -> {
                table(shard).counter(counter);
                applied[shard] = position;
            }
            case StoreEntry.SegmentUse use -> {}
            case StoreEntry.RunOf run -> {}
        }
    }

    private void load(StreamRecord stream) {
        int right = Placement.shard(stream.path(), shards.length);
        if (stream.shard() != right) {
            throw new IllegalArgumentException("stream " + stream.path() + " is in shard " + stream.shard()
                    + ", expected " + right + " of " + shards.length);
        }
        table(stream.shard()).put(counted(stream.toState()));
    }

    private void load(StoreEntry.ProducerOf of) {
        StreamState stream = table(of.shard()).find(of.stream());
        if (stream != null) {
            ProducerState producer = new ProducerState(of.id(), of.epoch(), of.seq(), of.used());
            producer.dirty = false;
            stream.producers().put(producer.id, producer);
            table(of.shard()).loaded(producer);
        }
    }

    private StreamTable table(int shard) {
        Ids.requireShard(shard, shards.length);
        return shards[shard].table();
    }

    /** Applies a frame, unless it is contained already. Throws any {@link RuntimeException} if it does not fit what was loaded. */
    @Override
    public void frame(int shard, long end, ByteBuffer body) {
        if (shard < 0 || shard >= shards.length) {
            throw new IllegalStateException("it has shard " + shard + " of " + shards.length);
        }
        if (end > applied[shard]) {
            Changes.replay(body, features[shard]);
            applied[shard] = end;
        }
    }

    /** The position up to which the journal is contained in a shard. */
    public long applied(int shard) {
        return applied[shard];
    }

    public StreamShard shard(int shard) {
        return shards[shard];
    }

    /** How many shards there are. */
    public int shards() {
        return shards.length;
    }
}
