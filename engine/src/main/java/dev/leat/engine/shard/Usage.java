package dev.leat.engine.shard;

import dev.leat.api.Rejection;
import dev.leat.engine.settings.Limits;
import dev.leat.storage.meter.Counter;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** How much all streams and queues together hold, on disk and in memory, against what they may. Shared by all shards. */
public final class Usage {
    private static final Duration RETRY = Duration.ofMillis(250);
    private static final Duration FILES_RETRY = Duration.ofSeconds(1);
    private static final Duration METADATA_RETRY = Duration.ofSeconds(1);

    private final Limits limits;
    private final AtomicLong total = new AtomicLong();
    private final AtomicLong hot = new AtomicLong();
    private final Counter[] hotOfShards;
    private final AtomicLong metadata = new AtomicLong();
    private volatile boolean diskFull;
    private volatile boolean outOfFiles;
    private volatile long hotForDisk = Long.MAX_VALUE;

    public Usage(Limits limits, int shards) {
        this.limits = limits;
        this.hotOfShards = new Counter[shards];
        Arrays.setAll(hotOfShards, shard -> new Counter());
    }

    public Limits limits() {
        return limits;
    }

    public long total() {
        return total.get();
    }

    public long hot() {
        return hot.get();
    }

    /** How many shards share it. */
    public int shards() {
        return hotOfShards.length;
    }

    /** How much of {@link #hot} a shard has. */
    public long hot(int shard) {
        return hotOfShards[shard].value();
    }

    public boolean isDiskFull() {
        return diskFull;
    }

    /**
     * Notes what the disk has space for.
     *
     * @param full whether it is nearly full
     * @param mostHot how much may be in memory until the disk is looked at again; what is there has to fit on it once more
     */
    public void disk(boolean full, long mostHot) {
        diskFull = full;
        hotForDisk = mostHot;
    }

    public boolean isOutOfFiles() {
        return outOfFiles;
    }

    public void outOfFiles(boolean out) {
        outOfFiles = out;
    }

    /** Takes room for bytes, or says why there is none. Room that is not used must be given back. */
    public @Nullable Rejection reserve(long bytes) {
        long inMemory = hot.get();
        if (diskFull || inMemory > hotForDisk) {
            return new Rejection.DiskFull();
        }
        if (outOfFiles) {
            return new Rejection.FilesExhausted(FILES_RETRY);
        }
        if (inMemory > limits.hotBytes()) {
            return new Rejection.Overloaded(RETRY);
        }
        return take(bytes) ? null : new Rejection.StorageFull(limits.totalBytes());
    }

    /**
     * Takes room for bytes that move within the engine, whatever the disk and the memory say; false if they are more than the limit
     * leaves. Never more than the limit even for a moment: another shard would be refused what fits.
     */
    public boolean take(long bytes) {
        while (true) {
            long before = total.get();
            if (bytes > limits.totalBytes() - before) {
                return false;
            }
            if (total.compareAndSet(before, before + bytes)) {
                return true;
            }
        }
    }

    /** What is in memory beside messages, about. */
    public long metadata() {
        return metadata.get();
    }

    /** There is so much more, or less, in memory beside messages. */
    public void metadata(long change) {
        if (change != 0) {
            metadata.addAndGet(change);
        }
    }

    /** Why nothing may be taken in that has to be kept in memory beside messages; null if it may. */
    public @Nullable Rejection metadataFlaw() {
        return metadata.get() < limits.metadataBytes() ? null : new Rejection.MemoryFull(METADATA_RETRY);
    }

    /** Whether nothing may be lent out either. There is more room for that, because it leads to less in the end. */
    public boolean isMetadataExhausted() {
        return metadata.get() / 5 > limits.metadataBytes() / 4;
    }

    public void add(long bytes) {
        total.addAndGet(bytes);
    }

    public void giveBack(long bytes) {
        total.addAndGet(-bytes);
    }

    /** A shard has so much more, or less, in memory that is not archived. Called on its thread. */
    public void hot(int shard, long change) {
        if (change != 0) {
            hot.addAndGet(change);
            hotOfShards[shard].add(change);
        }
    }
}
