package dev.leat.engine.stream;

import dev.leat.engine.shard.KindRange;

/** The numbers by which the journal knows what happened to a stream. They are on disk: never change one. */
final class StreamChangeKinds {
    static final KindRange RANGE = new KindRange(1, 31);

    static final int CREATED = 1;
    static final int APPENDED = 2;
    static final int HIDDEN = 3;
    static final int REMOVED = 4;
    static final int RETAINED = 5;
    static final int RELEASED = 6;
    static final int TOUCHED = 7;

    // what an append carries
    static final int BY_PRODUCER = 1;
    static final int FORGETS = 2;
    static final int HAS_SEQ = 4;
    static final int CLOSES = 8;

    private StreamChangeKinds() {}
}
