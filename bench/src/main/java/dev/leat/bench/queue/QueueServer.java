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

    /** @param most how many messages the user takes at once */
    Link connect(Loop loop, String queue, int most, Link.User user);
}
