package dev.leat.engine.queue;

import dev.leat.engine.shard.Changes;

/** What those who wait for a queue have to be told. Each is told within the turn in which it is decided. */
interface Waiting {

    /** The queue is deleted: whoever waits for it is refused at once. */
    void queueGone(Queue queue, Changes changes);

    /** The group is deleted: whoever waits for it is refused at once. */
    void groupGone(Group group, Changes changes);

    /** There may be something to deliver that was not there before: an arrival, a key that is free, the end of a pause. */
    void stirred(Group group, Changes changes);

    /** There is room for messages that wait to be enqueued. */
    void roomMade(Queue queue, Changes changes);

    /** Nobody waits. */
    Waiting NOBODY = new Waiting() {
        @Override
        public void queueGone(Queue queue, Changes changes) {}

        @Override
        public void groupGone(Group group, Changes changes) {}

        @Override
        public void stirred(Group group, Changes changes) {}

        @Override
        public void roomMade(Queue queue, Changes changes) {}
    };
}
