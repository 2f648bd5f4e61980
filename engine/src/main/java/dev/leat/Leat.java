package dev.leat;

import dev.leat.api.Codec;
import dev.leat.api.TransactionBuilder;
import dev.leat.api.queue.DurableQueueBuilder;
import dev.leat.api.queue.DurableQueues;
import dev.leat.api.queue.MessageQueue;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.Queues;
import dev.leat.api.spi.Engine;
import dev.leat.api.spi.Query;
import dev.leat.api.stream.DurableStream;
import dev.leat.api.stream.StreamPage;
import dev.leat.api.stream.StreamPath;
import dev.leat.engine.EmbeddedEngine;
import dev.leat.engine.Settings;
import dev.leat.engine.figures.Damage;
import dev.leat.engine.figures.Figures;
import dev.leat.engine.figures.State;
import dev.leat.engine.figures.Stats;
import dev.leat.storage.Progress;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Durable streams and queues in this process.
 *
 * <pre>{@code
 * try (Leat leat = Leat.open(Path.of("data"))) {
 *     DurableStream orders = leat.stream("orders");
 *     orders.create(StreamConfig.json());
 *     orders.append("{\"id\": 1}");
 *     orders.read().forEach(message -> System.out.println(message.text()));
 * }
 * }</pre>
 */
public final class Leat implements AutoCloseable {
    private final EmbeddedEngine engine;
    private final DurableQueues durableQueues;

    private Leat(EmbeddedEngine engine) {
        this.engine = engine;
        this.durableQueues = new DurableQueues(engine);
    }

    /** Opens a data directory, and makes one where nothing is. It belongs to this process until it is closed. */
    public static Leat open(Path directory) {
        return open(directory, Settings.defaults());
    }

    public static Leat open(Path directory, Settings settings) {
        return new Leat(EmbeddedEngine.open(directory, settings));
    }

    /** The same engine with nothing on disk: for tests and caches. */
    public static Leat inMemory() {
        return inMemory(Settings.defaults());
    }

    public static Leat inMemory(Settings settings) {
        return new Leat(EmbeddedEngine.inMemory(settings));
    }

    /** A stream by its path. It need not exist yet. */
    public DurableStream stream(String path) {
        return new DurableStream(engine, StreamPath.of(path));
    }

    /** The paths that begin with a prefix, in order, a page at a time. */
    public StreamPage find(String prefix, @Nullable StreamPath after, int limit) {
        return engine.call(new Query.Find(prefix, after, limit));
    }

    /** All queues. */
    public Queues queues() {
        return new Queues(engine);
    }

    /** A queue by its name. It need not exist yet. */
    public MessageQueue queue(String name) {
        return new MessageQueue(engine, QueueName.of(name));
    }

    /** A queue of values, to be opened; it is made if it is not there. Each is open once at a time. */
    public <T> DurableQueueBuilder<T> durableQueue(String name, Codec<T> codec) {
        return durableQueues.queue(name, codec);
    }

    /** Collects changes of queues and streams that are to be made together, or not at all. */
    public TransactionBuilder transaction() {
        return new TransactionBuilder(engine);
    }

    /** Everything at once, for servers and tools. */
    public Engine engine() {
        return engine;
    }

    /** How many shards the data directory was made with. */
    public int shards() {
        return engine.shards();
    }

    public Stats stats() {
        return engine.stats();
    }

    /** Everything that is measured. Asks the disk, so it is for a look every few seconds. */
    public Figures figures() {
        return engine.figures();
    }

    /**
     * What is known to be damaged on disk, in the order it was found: by the scrub, which compares everything with its checksums in the
     * background, or by a reader. Damage that was repaired, or whose stream was deleted, is not in it any more. Cheap.
     */
    public List<Damage> damage() {
        return engine.damage();
    }

    /** Whether anything is carried out right now. */
    public State state() {
        return engine.state();
    }

    /** Copies everything, as of one moment during the call, into a directory that does not exist or is empty, and checks the copy. */
    public void backup(Path target) {
        engine.backup(target, Progress.NONE);
    }

    /** The same, and tells how far it is. */
    public void backup(Path target, Progress progress) {
        engine.backup(target, progress);
    }

    /** Finishes what was taken in, refuses everything else, and lets go of the directory. */
    @Override
    public void close() {
        engine.close();
    }
}
