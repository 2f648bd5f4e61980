package dev.leat.engine.queue.state;

import dev.leat.storage.meter.Counter;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Gauges of the queues of one shard. The shard's thread writes them, any thread reads them. */
public final class QueueShardGauges {
    private final Counter queues = new Counter();
    private final Counter messages = new Counter();
    private final Counter bytes = new Counter();
    private final Counter waiters = new Counter();
    private final Counter pending = new Counter();
    private final Map<DeliveryState.State, Counter> entries = new EnumMap<>(DeliveryState.State.class);

    public QueueShardGauges() {
        for (DeliveryState.State state : DeliveryState.State.values()) {
            entries.put(state, new Counter());
        }
    }

    public void queues(int more) {
        queues.add(more);
    }

    public void held(long moreMessages, long moreBytes) {
        messages.add(moreMessages);
        bytes.add(moreBytes);
    }

    /** Returns the gauge of waiting receives. */
    public Counter waiting() {
        return waiters;
    }

    /** Counts a state that replaces another. */
    public void entry(@Nullable DeliveryState before, @Nullable DeliveryState after) {
        if (before != null) {
            counter(before.state()).add(-1);
        }
        if (after != null) {
            counter(after.state()).add(1);
        }
    }

    /** Adds to the number of unsettled messages; {@code more} may be negative. */
    public void pending(long more) {
        pending.add(more);
    }

    /** Adds to the number of entries in a state; {@code more} may be negative. */
    public void entries(DeliveryState.State state, long more) {
        counter(state).add(more);
    }

    public long queues() {
        return queues.value();
    }

    public long messages() {
        return messages.value();
    }

    public long bytes() {
        return bytes.value();
    }

    public long waiters() {
        return waiters.value();
    }

    public long entries(DeliveryState.State state) {
        return counter(state).value();
    }

    /**
     * Returns how many messages can be received, counted once per group. It is computed from several gauges, which may differ by a
     * moment.
     */
    public long ready() {
        long ready = pending.value();
        for (DeliveryState.State state : DeliveryState.State.values()) {
            ready -= state == DeliveryState.State.READY ? 0 : entries(state);
        }
        return Math.max(0, ready);
    }

    private Counter counter(DeliveryState.State state) {
        Counter counter = entries.get(state);
        if (counter == null) {
            throw new IllegalStateException("there is no gauge for the state " + state);
        }
        return counter;
    }
}
