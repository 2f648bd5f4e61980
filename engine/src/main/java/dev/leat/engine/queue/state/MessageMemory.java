package dev.leat.engine.queue.state;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * Memory of the messages of one shard. Messages that the store does not have yet count for the whole engine, so that a checkpoint
 * becomes due; the others form a cache that evicts the oldest.
 */
public final class MessageMemory {

    /** The estimated bytes of a message besides its payload. */
    private static final int OVERHEAD = 256;

    /** The estimated bytes of a text or header besides its characters. */
    private static final int NODE = 64;

    private final LongConsumer unstored;
    private final long cacheBytes;
    private final Map<Slot, Cached> cache = new LinkedHashMap<>();
    private long cached;
    private final QueueShardGauges gauges = new QueueShardGauges();

    private record Slot(long queue, long at) {}

    private record Cached(ResidentMessages resident, int weight) {}

    /**
     * @param unstored receives changes of the bytes that the store does not have
     * @param cacheBytes the size of the cache
     */
    public MessageMemory(LongConsumer unstored, long cacheBytes) {
        this.unstored = unstored;
        this.cacheBytes = cacheBytes;
    }

    /** Returns the gauges of the shard. */
    public QueueShardGauges gauges() {
        return gauges;
    }

    private static int weight(QueuedMessage message) {
        int weight = message.bytes() + OVERHEAD;
        String key = message.orderKey();
        if (key != null) {
            weight += NODE + Character.BYTES * key.length();
        }
        for (Map.Entry<String, String> header : message.headers().entrySet()) {
            weight += NODE
                    + Character.BYTES
                            * (header.getKey().length() + header.getValue().length());
        }
        return weight;
    }

    void add(QueuedMessage unstoredMessage) {
        unstored.accept(weight(unstoredMessage));
    }

    public void lost(QueuedMessage unstoredMessage) {
        unstored.accept(-weight(unstoredMessage));
    }

    /** Caches a message that the store has. The newest is kept in any case. */
    public void cache(long queue, ResidentMessages resident, QueuedMessage message) {
        Cached old = cache.put(new Slot(queue, message.at()), new Cached(resident, weight(message)));
        cached += weight(message) - (old == null ? 0 : old.weight());
        while (cached > cacheBytes && cache.size() > 1) {
            evictOldest();
        }
    }

    private void evictOldest() {
        Iterator<Map.Entry<Slot, Cached>> all = cache.entrySet().iterator();
        Map.Entry<Slot, Cached> oldest = all.next();
        all.remove();
        cached -= oldest.getValue().weight();
        oldest.getValue().resident().evicted(oldest.getKey().at());
    }

    void uncache(long queue, long at) {
        Cached old = cache.remove(new Slot(queue, at));
        cached -= old == null ? 0 : old.weight();
    }

    long cachedBytes() {
        return cached;
    }
}
