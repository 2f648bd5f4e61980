package dev.leat.engine.stream;

import dev.leat.api.StreamPath;
import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.BytesOut;
import dev.leat.engine.shard.Rows;
import dev.leat.storage.archive.Run;
import dev.leat.storage.store.Store;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where the archived messages of each stream are, as the store knows it: one entry a run, in the order of its end. */
public final class RunIndex {
    private final Store store;

    public RunIndex(Store store) {
        this.store = store;
    }

    /** Whether the store still says that a run is where it is. */
    public boolean isUsed(Run run) {
        byte @Nullable [] known = store.get(key(run));
        return known != null && Arrays.equals(known, value(run));
    }

    /** The path of a stream that has runs; null if the store has no such stream. */
    public @Nullable StreamPath pathOf(long stream) {
        byte @Nullable [] known = store.get(StreamKeys.stream(stream));
        return known == null
                ? null
                : StreamRecord.read(stream, new BytesIn(known)).path();
    }

    /** The runs that hold what lies after a position, until they have at least so many bytes or there are no more. */
    List<Run> from(long stream, long position, long enough) {
        List<Run> found = new ArrayList<>();
        long[] bytes = {0};
        Rows.scan(store, StreamKeys.run(stream, position + 1), StreamKeys.run(stream, Long.MAX_VALUE), (key, value) -> {
            BytesIn in = new BytesIn(value);
            Run run = read(key, in);
            in.requireEnd();
            found.add(run);
            bytes[0] += run.end() - Math.max(run.start(), position);
            return bytes[0] < enough;
        });
        return found;
    }

    List<Run> all(long stream) {
        return from(stream, 0, Long.MAX_VALUE);
    }

    /** The key of a run's entry in the store. */
    public static byte[] key(Run run) {
        return StreamKeys.run(run.owner(), run.end());
    }

    static byte[] value(Run run) {
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
        return new Run(StreamKeys.idOf(key), StreamKeys.endOf(key) - length, length, messages, segment, in.varint());
    }
}
