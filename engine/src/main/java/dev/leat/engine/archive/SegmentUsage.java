package dev.leat.engine.archive;

import dev.leat.engine.shard.BytesOut;
import dev.leat.engine.shard.Rows;
import dev.leat.storage.archive.Archive;
import dev.leat.storage.archive.Run;
import dev.leat.storage.archive.Segment;
import dev.leat.storage.store.Batch;
import dev.leat.storage.store.Store;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** How much of each archive segment is still used: changed together with the runs, so that it never disagrees with them. */
public final class SegmentUsage {
    private final Map<Integer, Entry> entries = new TreeMap<>();
    private final Set<Integer> changed = new HashSet<>();

    private static final class Entry {
        long length;
        long live;
    }

    public static SegmentUsage load(Store store) {
        SegmentUsage usage = new SegmentUsage();
        Rows.scan(store, 'G', (key, value) -> {
            if (ArchiveRow.read(key, value) instanceof ArchiveRow.SegmentUse use) {
                Entry entry = new Entry();
                entry.length = use.length();
                entry.live = use.live();
                usage.entries.put(use.segment(), entry);
            }
            return true;
        });
        return usage;
    }

    /** The segments that the store relies on, and up to where. */
    public List<Segment> segments() {
        List<Segment> segments = new ArrayList<>();
        entries.forEach((id, entry) -> segments.add(new Segment(id, entry.length)));
        return segments;
    }

    long live(int segment) {
        Entry entry = entries.get(segment);
        return entry == null ? 0 : entry.live;
    }

    void use(Run run) {
        entry(run.segment()).live += run.length();
    }

    void free(Run run) {
        entry(run.segment()).live -= run.length();
    }

    void forget(int segment, Batch batch) {
        entries.remove(segment);
        changed.remove(segment);
        batch.delete(ArchiveKeys.segment(segment));
    }

    private Entry entry(int segment) {
        changed.add(segment);
        return entries.computeIfAbsent(segment, id -> new Entry());
    }

    /** Notes how long the segments have become. */
    public void measure(Archive archive) {
        for (Segment segment : archive.segments()) {
            Entry entry = entries.get(segment.id());
            if (entry == null || entry.length != segment.length()) {
                entry(segment.id()).length = segment.length();
            }
        }
    }

    /** Adds what changed since the last time. */
    public void writeTo(Batch batch) {
        for (int segment : changed) {
            Entry entry = entries.get(segment);
            if (entry != null) {
                byte[] value = BytesOut.onHeap(20)
                        .varint(entry.length)
                        .varint(entry.live)
                        .toBytes();
                batch.put(ArchiveKeys.segment(segment), value);
            }
        }
        changed.clear();
    }

    /** Segments of which less than a part is used, those with the fewest used bytes first. */
    List<Integer> wasteful(double leastUse) {
        List<Integer> found = new ArrayList<>();
        entries.forEach((id, entry) -> {
            if (entry.live < entry.length * leastUse) {
                found.add(id);
            }
        });
        found.sort(Comparator.comparingLong(this::live));
        return found;
    }

    long length(int segment) {
        Entry entry = entries.get(segment);
        return entry == null ? 0 : entry.length;
    }
}
