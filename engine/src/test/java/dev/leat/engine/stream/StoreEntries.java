package dev.leat.engine.stream;

import dev.leat.api.stream.StreamPath;
import dev.leat.engine.archive.ArchiveKeys;
import dev.leat.engine.archive.RunIndex;
import dev.leat.engine.checkpoint.AppliedPosition;
import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.BytesOut;
import dev.leat.engine.shard.Rows;
import dev.leat.storage.archive.Run;
import dev.leat.storage.settings.StoreSettings;
import dev.leat.storage.store.Batch;
import dev.leat.storage.store.RocksStore;
import dev.leat.storage.store.Store;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The entries of a store in a closed data directory, to be changed by tests behind the engine's back. */
public final class StoreEntries {
    private final Store store;
    private final Batch batch = new Batch();

    private StoreEntries(Store store) {
        this.store = store;
    }

    public static void change(Path directory, Consumer<StoreEntries> work) {
        try (Store store = RocksStore.open(directory.resolve("store"), StoreSettings.defaults())) {
            StoreEntries entries = new StoreEntries(store);
            work.accept(entries);
            store.commit(entries.batch);
            store.flush();
        }
    }

    public StreamRecord stream(String path) {
        List<StreamRecord> found = new ArrayList<>();
        Rows.scan(store, 'S', (key, value) -> {
            StreamRecord record = StreamRecord.read(StreamKeys.idOf(key), new BytesIn(value));
            if (record.path().value().equals(path)) {
                found.add(record);
            }
            return true;
        });
        return found.getFirst();
    }

    /** The runs of a stream in a store that is open. */
    public static List<Run> runs(Store store, String path) {
        return new StoreEntries(store).runs(path);
    }

    /** Has an open store forget a run. */
    public static void remove(Store store, Run run) {
        store.commit(new Batch().delete(RunIndex.key(run)));
    }

    public List<Run> runs(String path) {
        return new RunIndex(store).all(stream(path).id());
    }

    public void removeStream(String path) {
        batch.delete(StreamKeys.stream(stream(path).id()));
    }

    public byte[] keyOf(Run run) {
        return RunIndex.key(run);
    }

    public void removeRun(Run run) {
        batch.delete(RunIndex.key(run));
    }

    public void putRun(Run run) {
        batch.put(RunIndex.key(run), RunIndex.value(run));
    }

    public void putBook(int segment, long length, long live) {
        batch.put(
                ArchiveKeys.segment(segment),
                BytesOut.onHeap(20).varint(length).varint(live).toBytes());
    }

    public void putApplied(int shard, long position) {
        new AppliedPosition(shard, position, 1000).writeTo(batch);
    }

    public void putRaw(byte[] key, byte[] value) {
        batch.put(key, value);
    }

    /** Puts the same stream with another count of its messages. */
    public void putMessageCount(String path, long messages) {
        StreamRecord s = stream(path);
        put(s, path, s.id(), messages, s.forks());
    }

    /** Puts the row that version 1 had of a stream: the same without the count of messages at its end. */
    public void putUncounted(String path) {
        StreamRecord s = stream(path);
        byte[] row = s.toBytes();
        row[0] = 1;
        int countBytes = BytesOut.onHeap(10).varint(s.messages()).toBytes().length;
        batch.put(StreamKeys.stream(s.id()), Arrays.copyOf(row, row.length - countBytes));
    }

    /** Puts the same stream at another path, or with other forks. */
    public void putStream(StreamRecord s, String path, long id, Map<Long, StreamPath> forks) {
        put(s, path, id, s.messages(), forks);
    }

    private void put(StreamRecord s, String path, long id, long messages, Map<Long, StreamPath> forks) {
        StreamRecord changed = new StreamRecord(
                id,
                StreamPath.of(path),
                s.contentType(),
                s.lifetime(),
                s.created(),
                s.origin(),
                s.tail(),
                messages,
                s.closed(),
                s.hidden(),
                s.touched(),
                s.closedBy(),
                s.seq(),
                forks);
        batch.put(StreamKeys.stream(id), changed.toBytes());
    }
}
