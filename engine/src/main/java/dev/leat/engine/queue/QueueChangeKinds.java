package dev.leat.engine.queue;

import dev.leat.engine.shard.KindRange;

/** The numbers by which the journal knows what happened to a queue. They are on disk: never change one. */
final class QueueChangeKinds {
    static final KindRange RANGE = new KindRange(48, 79);

    static final int QUEUE = 48;
    static final int QUEUE_REMOVED = 49;
    static final int GROUP = 50;
    static final int GROUP_REMOVED = 51;
    static final int ENQUEUED = 52;
    static final int ENTRY = 53;
    static final int DONE = 54;
    static final int REMOVED = 55;
    static final int PURGED = 56;
    static final int TASK = 57;
    static final int TASK_REMOVED = 58;
    static final int FORGOTTEN = 59;
    static final int BOUND = 60;

    private QueueChangeKinds() {}
}
