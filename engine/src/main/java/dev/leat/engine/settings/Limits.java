package dev.leat.engine.settings;

/**
 * How much is too much.
 *
 * @param appendBytes the payload of one append
 * @param streamBytes one stream's own messages
 * @param totalBytes the messages of all streams and queues
 * @param hotBytes messages in memory that the archive does not have yet; beyond it appends are refused for a moment
 * @param metadataBytes what is in memory beside messages: names, keys, dedup ids, leases, producers, as estimated; beyond it nothing is
 *     taken in that adds to it
 * @param producers how many producers a stream remembers; the longest unused is forgotten first
 */
public record Limits(
        int appendBytes, long streamBytes, long totalBytes, long hotBytes, long metadataBytes, int producers) {

    private static final long LARGEST_HOT_BYTES = 1L << 30;

    public static Limits defaults() {
        long hot = Math.min(LARGEST_HOT_BYTES, Runtime.getRuntime().maxMemory() / 3);
        long metadata = Runtime.getRuntime().maxMemory() / 4;
        return new Limits(16 << 20, Long.MAX_VALUE, Long.MAX_VALUE, hot, metadata, 10_000);
    }

    public Limits withAppendBytes(int bytes) {
        return new Limits(bytes, streamBytes, totalBytes, hotBytes, metadataBytes, producers);
    }

    public Limits withStreamBytes(long bytes) {
        return new Limits(appendBytes, bytes, totalBytes, hotBytes, metadataBytes, producers);
    }

    public Limits withTotalBytes(long bytes) {
        return new Limits(appendBytes, streamBytes, bytes, hotBytes, metadataBytes, producers);
    }

    public Limits withHotBytes(long bytes) {
        return new Limits(appendBytes, streamBytes, totalBytes, bytes, metadataBytes, producers);
    }

    public Limits withMetadataBytes(long bytes) {
        return new Limits(appendBytes, streamBytes, totalBytes, hotBytes, bytes, producers);
    }

    public Limits withProducers(int count) {
        return new Limits(appendBytes, streamBytes, totalBytes, hotBytes, metadataBytes, count);
    }
}
