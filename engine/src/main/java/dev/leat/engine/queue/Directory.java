package dev.leat.engine.queue;

import dev.leat.api.QueueName;
import java.util.concurrent.ConcurrentSkipListMap;

/** The queues of all shards whose making is durable, by name. Any thread may look. */
final class Directory {
    private final ConcurrentSkipListMap<QueueName, Queue> byName = new ConcurrentSkipListMap<>();

    void put(Queue queue) {
        byName.put(queue.name, queue);
    }

    void remove(Queue queue) {
        byName.remove(queue.name, queue);
    }

    ConcurrentSkipListMap<QueueName, Queue> all() {
        return byName;
    }
}
