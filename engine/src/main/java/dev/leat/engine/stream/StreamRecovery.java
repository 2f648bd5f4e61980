package dev.leat.engine.stream;

import dev.leat.engine.shard.BytesIn;
import dev.leat.storage.store.Store;
import java.util.Arrays;

/** Brings back what the last checkpoint had. */
public final class StreamRecovery {
    private final Store store;
    private final StreamShard[] shards;
    private final long[] applied;

    public StreamRecovery(Store store, StreamShard[] shards) {
        this.store = store;
        this.shards = shards;
        this.applied = new long[shards.length];
    }

    /** Loads every stream; returns, for each shard, the position up to which the journal is contained in that. */
    public long[] load() {
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
        for (int shard = 0; shard < shards.length; shard++) {
            byte[] value = store.get(Keys.applied(shard));
            if (value != null) {
                BytesIn in = new BytesIn(value);
                applied[shard] = in.varint();
                shards[shard].table().counter(in.varint());
            }
        }
        return applied;
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
}
