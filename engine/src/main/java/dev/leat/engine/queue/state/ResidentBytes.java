package dev.leat.engine.queue.state;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * How much the queues of one shard keep in memory. What the store does not have yet is counted for the whole engine, so that a
 * checkpoint becomes due; what it has is a cache that forgets the oldest when there is too much.
 */
public final class ResidentBytes {

    /** About what a message costs beside its payload. */
    private static final int OVERHEAD = 256;

    /** About what a text of it, or a header, costs beside its characters. */
    private static final int NODE = 64;

    private final LongConsumer unstored;
    private final long cacheBytes;
    private final Map<Slot, Cached> cache = new LinkedHashMap<>();
    private long cached;
    private final QueueGauges gauges = new QueueGauges();

    private record Slot(long queue, long at) {}

    private record Cached(ResidentMessages resident, int weight) {}

    /**
     * @param unstored is told how much more, or less, the store does not have
     * @param cacheBytes how much of what it has is kept
     */
    public ResidentBytes(LongConsumer unstored, long cacheBytes) {
        this.unstored = unstored;
        this.cacheBytes = cacheBytes;
    }

    /** How much there is, in memory or not. */
    public QueueGauges gauges() {
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

    /** Keeps a message that the store has. The last one is kept in any case. */
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
