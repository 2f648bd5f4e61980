package dev.leat.storage.settings;

/**
 * The limits of a store on disk.
 *
 * @param cacheBytes memory for blocks, indexes and filters that were read
 * @param writeBufferBytes committed bytes that are kept in memory before they are written without being asked to
 * @param openFiles how many of its files are open at a time
 * @param backgroundJobs how many flushes and compactions run at a time
 */
public record StoreSettings(long cacheBytes, long writeBufferBytes, int openFiles, int backgroundJobs) {

    public StoreSettings {
        if (cacheBytes < 1 || writeBufferBytes < 64 << 10 || openFiles < 16 || backgroundJobs < 1) {
            throw new IllegalArgumentException(
                    "a store needs a cache, a write buffer of at least 64 KiB, 16 open files and"
                            + " 1 background job, not " + cacheBytes + ", " + writeBufferBytes + ", " + openFiles
                            + " and "
                            + backgroundJobs);
        }
    }

    public static StoreSettings defaults() {
        return new StoreSettings(64L << 20, 32L << 20, 256, 2);
    }

    public StoreSettings withOpenFiles(int files) {
        return new StoreSettings(cacheBytes, writeBufferBytes, files, backgroundJobs);
    }
}
