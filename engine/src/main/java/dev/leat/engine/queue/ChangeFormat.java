package dev.leat.engine.queue;

import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.Changes;

/** How changes look in the journal. */
final class ChangeFormat {
    private ChangeFormat() {}

    static void write(Change change, Changes changes) {
        throw new UnsupportedOperationException("not built yet: " + change + changes);
    }

    static Change read(int kind, BytesIn in) {
        throw new UnsupportedOperationException("not built yet: " + kind + in);
    }
}
