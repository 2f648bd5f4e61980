package dev.leat.api.queue;

import dev.leat.api.Codec;
import dev.leat.api.spi.Engine;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The typed queues of an engine that belongs to this process alone. Each is open once at a time, as a file would be. */
public final class DurableQueues {
    private final Engine engine;
    private final Set<QueueName> open = ConcurrentHashMap.newKeySet();

    /** Creates the durable queues of an engine, none of them open. */
    public DurableQueues(Engine engine) {
        this.engine = engine;
    }

    /** A typed queue, to be opened; it is made if it is not there. */
    public <T> DurableQueueBuilder<T> queue(String name, Codec<T> codec) {
        return new DurableQueueBuilder<>(this, QueueName.of(name), codec);
    }

    Engine engine() {
        return engine;
    }

    void opened(QueueName queue) {
        if (!open.add(queue)) {
            throw new IllegalStateException("the durable queue " + queue + " is open already");
        }
    }

    void closed(QueueName queue) {
        open.remove(queue);
    }
}
