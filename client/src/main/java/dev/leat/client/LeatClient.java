package dev.leat.client;

import dev.leat.api.Codec;
import dev.leat.api.DurableQueueBuilder;
import dev.leat.api.DurableQueues;
import dev.leat.api.DurableStream;
import dev.leat.api.Engine;
import dev.leat.api.MessageQueue;
import dev.leat.api.QueueName;
import dev.leat.api.Queues;
import dev.leat.api.StreamPath;
import dev.leat.api.TransactionBuilder;
import dev.leat.client.stream.StreamCalls;
import dev.leat.client.transport.Transport;
import java.net.URI;

/**
 * Durable streams and queues behind a server, with the same objects as {@code dev.leat.Leat} has in one's own process.
 *
 * <pre>{@code
 * try (LeatClient leat = LeatClient.connect("http://127.0.0.1:4437")) {
 *     DurableStream orders = leat.stream("orders");
 *     orders.create(StreamConfig.json());
 *     orders.append("{\"id\": 1}");
 *     orders.read().forEach(message -> System.out.println(message.text()));
 * }
 * }</pre>
 *
 * <p>One client serves a whole process: it keeps its connections and shares them between all threads. Nothing is sent before it
 * is needed, so connecting succeeds also while there is no server; the first request then fails within seconds, with the URL in its
 * refusal.
 */
public final class LeatClient implements AutoCloseable {
    private final Transport transport;
    private final Runnable release;
    private final RemoteEngine engine;
    private final DurableQueues durableQueues;

    /** @param release lets go of what the transport needed */
    LeatClient(Transport transport, StreamCalls streams, Runnable release) {
        this.transport = transport;
        this.release = release;
        this.engine = new RemoteEngine(transport, streams);
        this.durableQueues = new DurableQueues(engine);
    }

    /** A client with the defaults. */
    public static LeatClient connect(String url) {
        return builder(url).build();
    }

    /** A client with the defaults. */
    public static LeatClient connect(URI url) {
        return builder(url).build();
    }

    public static LeatClientBuilder builder(String url) {
        return builder(URI.create(url));
    }

    public static LeatClientBuilder builder(URI url) {
        return new LeatClientBuilder(url);
    }

    /** A stream by its path. It need not exist yet. */
    public DurableStream stream(String path) {
        return new DurableStream(engine, StreamPath.of(path));
    }

    /** All queues. */
    public Queues queues() {
        return new Queues(engine);
    }

    /** A queue by its name. It need not exist yet. */
    public MessageQueue queue(String name) {
        return new MessageQueue(engine, QueueName.of(name));
    }

    /**
     * A queue of values, to be opened; it is made if it is not there. It belongs to one process at a time: whoever opens it takes
     * over what another had.
     */
    public <T> DurableQueueBuilder<T> durableQueue(String name, Codec<T> codec) {
        return durableQueues.queue(name, codec);
    }

    /** Collects changes of queues and streams that are to be made together, or not at all. */
    public TransactionBuilder transaction() {
        return new TransactionBuilder(engine);
    }

    /** Everything at once, for tools. */
    public Engine engine() {
        return engine;
    }

    /** Gives up what is on its way, and lets go of the connections. */
    @Override
    public void close() {
        transport.close();
        release.run();
    }
}
