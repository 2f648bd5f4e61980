package dev.leat.cache;

import com.github.benmanes.caffeine.cache.Expiry;

/** Expiry of slots for Caffeine: an entry at its time, a load never. */
final class SlotExpiry<K, V> implements Expiry<K, Slot<V>> {

    @Override
    public long expireAfterCreate(K key, Slot<V> slot, long now) {
        return slot instanceof Entry<V> entry ? entry.keptFor(now) : Long.MAX_VALUE;
    }

    @Override
    public long expireAfterUpdate(K key, Slot<V> slot, long now, long currentDuration) {
        return expireAfterCreate(key, slot, now);
    }

    @Override
    public long expireAfterRead(K key, Slot<V> slot, long now, long currentDuration) {
        return currentDuration;
    }
}
