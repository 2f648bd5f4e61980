package dev.leat.engine.archive;

import dev.leat.storage.CorruptionException;
import dev.leat.storage.archive.Archive;
import dev.leat.storage.archive.Region;
import dev.leat.storage.archive.Run;
import dev.leat.storage.archive.Segment;
import dev.leat.storage.store.Batch;
import dev.leat.storage.store.Store;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the archive in shape, on the thread that writes checkpoints: joins small runs of a stream into larger ones, and
 * rewrites what is left of segments that are mostly unused.
 *
 * <p>A checkpoint gives every stream that changed a run of its own. Runs are joined when enough of similar size stand at the
 * end of a stream: walking back from the tail, a run joins in while it is at most twice as long as all after it. So each byte
 * is rewritten about once for every {@link #JOIN_AT}-fold growth of its run, not at every checkpoint.
 */
public final class ArchiveCompactor {
    private static final Logger LOG = LoggerFactory.getLogger(ArchiveCompactor.class);

    /** So many runs of similar length at the end of a stream are joined. */
    public static final int JOIN_AT = 4;

    private static final double LEAST_USE = 0.5;

    /** While space is short, of how much of a segment something has to be used for it to stay as it is. */
    private static final double LEAST_USE_WHEN_SHORT = 0.9;

    private static final int SHORTEST_ENDED = 1 << 10;
    private static final int SYNC_EVERY = 32 << 20;

    private final Archive archive;
    private final Store store;
    private final SegmentUsage usage;
    private final RunIndex runs;
    private final Pace pace;
    private Batch batch = new Batch();
    private int unsynced;

    /** How much of a segment was used when rewriting it was found to gain nothing. */
    private final Map<Integer, Long> dense = new HashMap<>();

    /** Keeps background work from getting in the way. */
    public interface Pace {

        /** Waits as long as it should take to read and write so many bytes. */
        void spent(int bytes);

        /** Whether something more urgent is waiting. */
        boolean isUrgent();

        /** Whether the disk is nearly full. */
        boolean isShortOfSpace();

        /** How many bytes may be written for now. */
        long space();
    }

    public ArchiveCompactor(Archive archive, Store store, SegmentUsage usage, Pace pace) {
        this.archive = archive;
        this.store = store;
        this.usage = usage;
        this.runs = new RunIndex(store);
        this.pace = pace;
    }

    /** Joins small runs with the last one of a stream, where there are enough of them. */
    public void join(List<Run> lastOnes) {
        for (Run last : lastOnes) {
            if (pace.isUrgent()) {
                break; // the others come again when they have got some more
            }
            List<Run> small = joinable(last);
            if (small.size() >= JOIN_AT) {
                unlessDamaged(() -> replace(small));
            }
        }
        commit();
    }

    private List<Run> joinable(Run last) {
        List<Run> all = runs.from(last.owner(), Math.max(0, last.end() - RunWriter.RUN_BYTES), Long.MAX_VALUE);
        List<Run> found = new ArrayList<>();
        long bytes = 0;
        for (int i = all.size() - 1; i >= 0; i--) {
            Run run = all.get(i);
            boolean similar = bytes == 0 || run.length() <= 2 * bytes;
            if (!similar || bytes + run.length() > RunWriter.RUN_BYTES) {
                break;
            }
            found.add(run);
            bytes += run.length();
        }
        Collections.reverse(found);
        return found;
    }

    /** The messages of a run, to be written again. */
    private record Archived(Run run, ByteBuffer bytes, int[] ends) implements RunWriter.Piece {
        @Override
        public long start() {
            return run.start();
        }

        @Override
        public int length() {
            return run.length();
        }
    }

    /** Puts one run in the place of several that follow each other. */
    private void replace(List<Run> old) {
        List<Region> regions = new ArrayList<>();
        try {
            List<RunWriter.Piece> pieces = new ArrayList<>();
            for (Run run : old) {
                archive.verify(run);
                Region region = archive.open(run, run.start(), run.end());
                regions.add(region);
                pieces.add(new Archived(run, region.bytes(), archive.ends(run)));
            }
            Run fresh = RunWriter.writeRun(archive, old.get(0).owner(), pieces);
            for (Run run : old) {
                batch.delete(RunIndex.key(run));
                usage.free(run);
            }
            RunIndex.put(fresh, usage, batch);
            spent(fresh.length());
        } finally {
            regions.forEach(Region::close);
        }
    }

    private void spent(int bytes) {
        unsynced += bytes;
        if (unsynced >= SYNC_EVERY) {
            commit();
        }
        pace.spent(2 * bytes);
    }

    private void commit() {
        if (!batch.changes().isEmpty()) {
            archive.sync();
            usage.measure(archive);
            usage.writeTo(batch);
            store.commit(batch);
            store.flush();
        }
        batch = new Batch();
        unsynced = 0;
    }

    /**
     * Rewrites what is used of segments that hardly are, and drops them: those of which nothing is used, which takes no space, then
     * those with the least to copy, as long as there is space for the copy. While space is short the active segment is ended if it is
     * one of them, and less waste is enough. False if something more urgent broke it off.
     */
    public boolean reclaim() {
        List<Segment> segments = archive.segments();
        if (segments.isEmpty()) {
            return true;
        }
        int active = segments.getLast().id();
        boolean isShort = pace.isShortOfSpace();
        double leastUse = isShort ? LEAST_USE_WHEN_SHORT : LEAST_USE;
        for (int segment : usage.wasteful(leastUse)) {
            if (pace.isUrgent()) {
                return false;
            }
            if (segment != active || (isShort && usage.length(segment) >= SHORTEST_ENDED)) {
                reclaim(segment, segment == active, leastUse);
            }
        }
        return true;
    }

    private void reclaim(int segment, boolean active, double leastUse) {
        long used = usage.live(segment);
        boolean stays = used >= usage.length(segment) * leastUse // what was copied before may have gone into it
                || used > pace.space()
                || dense.getOrDefault(segment, -1L) == used;
        if (stays) {
            return;
        }
        if (used > 0 && !unlessDamaged(() -> weigh(segment, leastUse))) {
            return;
        }
        if (dense.getOrDefault(segment, -1L) == used) {
            return;
        }
        if (active) {
            archive.seal();
        }
        if (unlessDamaged(() -> empty(segment))) {
            drop(segment);
        }
        commit();
    }

    /** Notes a segment whose runs fill it: of short messages, what tells their ends takes as much as the messages. */
    private void weigh(int segment, double leastUse) {
        long[] last = {0};
        long[] unused = {0};
        boolean[] counts = {false};
        archive.scan(segment, run -> {
            unused[0] += counts[0] ? run.place() - last[0] : 0;
            last[0] = run.place();
            counts[0] = !runs.isUsed(run);
        });
        long length = usage.length(segment);
        unused[0] += counts[0] ? length - last[0] : 0;
        if (unused[0] < length * (1 - leastUse) / 2) {
            dense.put(segment, usage.live(segment));
        } else {
            dense.remove(segment);
        }
    }

    private void empty(int segment) {
        if (usage.live(segment) > 0) {
            Set<Run> seen = new HashSet<>();
            archive.scan(segment, run -> {
                if (seen.add(run) && runs.isUsed(run)) {
                    replace(List.of(run));
                }
            });
            commit();
        }
    }

    private void drop(int segment) {
        dense.remove(segment);
        Batch forget = new Batch();
        usage.measure(archive); // one that was begun to end this one has to be known, or its number would be used again
        usage.writeTo(forget);
        usage.forget(segment, forget);
        store.commit(forget);
        store.flush();
        archive.drop(segment);
    }

    /** Returns false if a run is damaged. The run stays where it is, and a read of it fails; compaction continues. */
    private static boolean unlessDamaged(Runnable work) {
        try {
            work.run();
            return true;
        } catch (CorruptionException e) {
            LOG.error("not compacted: {}", e.getMessage());
            return false;
        }
    }
}
