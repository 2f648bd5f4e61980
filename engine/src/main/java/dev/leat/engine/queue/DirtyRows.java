package dev.leat.engine.queue;

import dev.leat.engine.shard.Part;

/** What has changed since the last checkpoint, row by row. */
final class DirtyRows {
    void changed(Queue queue) {}

    void removed(Queue queue) {}

    void changed(Group group) {}

    /** Its entries are gone, and what it has done is another set. */
    void moved(Group group) {}

    void removed(Group group) {}

    void enqueued(Queue queue, Change.Enqueued enqueued) {}

    void changed(Group group, long at) {}

    void done(Group group, long at) {}

    void dropped(Queue queue, long at) {}

    void dropped(Queue queue, long from, long to) {}

    void changed(Queue queue, Task task) {}

    void removed(Queue queue, long task) {}

    Part take() {
        return Part.NOTHING;
    }
}
