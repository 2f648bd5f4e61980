package dev.leat.engine.stream;

import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.Features;
import dev.leat.storage.StorageException;
import dev.leat.storage.journal.FrameReader;
import dev.leat.storage.store.Store;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Brings back what the last checkpoint had, and applies the frames of the journal that it did not have yet. */
public final class StreamRecovery implements FrameReader {
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
        store.scan(Keys.kind('S'), Keys.kind('T'), (key, value) -> {
            long id = Keys.idOf(key);
            table(id).put(StreamRecord.read(id, value).toState());
            return true;
        });
        store.scan(Keys.kind('P'), Keys.kind('Q'), (key, value) -> {
            loadProducer(key, new BytesIn(value));
            return true;
        });
        for (StreamShard shard : shards) {
            shard.table().all().forEach(StreamState::sortProducers);
        }
        for (int shard = 0; shard < shards.length; shard++) {
            byte[] value = store.get(Keys.applied(shard));
            if (value != null) {
                BytesIn in = new BytesIn(value);
                applied[shard] = in.varint();
                shards[shard].table().counter(in.varint());
            }
        }
        return Arrays.stream(applied).min().orElse(0);
    }

    private StreamTable table(long id) {
        return shards[StreamTable.shardOf(id)].table();
    }

    private void loadProducer(byte[] key, BytesIn in) {
        StreamState stream = table(Keys.idOf(key)).find(Keys.idOf(key));
        if (stream != null) {
            Producer producer = new Producer(Keys.producerOf(key), in.varint(), in.varint(), in.varint());
            producer.dirty = false;
            stream.producers().put(producer.id, producer);
        }
    }

    /** Applies a frame, unless it is contained already. */
    @Override
    public void frame(int shard, long end, ByteBuffer body) {
        if (shard < 0 || shard >= shards.length) {
            throw unfit(end, new IllegalStateException("it has shard " + shard + " of " + shards.length));
        }
        if (end > applied[shard]) {
            try {
                Changes.replay(body, features[shard]);
            } catch (IllegalStateException
                    | IllegalArgumentException
                    | ArithmeticException
                    | BufferUnderflowException e) {
                throw unfit(end, e);
            }
            applied[shard] = end;
        }
    }

    private static StorageException unfit(long end, RuntimeException cause) {
        return new StorageException(
                "the journal does not fit the store: at position " + end + " of the journal, " + cause.getMessage()
                        + ". Run `leat doctor` on the data directory, or restore a backup.",
                cause);
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
