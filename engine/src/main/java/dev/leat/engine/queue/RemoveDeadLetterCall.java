package dev.leat.engine.queue;

import dev.leat.api.QueueName;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.ReplyCall;

/**
 * Removes the dead letter that a message of another queue became, whoever has it, because the work is done after all. It runs on the
 * shard of the dead letter, and is answered once the removal is durable. If the store has to be searched first, another one goes on in
 * its place.
 */
final class RemoveDeadLetterCall extends ReplyCall<RemoveDeadLetterCall.Found> {
    private static final long UNREAD = -2;
    private static final long NOWHERE = -1;

    private final QueueShard shard;
    private final QueueName name;
    private final TransferSource origin;
    private final Reply<? super Found> reply;
    private final long number;
    private final long read;
    private boolean waits;

    /** What was there. */
    enum Found {
        REMOVED,
        /** It is on its way to yet another queue, and cannot be removed. */
        LEAVING,
        ABSENT
    }

    RemoveDeadLetterCall(QueueShard shard, QueueName name, TransferSource origin, Reply<? super Found> reply) {
        this(shard, name, origin, -1, UNREAD, reply);
    }

    /**
     * @param number of the queue that was searched
     * @param read where in it the store has the dead letter
     */
    private RemoveDeadLetterCall(
            QueueShard shard,
            QueueName name,
            TransferSource origin,
            long number,
            long read,
            Reply<? super Found> reply) {
        super(reply);
        this.shard = shard;
        this.name = name;
        this.origin = origin;
        this.number = number;
        this.read = read;
        this.reply = reply;
    }

    @Override
    protected void decide(Changes changes) {
        Queue queue = shard.table().find(name);
        Long at = queue == null ? null : queue.hot.moved(origin);
        if (queue == null) {
            decided(Found.ABSENT);
        } else if (at != null) {
            decided(shard.cancelling().exhume(queue, at, changes));
        } else if (read == UNREAD && queue.isInMemory()) {
            decided(Found.ABSENT);
        } else if (read == UNREAD) {
            waits = true;
            search(queue.number);
        } else {
            boolean there = read != NOWHERE && queue.number == number;
            decided(there ? shard.cancelling().exhume(queue, read, changes) : Found.ABSENT);
        }
    }

    private void search(long queue) {
        shard.context()
                .blocking()
                .run(
                        () -> {
                            QueuedMessage found = new StoredMessages(
                                            shard.context().store())
                                    .first(queue, 0, Long.MAX_VALUE, message -> origin.equals(message.origin()));
                            long at = found == null ? NOWHERE : found.at();
                            shard.context()
                                    .router()
                                    .call(
                                            name,
                                            there -> new RemoveDeadLetterCall(there, name, origin, queue, at, reply));
                        },
                        reply);
    }

    @Override
    protected void answer() {
        if (!waits) {
            super.answer();
        }
    }

    @Override
    protected void refuse(Rejection rejection) {
        if (!waits) {
            super.refuse(rejection);
        }
    }
}
