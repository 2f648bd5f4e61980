package dev.leat.engine.stream;

import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.BytesOut;
import dev.leat.storage.archive.Run;
import dev.leat.storage.store.Store;
import java.util.ArrayList;
import java.util.List;

/** Where the archived messages of each stream are, as the store knows it: one entry a run, in the order of its end. */
final class Runs {
    private final Store store;

    Runs(Store store) {
        this.store = store;
    }

    /** The runs that hold what lies after a position, until they have at least so many bytes or there are no more. */
    List<Run> from(long stream, long position, long enough) {
        List<Run> found = new ArrayList<>();
        long[] bytes = {0};
        store.scan(Keys.run(stream, position + 1), Keys.run(stream, Long.MAX_VALUE), (key, value) -> {
            Run run = read(key, value);
            found.add(run);
            bytes[0] += run.end() - Math.max(run.start(), position);
            return bytes[0] < enough;
        });
        return found;
    }

    List<Run> all(long stream) {
        return from(stream, 0, Long.MAX_VALUE);
    }

    static byte[] key(Run run) {
        return Keys.run(run.owner(), run.end());
    }

    static byte[] value(Run run) {
        return BytesOut.onHeap(32)
                .varint(run.length())
                .varint(run.messages())
                .varint(run.segment())
                .varint(run.place())
                .toBytes();
    }

    static Run read(byte[] key, byte[] value) {
        BytesIn in = new BytesIn(value);
        int length = (int) in.varint();
        int messages = (int) in.varint();
        return new Run(Keys.idOf(key), Keys.endOf(key) - length, length, messages, (int) in.varint(), in.varint());
    }
}
