package dev.leat.api.queue;

import dev.leat.api.AlreadyExistsException;
import dev.leat.api.Codec;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Opens a {@link DurableQueue}. */
public final class DurableQueueBuilder<T> {
    private final DurableQueues queues;
    private final MessageQueue queue;
    private final Codec<T> codec;
    private @Nullable UnaryOperator<QueueConfigBuilder> change;

    DurableQueueBuilder(DurableQueues queues, QueueName name, Codec<T> codec) {
        this.queues = queues;
        this.queue = new MessageQueue(queues.engine(), name);
        this.codec = codec;
    }

    /**
     * Changes the queue's configuration. A queue that is made has a lease of a minute, which is prolonged as long as the work takes, and
     * no limit of attempts: a nacked message is ready again at once, as often as it is nacked. {@code maxAttempts}, {@code retryBackoff}
     * and {@code deadLetter} protect from messages that fail each time. Without a change, a queue that exists stays as it is.
     */
    public DurableQueueBuilder<T> configured(UnaryOperator<QueueConfigBuilder> value) {
        this.change = value;
        return this;
    }

    /** Opens it with everything decoded: what cannot be is known at once, and the first pops find their values ready. */
    public DurableQueue<T> openEager() {
        DurableQueue<T> opened = openLazy();
        try {
            opened.decodeAll();
            return opened;
        } catch (RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    /** Opens it without a look at its messages: each is read and decoded when it is its turn. */
    public DurableQueue<T> openLazy() {
        queues.opened(queue.name());
        try {
            QueueConfig config = prepared();
            DurableQueue<T> opened = new DurableQueue<>(queues, queue, codec, config.lease());
            opened.takeOver();
            return opened;
        } catch (RuntimeException e) {
            queues.closed(queue.name());
            throw e;
        }
    }

    private QueueConfig prepared() {
        QueueConfig config = madeOrFound();
        if (config.mode() != QueueConfig.Mode.WORK || config.priority()) {
            throw new IllegalStateException("the queue " + queue.name()
                    + " has groups or priorities; a durable queue is a work queue in the order of its ids");
        }
        return config;
    }

    private QueueConfig madeOrFound() {
        QueueConfigBuilder wanted = QueueConfig.builder(QueueConfig.Mode.WORK)
                .lease(Duration.ofMinutes(1))
                .longestLease(QueueConfig.LONGEST_LEASE)
                .maxAttempts(0)
                .retryBackoff(Backoff.NONE);
        try {
            return queue.create((change == null ? wanted : change.apply(wanted)).build())
                    .config();
        } catch (AlreadyExistsException e) {
            return change == null ? queue.info().config() : queue.update(change);
        }
    }
}
