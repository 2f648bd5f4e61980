package dev.leat.engine.figures;

import dev.leat.api.queue.Presence.State;
import dev.leat.storage.meter.Counter;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Numbers of consumers of one shard's queues by published state. The shard's thread writes them, any thread reads them. */
public final class PresenceCounts {
    private final Map<State, Counter> counts = new EnumMap<>(State.class);

    public PresenceCounts() {
        for (State state : State.values()) {
            counts.put(state, new Counter());
        }
    }

    /** The numbers at one moment. */
    public record Figures(long active, long stale, long expired, long left) {

        public static final Figures NONE = new Figures(0, 0, 0, 0);

        public Figures plus(Figures other) {
            return new Figures(active + other.active, stale + other.stale, expired + other.expired, left + other.left);
        }
    }

    /** Counts a change of state; null stands for an unknown consumer. */
    public void turned(@Nullable State before, @Nullable State after) {
        if (before != null) {
            count(before).add(-1);
        }
        if (after != null) {
            count(after).add(1);
        }
    }

    public Figures figures() {
        return new Figures(
                count(State.ACTIVE).value(),
                count(State.STALE).value(),
                count(State.EXPIRED).value(),
                count(State.LEFT).value());
    }

    private Counter count(State state) {
        Counter counter = counts.get(state);
        if (counter == null) {
            throw new IllegalStateException("there is no counter for state " + state);
        }
        return counter;
    }
}
