package dev.leat.api.queue;

import dev.leat.api.AlreadyExistsException;
import dev.leat.api.NotFoundException;
import dev.leat.api.OutcomeUnknownException;
import dev.leat.api.RejectedException;
import dev.leat.api.UnavailableException;
import dev.leat.api.spi.Engine;
import dev.leat.api.spi.QueueQuery;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * The queues of an engine, for code that may wait. Every call returns after its changes are durable, or throws a {@link
 * RejectedException}: of these, any call may throw {@link UnavailableException} and, if the queues are behind a server, {@link
 * OutcomeUnknownException}; each call names the others that it may throw.
 */
public final class Queues {
    private static final int PAGE = 100;

    private final Engine engine;

    /** Creates the queues of an engine. */
    public Queues(Engine engine) {
        this.engine = engine;
    }

    /** A queue by its name. It need not exist yet. */
    public MessageQueue queue(String name) {
        return new MessageQueue(engine, QueueName.of(name));
    }

    /**
     * Makes a work queue with the defaults, or confirms one.
     *
     * @throws AlreadyExistsException if there is a queue of that name with another configuration
     */
    public MessageQueue create(String name) {
        return create(name, QueueConfig.work());
    }

    /**
     * Makes a queue, or confirms one of the same configuration.
     *
     * @throws AlreadyExistsException if there is a queue of that name with another configuration
     * @throws NotFoundException if the queue for its dead letters does not exist
     */
    public MessageQueue create(String name, QueueConfig config) {
        MessageQueue queue = queue(name);
        queue.create(config);
        return queue;
    }

    /** What is known of a queue; empty if there is none. */
    public Optional<QueueInfo> find(String name) {
        try {
            return Optional.of(queue(name).info());
        } catch (NotFoundException e) {
            return Optional.empty();
        }
    }

    /** All queues in order of their names, asked for a page at a time as the stream goes on. */
    public Stream<QueueInfo> list() {
        Iterable<QueueInfo> all = () -> new Pages<>(this::page);
        return StreamSupport.stream(all.spliterator(), false);
    }

    /** Returns the first page of queues in the order of their names. */
    public QueuePage list(int limit) {
        return ask(null, limit);
    }

    /** Returns the page of queues whose names come after a name. */
    public QueuePage list(QueueName after, int limit) {
        return ask(after, limit);
    }

    private QueuePage ask(@Nullable QueueName after, int limit) {
        return engine.call(new QueueQuery.Queues(after, limit));
    }

    private Pages.Page<QueueName, QueueInfo> page(@Nullable QueueName after) {
        QueuePage page = ask(after, PAGE);
        List<QueueInfo> found = page.queues();
        return new Pages.Page<>(found, page.more() ? found.get(found.size() - 1).queue() : null);
    }

    /**
     * Changes parts of a queue's configuration; starts again if another caller changes it meanwhile.
     *
     * @param change gets the configuration that the queue has
     * @throws NotFoundException if there is no such queue
     */
    public QueueConfig update(String name, UnaryOperator<QueueConfigBuilder> change) {
        return queue(name).update(change);
    }

    /**
     * Removes a queue with everything in it. Refused while other queues send their dead letters to it.
     *
     * @throws NotFoundException if there is no such queue
     */
    public void delete(String name) {
        queue(name).delete();
    }
}
