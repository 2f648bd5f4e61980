package dev.leat.api.queue;

import dev.leat.api.spi.Engine;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Configures a {@link Worker} and starts it. */
public final class WorkerBuilder {
    private final Engine engine;
    private final QueueName queue;
    private final @Nullable GroupName group;
    private final Handler handler;
    private ConsumerName consumer = ConsumerName.ofProcess();
    private int concurrency = 16;
    private @Nullable Duration lease;
    private Duration waitFor = Duration.ofSeconds(20);
    private Duration patience = Duration.ofSeconds(30);
    private @Nullable Duration presenceTtl;
    private Map<String, String> labels = Map.of();

    WorkerBuilder(Engine engine, QueueName queue, @Nullable GroupName group, Handler handler) {
        this.engine = engine;
        this.queue = queue;
        this.group = group;
        this.handler = handler;
    }

    /** The name it is known by; the process's if it is not said. */
    public WorkerBuilder consumer(String name) {
        this.consumer = ConsumerName.of(name);
        return this;
    }

    /** How many messages are worked on at once; 16 if it is not said. */
    public WorkerBuilder concurrency(int value) {
        if (value < 1) {
            throw new IllegalArgumentException("a worker works on at least one message at a time, not " + value);
        }
        this.concurrency = value;
        return this;
    }

    /** Sets how soon other consumers get a message if this process dies; the queue's lease by default. Handlers may take longer. */
    public WorkerBuilder lease(Duration value) {
        this.lease = value;
        return this;
    }

    /** How long one receive waits for messages before the next takes over. */
    public WorkerBuilder waitFor(Duration value) {
        this.waitFor = value;
        return this;
    }

    /** How long {@link Worker#close} lets running handlers go on; 30 seconds if it is not said. */
    public WorkerBuilder patience(Duration value) {
        this.patience = value;
        return this;
    }

    /** How long a sign of life counts, else what the server says; three are given in that time. */
    public WorkerBuilder presenceTtl(Duration value) {
        this.presenceTtl = value;
        return this;
    }

    /** What its presence shows beside its name, such as a version. */
    public WorkerBuilder labels(Map<String, String> value) {
        this.labels = Map.copyOf(value);
        return this;
    }

    /** Starts a worker with this configuration and returns it. */
    public Worker start() {
        String instance = UUID.randomUUID().toString();
        Worker worker = new Worker(new WorkerConfig(
                engine,
                queue,
                group,
                consumer,
                instance,
                handler,
                concurrency,
                lease,
                waitFor,
                patience,
                presenceTtl,
                labels));
        worker.start();
        return worker;
    }
}
