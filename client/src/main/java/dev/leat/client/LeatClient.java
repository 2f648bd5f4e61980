package dev.leat.client;

import dev.leat.api.Codec;
import dev.leat.api.TransactionBuilder;
import dev.leat.api.queue.DurableQueueBuilder;
import dev.leat.api.queue.DurableQueues;
import dev.leat.api.queue.MessageQueue;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.Queues;
import dev.leat.api.spi.Engine;
import dev.leat.api.stream.DurableStream;
import dev.leat.api.stream.StreamPath;
import dev.leat.client.stream.StreamRequests;
import dev.leat.client.transport.Transport;
import java.net.URI;

/**
 * Durable streams and queues behind a server, with the same interfaces as the embedded {@code dev.leat.Leat}.
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

    /** @param release frees the resources of the transport */
    LeatClient(Transport transport, StreamRequests streams, Runnable release) {
        this.transport = transport;
        this.release = release;
        this.engine = new RemoteEngine(transport, streams);
        this.durableQueues = new DurableQueues(engine);
    }

    /** Returns a client with the defaults. */
    public static LeatClient connect(String url) {
        return builder(url).build();
    }

    /** Returns a client with the defaults. */
    public static LeatClient connect(URI url) {
        return builder(url).build();
    }

    /**
     * Returns a builder of a client for the server at a URL.
     *
     * @throws IllegalArgumentException if the URL is not valid
     */
    public static LeatClientBuilder builder(String url) {
        return builder(URI.create(url));
    }

    /**
     * Returns a builder of a client for the server at a URL.
     *
     * @throws IllegalArgumentException if the URL is not valid
     */
    public static LeatClientBuilder builder(URI url) {
        return new LeatClientBuilder(url);
    }

    /** Returns the stream at a path. It need not exist yet. */
    public DurableStream stream(String path) {
        return new DurableStream(engine, StreamPath.of(path));
    }

    /** Returns the queues of the server. */
    public Queues queues() {
        return new Queues(engine);
    }

    /** Returns the queue with a name. It need not exist yet. */
    public MessageQueue queue(String name) {
        return new MessageQueue(engine, QueueName.of(name));
    }

    /**
     * Returns a builder of a queue of values, which creates the queue if it does not exist. One process at a time has it open:
     * opening it takes over the leases of the process that had it before.
     */
    public <T> DurableQueueBuilder<T> durableQueue(String name, Codec<T> codec) {
        return durableQueues.queue(name, codec);
    }

    /** Returns a builder of a transaction: changes of queues and streams that are made together, or not at all. */
    public TransactionBuilder transaction() {
        return new TransactionBuilder(engine);
    }

    /** Returns the engine behind the other methods, for tools. */
    public Engine engine() {
        return engine;
    }

    /** Abandons requests that are not answered, and closes the connections. */
    @Override
    public void close() {
        transport.close();
        release.run();
    }
}
