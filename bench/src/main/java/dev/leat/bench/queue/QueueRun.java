package dev.leat.bench.queue;

import dev.leat.bench.queue.CycleShape.Acks;
import dev.leat.bench.run.Measured;
import dev.leat.bench.run.Pace;
import dev.leat.bench.run.Result;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** One run of the servers through the parts. */
final class QueueRun {
    private static final int LAPS = 5;

    private final List<QueueServer> servers;
    private final QueueSizes amounts;
    private final Pace pace;
    private final Consumer<String> progress;
    private final QueueNames names = new QueueNames();
    private final List<Result> results = new ArrayList<>();

    QueueRun(List<QueueServer> servers, QueueSizes amounts, Pace pace, Consumer<String> progress) {
        this.servers = servers;
        this.amounts = amounts;
        this.pace = pace;
        this.progress = progress;
    }

    /** @param directory where a Leat that is killed and opened again keeps its data */
    List<Result> run(Set<QueuePart> parts, Path directory) {
        warmUp();
        for (QueuePart part : parts) {
            switch (part) {
                case SINGLE -> cycles(1, Acks.AT_ONCE);
                case BATCH -> cycles(amounts.batch(), Acks.AT_ONCE);
                case NEXT -> {
                    cycles(1, Acks.WITH_THE_NEXT);
                    cycles(amounts.batch(), Acks.WITH_THE_NEXT);
                }
                case BACKLOG -> backlog();
                case OPEN -> open(directory);
            }
        }
        return results;
    }

    /**
     * With as many connections as there are: with few, too little happens for a compiler to see what is hot. In laps, because what it
     * has not seen by then (a client that leaves, a queue that is removed, another kind of load) makes it throw away what it has made.
     */
    private void warmUp() {
        progress.accept("warming up");
        int most = Collections.max(amounts.connections());
        Pace lap = new Pace(pace.warmup() / LAPS, 0.1, 1);
        for (int i = 0; i < LAPS; i++) {
            for (Acks acks : Acks.values()) {
                new CyclesPart(servers, names).run(1, acks, most, lap);
                new CyclesPart(servers, names).run(amounts.batch(), acks, most, lap);
            }
        }
    }

    private void cycles(int messages, Acks acks) {
        for (int connections : amounts.connections()) {
            progress.accept(CyclesPart.label(messages, acks, connections));
            results.add(new CyclesPart(servers, names).run(messages, acks, connections, pace.warmed()));
        }
    }

    private void backlog() {
        progress.accept(String.format("a backlog of %,d messages", amounts.backlog()));
        results.addAll(new BacklogPart(servers, amounts, names).run(pace.warmed()));
    }

    private void open(Path directory) {
        progress.accept(String.format("opening with %,d messages", amounts.backlog()));
        for (Result result : new OpeningPart(directory, amounts, names).run(pace.rounds())) {
            List<Measured> row = new ArrayList<>(result.servers());
            while (row.size() < servers.size()) {
                row.add(Measured.none());
            }
            results.add(new Result(result.label(), result.unit(), row));
        }
    }
}
