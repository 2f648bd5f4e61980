package dev.leat.bench.queue;

import dev.leat.bench.run.SelectorLoop;

/** A server of queues that is measured. */
interface QueueServer {

    /** Returns the name in the table. */
    String name();

    /** Makes an empty, durable queue. */
    void create(String queue);

    /** Removes a queue with all that is in it. */
    void delete(String queue);

    QueueLink connect(SelectorLoop loop, ConsumerSlot slot, QueueLink.User user);
}
