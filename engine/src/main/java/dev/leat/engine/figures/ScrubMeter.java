package dev.leat.engine.figures;

import dev.leat.storage.meter.Counter;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Measures the scrub. The scrub's thread writes it. */
public final class ScrubMeter {
    private final Counter bytes = new Counter();
    private final Counter cycles = new Counter();
    private volatile State state = new State(0, null);

    public ScrubMeter() {}

    private record State(double progress, @Nullable Instant last) {}

    /**
     * What was measured.
     *
     * @param bytes what was read since the engine was opened
     * @param cycles how many cycles ended since then
     * @param progress how much of the running cycle is done, from 0 to 1
     * @param last when a cycle ended last, also in an earlier process; null if none has
     * @param damagedRuns runs of the archive that are known to be damaged
     * @param damagedTables tables and entries of the store that are known to be damaged
     * @param failedReads reads that storage did not allow
     */
    public record Figures(
            long bytes,
            long cycles,
            double progress,
            @Nullable Instant last,
            int damagedRuns,
            int damagedTables,
            long failedReads) {}

    public void read(long more) {
        bytes.add(more);
    }

    public void ended() {
        cycles.increment();
    }

    public void at(double progress, @Nullable Instant last) {
        state = new State(progress, last);
    }

    public Figures figures(List<Damage> damage, long failedReads) {
        State now = state;
        int runs = (int) damage.stream()
                .filter(part -> part.place() instanceof Damage.OfRun)
                .count();
        return new Figures(
                bytes.value(), cycles.value(), now.progress, now.last, runs, damage.size() - runs, failedReads);
    }
}
