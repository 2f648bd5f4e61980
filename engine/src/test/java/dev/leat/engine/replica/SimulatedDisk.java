package dev.leat.engine.replica;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Disk of one simulated node: term, vote and log. What was written survives a crash only once it was synced; some of the rest may. */
final class SimulatedDisk {
    final List<LogEntry> log = new ArrayList<>();
    private final ArrayDeque<Write> unsynced = new ArrayDeque<>();
    long term;

    @Nullable
    NodeId vote;

    /** An entry of the log; one without bytes begins a term and is not shown to replicas. */
    record LogEntry(long term, byte @Nullable [] bytes) {}

    private record Write(Runnable effect, Runnable synced) {}

    void write(Runnable effect, Runnable synced) {
        unsynced.add(new Write(effect, synced));
    }

    void vote(long inTerm, @Nullable NodeId candidate) {
        term = inTerm;
        vote = candidate;
    }

    /** Replaces the log from an index on. */
    void replace(int fromIndex, List<LogEntry> entries) {
        log.subList(Math.min(fromIndex - 1, log.size()), log.size()).clear();
        log.addAll(entries);
    }

    /** Makes durable what was written so far, in order, and then tells. */
    void sync() {
        List<Write> group = new ArrayList<>(unsynced);
        unsynced.clear();
        group.forEach(write -> write.effect.run());
        group.forEach(write -> write.synced.run());
    }

    void crash(Random random) {
        int survivors = random.nextInt(unsynced.size() + 1);
        for (int i = 0; i < survivors; i++) {
            unsynced.remove().effect.run();
        }
        unsynced.clear();
    }

    List<LogEntry> entries() {
        return Collections.unmodifiableList(log);
    }
}
