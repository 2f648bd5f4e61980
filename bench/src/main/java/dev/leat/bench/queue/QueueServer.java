package dev.leat.bench.queue;

import dev.leat.bench.run.Loop;

/** Somebody who keeps queues. */
interface QueueServer {

    /** What the table calls it. */
    String name();

    /** Makes an empty, durable queue. */
    void create(String queue);

    /** Removes a queue with all that is in it. */
    void delete(String queue);

    Link connect(Loop loop, Seat seat, Link.User user);
}
