package dev.leat.engine.archive;

import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.BytesOut;
import dev.leat.engine.shard.Rows;
import dev.leat.storage.archive.Run;
import dev.leat.storage.store.Batch;
import dev.leat.storage.store.Store;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where the archived messages of each stream are, as the store knows it: one entry a run, in the order of its end. */
public final class RunIndex {
    private static final Logger LOG = LoggerFactory.getLogger(RunIndex.class);

    private final Store store;

    public RunIndex(Store store) {
        this.store = store;
    }

    /** Whether the store still says that a run is where it is. */
    public boolean isUsed(Run run) {
        byte @Nullable [] known = store.get(key(run));
        return known != null && Arrays.equals(known, value(run));
    }

    /** The runs that hold what lies after a position, until they have at least so many bytes or there are no more. */
    public List<Run> from(long stream, long position, long enough) {
        List<Run> found = new ArrayList<>();
        long[] bytes = {0};
        Rows.scan(
                store, ArchiveKeys.run(stream, position + 1), ArchiveKeys.run(stream, Long.MAX_VALUE), (key, value) -> {
                    BytesIn in = new BytesIn(value);
                    Run run = read(key, in);
                    in.requireEnd();
                    found.add(run);
                    bytes[0] += run.end() - Math.max(run.start(), position);
                    return bytes[0] < enough;
                });
        return found;
    }

    public List<Run> all(long stream) {
        return from(stream, 0, Long.MAX_VALUE);
    }

    /** Adds a run to the index, and to what is used of its segment. */
    public static void put(Run run, SegmentUsage usage, Batch batch) {
        batch.put(key(run), value(run));
        usage.use(run);
    }

    /**
     * Removes all runs of a stream, and from what is used of their segments. An entry that cannot be decoded is removed, too: deleting
     * its stream is the way to be rid of it. The bytes that it named stay counted as used.
     */
    public void removeAll(long stream, SegmentUsage usage, Batch batch) {
        byte[] first = ArchiveKeys.run(stream, 0);
        byte[] end = ArchiveKeys.run(stream, Long.MAX_VALUE);
        boolean[] any = {false};
        store.scan(first, end, (key, value) -> {
            any[0] = true;
            decoded(key, value).ifPresent(usage::free);
            return true;
        });
        if (any[0]) {
            batch.deleteRange(first, end);
        }
    }

    private static Optional<Run> decoded(byte[] key, byte[] value) {
        try {
            return ArchiveRow.read(key, value) instanceof ArchiveRow.RunOf(Run run)
                    ? Optional.of(run)
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            LOG.warn("an entry of a run is damaged and removed with its stream: {}", e.getMessage());
            return Optional.empty();
        }
    }

    /** The key of a run's entry in the store. */
    public static byte[] key(Run run) {
        return ArchiveKeys.run(run.owner(), run.end());
    }

    public static byte[] value(Run run) {
        return BytesOut.onHeap(32)
                .varint(run.length())
                .varint(run.messages())
                .varint(run.segment())
                .varint(run.place())
                .toBytes();
    }

    static Run read(byte[] key, BytesIn in) {
        int length = Math.toIntExact(in.varint());
        int messages = Math.toIntExact(in.varint());
        int segment = Math.toIntExact(in.varint());
        return new Run(
                ArchiveKeys.streamOf(key), ArchiveKeys.endOf(key) - length, length, messages, segment, in.varint());
    }
}
