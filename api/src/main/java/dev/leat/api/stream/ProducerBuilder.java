package dev.leat.api.stream;

import dev.leat.api.spi.Engine;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Starts a {@link Producer}. What is not said is as good as it gets for most. */
public final class ProducerBuilder<T> {
    final Engine engine;
    final StreamPath path;
    final Function<? super T, byte[]> encoding;
    String id = UUID.randomUUID().toString();

    @Nullable
    Long epoch = 0L;

    boolean claims;
    int inFlight = 4;
    int batchBytes = 1 << 20;
    long waitingBytes = 16 << 20;
    Duration patience = Duration.ofMinutes(2);

    ProducerBuilder(Engine engine, StreamPath path, Function<? super T, byte[]> encoding) {
        this.engine = engine;
        this.path = path;
        this.encoding = encoding;
    }

    /**
     * A name that stays the same from one life of the application to the next. Its epoch is claimed at the start: other producers
     * that still append under this name are fenced off. Without a name the producer has a unique one.
     */
    public ProducerBuilder<T> id(String value) {
        this.id = new ProducerStamp(value, 0, 0).id();
        this.epoch = null;
        return this;
    }

    /** The epoch of a name, for applications that count their lives themselves: nothing is claimed, and no newer producer is fenced off. */
    public ProducerBuilder<T> epoch(long value) {
        this.epoch = new ProducerStamp(id, value, 0).epoch();
        return this;
    }

    /** Takes the next epoch if the one that was said turns out to be an old one, as long as nothing was appended in it. */
    public ProducerBuilder<T> claimIfStale() {
        this.claims = true;
        return this;
    }

    /** How many batches are on their way at once: 4 unless said. */
    public ProducerBuilder<T> inFlight(int batches) {
        this.inFlight = (int) positive("batches on their way", batches);
        return this;
    }

    /** How large a batch gets while it waits: a megabyte unless said. A larger message is a batch of its own. */
    public ProducerBuilder<T> batchBytes(int bytes) {
        this.batchBytes = (int) positive("bytes of a batch", bytes);
        return this;
    }

    /** How much may wait to be appended before {@link Producer#append} waits as well: 16 megabytes unless said. */
    public ProducerBuilder<T> waitingBytes(long bytes) {
        this.waitingBytes = positive("bytes that wait", bytes);
        return this;
    }

    /** How long a batch is repeated while the engine cannot be reached or has too much to do: 2 minutes unless said. */
    public ProducerBuilder<T> patience(Duration value) {
        this.patience = value;
        return this;
    }

    private static long positive(String what, long number) {
        if (number < 1) {
            throw new IllegalArgumentException(what + " are at least one, not " + number);
        }
        return number;
    }

    /** Starts it. Nothing is sent before the first append. */
    public Producer<T> start() {
        return new Producer<>(this);
    }
}
