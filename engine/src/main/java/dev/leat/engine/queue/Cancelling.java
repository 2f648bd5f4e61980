package dev.leat.engine.queue;

import dev.leat.api.QueueName;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;

/** Removes single messages for all groups. */
final class Cancelling {
    private final QueueShard shard;

    Cancelling(QueueShard shard) {
        this.shard = shard;
    }

    static boolean isLeased(Queue queue, long at) {
        return stands(queue, at, Entry.State.LEASED);
    }

    /** Whether it may be in another queue already. */
    static boolean isMoving(Queue queue, long at) {
        return stands(queue, at, Entry.State.MOVING);
    }

    private static boolean stands(Queue queue, long at, Entry.State state) {
        for (Group group : queue.groups.values()) {
            Entry entry = group.entry(at);
            if (entry != null && entry.state() == state) {
                return true;
            }
        }
        return false;
    }

    void remove(Queue queue, long at, Ending ending, Changes changes) {
        shard.change(new Change.Removed(queue.number, at, ending), changes);
    }

    /** Removes the dead letter that a message of another queue became, whoever has it. */
    void exhume(QueueName name, Origin origin, Changes changes) {
        Queue queue = shard.table().find(name);
        if (queue == null) {
            return;
        }
        Long at = queue.hot.moved(origin);
        if (at != null) {
            exhume(queue, at, changes);
        } else {
            shard.context().patient().run(() -> exhumeStored(queue, origin), new Unheard());
        }
    }

    private void exhumeStored(Queue queue, Origin origin) {
        Message found = new StoredMessages(shard.context().store())
                .first(queue.number, 0, Long.MAX_VALUE, message -> origin.equals(message.origin()));
        if (found != null) {
            shard.context()
                    .router()
                    .forceHome(
                            queue.number, (there, changes) -> there.cancelling().exhume(queue, found.at(), changes));
        }
    }

    private void exhume(Queue queue, long at, Changes changes) {
        if (!queue.gone && queue.has(at) && !isMoving(queue, at)) {
            remove(queue, at, Ending.ACKED, changes);
        }
    }

    /** Nobody waits for the answer. */
    private static final class Unheard implements Reply<Object> {
        @Override
        public void answered(Object outcome) {}

        @Override
        public void refused(Rejection rejection) {}
    }
}
