package dev.leat.engine.queue;

import dev.leat.api.QueueName;
import dev.leat.api.QueueOutcome;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Collects what the shards say of their queues, and answers when the last has. A queue that went meanwhile is left out. */
final class QueueListing {
    private final ConcurrentSkipListMap<QueueName, QueueOutcome.QueueInfo> infos = new ConcurrentSkipListMap<>();
    private final AtomicInteger open;
    private final boolean more;
    private final Reply<? super QueueOutcome.QueuePage> reply;

    QueueListing(int shards, boolean more, Reply<? super QueueOutcome.QueuePage> reply) {
        this.open = new AtomicInteger(shards);
        this.more = more;
        this.reply = reply;
    }

    /** What one shard says. */
    Reply<List<QueueOutcome.QueueInfo>> shard() {
        return new Reply<>() {
            @Override
            public void answered(List<QueueOutcome.QueueInfo> found) {
                found.forEach(info -> infos.put(info.queue(), info));
                if (open.decrementAndGet() == 0) {
                    reply.answered(new QueueOutcome.QueuePage(List.copyOf(infos.values()), more));
                }
            }

            @Override
            public void refused(Rejection rejection) {
                if (open.getAndSet(Integer.MIN_VALUE) > 0) {
                    reply.refused(rejection);
                }
            }
        };
    }
}
