package dev.leat.storage.meter;

/**
 * Size of a store.
 *
 * @param liveBytes what its entries take on disk, about
 * @param fileBytes what its files have, with what was deleted and not compacted yet
 * @param memtableBytes what is in memory because it was not flushed yet
 * @param cacheBytes what is in memory because it was read
 */
public record StoreFigures(long liveBytes, long fileBytes, long memtableBytes, long cacheBytes) {

    /** Of a store that does not know. */
    public static final StoreFigures NONE = new StoreFigures(0, 0, 0, 0);
}
