package dev.leat.engine.stream;

import dev.leat.engine.shard.BytesOut;
import dev.leat.engine.shard.CheckpointPart;
import dev.leat.storage.archive.Archive;
import dev.leat.storage.archive.Run;
import dev.leat.storage.store.Batch;
import dev.leat.storage.store.Store;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Moves what shards captured into archive and store. The archive is synced first; the store learns of the runs, the streams
 * and the position of the journal in one batch for each shard. Until that batch is durable, nothing points to the new bytes;
 * after it, the journal before the position is not needed.
 */
public final class CheckpointWriter {

    /** A run is not longer than this, unless one message is. */
    static final int RUN_BYTES = 1 << 20;

    private final Archive archive;
    private final Store store;
    private final SegmentUsage book;
    private final RunIndex runs;

    /** What was captured of a shard: its streams, the parts of other features, and from where on it needs the journal. */
    public record Captured(CapturedStreams capture, List<CheckpointPart> parts, long position) {}

    public CheckpointWriter(Archive archive, Store store, SegmentUsage book) {
        this.archive = archive;
        this.store = store;
        this.book = book;
        this.runs = new RunIndex(store);
    }

    /** Returns the last run of every stream that has got enough of them to be worth joining. */
    public List<Run> write(List<Captured> captures) {
        List<List<List<Run>>> written = new ArrayList<>(captures.size());
        for (Captured captured : captures) {
            written.add(archiveItems(captured.capture().items()));
        }
        archive.sync();
        List<Run> joinable = new ArrayList<>();
        for (int i = 0; i < captures.size(); i++) {
            store.commit(batch(captures.get(i), written.get(i), joinable));
        }
        store.flush();
        return joinable;
    }

    private List<List<Run>> archiveItems(List<CapturedStreams.Item> items) {
        List<List<Run>> written = new ArrayList<>(items.size());
        for (CapturedStreams.Item item : items) {
            written.add(item.chunks().length == 0 ? List.of() : archiveChunks(item));
        }
        return written;
    }

    private List<Run> archiveChunks(CapturedStreams.Item item) {
        List<Run> result = new ArrayList<>();
        Chunk[] chunks = item.chunks();
        int first = 0;
        long bytes = 0;
        for (int i = 0; i < chunks.length; i++) {
            if (i > first && bytes + chunks[i].length() > RUN_BYTES) {
                result.add(archiveRun(item.record().id(), chunks, first, i));
                first = i;
                bytes = 0;
            }
            bytes += chunks[i].length();
        }
        result.add(archiveRun(item.record().id(), chunks, first, chunks.length));
        return result;
    }

    private Run archiveRun(long id, Chunk[] chunks, int from, int to) {
        List<ByteBuffer> wire = new ArrayList<>();
        List<int[]> ends = new ArrayList<>();
        long start = chunks[from].start();
        for (int i = from; i < to; i++) {
            Chunk chunk = chunks[i];
            wire.add(chunk.bytes());
            ends.add(shifted(chunk.ends(), (int) (chunk.start() - start)));
        }
        return archive.write(id, start, wire, joined(ends));
    }

    static int[] shifted(int[] ends, int by) {
        for (int i = 0; i < ends.length; i++) {
            ends[i] += by;
        }
        return ends;
    }

    static int[] joined(List<int[]> parts) {
        if (parts.size() == 1) {
            return parts.get(0);
        }
        int[] all = new int[parts.stream().mapToInt(part -> part.length).sum()];
        int at = 0;
        for (int[] part : parts) {
            System.arraycopy(part, 0, all, at, part.length);
            at += part.length;
        }
        return all;
    }

    private Batch batch(Captured captured, List<List<Run>> written, List<Run> joinable) {
        Batch batch = new Batch();
        CapturedStreams capture = captured.capture();
        for (long id : capture.removed()) {
            remove(id, batch);
        }
        for (int i = 0; i < written.size(); i++) {
            put(capture.items().get(i), written.get(i), batch);
            count(capture.items().get(i).stream(), written.get(i), joinable);
        }
        captured.parts().forEach(part -> part.writeTo(batch));
        book.measure(archive);
        book.writeTo(batch);
        new StoreEntry.Applied(capture.shard(), captured.position(), capture.counter()).writeTo(batch);
        return batch;
    }

    private static void count(StreamState stream, List<Run> fresh, List<Run> joinable) {
        stream.runs += fresh.size();
        if (stream.runs >= ArchiveCompactor.JOIN_AT) {
            stream.runs = 0;
            joinable.add(fresh.get(fresh.size() - 1));
        }
    }

    /** Forgets the runs of streams that were deleted. */
    public void releaseRuns(List<Long> removedStreams) {
        Batch batch = new Batch();
        for (long id : removedStreams) {
            releaseRuns(id, batch);
        }
        if (!batch.changes().isEmpty()) {
            book.writeTo(batch);
            store.commit(batch);
            store.flush();
        }
    }

    private void releaseRuns(long id, Batch batch) {
        List<Run> all = runs.all(id);
        if (!all.isEmpty()) {
            all.forEach(book::free);
            batch.deleteRange(StreamKeys.run(id, 0), StreamKeys.run(id, Long.MAX_VALUE));
        }
    }

    private void remove(long id, Batch batch) {
        releaseRuns(id, batch);
        batch.delete(StreamKeys.stream(id));
        batch.deleteRange(StreamKeys.producers(id), StreamKeys.producers(id + 1));
    }

    private void put(CapturedStreams.Item item, List<Run> newRuns, Batch batch) {
        long id = item.record().id();
        batch.put(StreamKeys.stream(id), item.record().toBytes());
        for (String forgotten : item.forgotten()) {
            batch.delete(StreamKeys.producer(id, forgotten));
        }
        for (ProducerState producer : item.producers()) {
            batch.put(StreamKeys.producer(id, producer.id), value(producer));
        }
        for (Run run : newRuns) {
            batch.put(RunIndex.key(run), RunIndex.value(run));
            book.use(run);
        }
    }

    static byte[] value(ProducerState producer) {
        return BytesOut.onHeap(24)
                .varint(producer.epoch)
                .varint(producer.seq)
                .varint(producer.used)
                .toBytes();
    }
}
