package dev.leat.bench.queue;

import dev.leat.bench.run.Measured;
import dev.leat.bench.run.Pace;
import dev.leat.bench.run.Result;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Takes servers through the parts. */
final class QueueRun {
    private final List<QueueServer> servers;
    private final Amounts amounts;
    private final Pace pace;
    private final Consumer<String> progress;
    private final Names names = new Names();
    private final List<Result> results = new ArrayList<>();

    QueueRun(List<QueueServer> servers, Amounts amounts, Pace pace, Consumer<String> progress) {
        this.servers = servers;
        this.amounts = amounts;
        this.pace = pace;
        this.progress = progress;
    }

    /** @param directory where a Leat that is killed and opened again keeps its data */
    List<Result> run(Set<Part> parts, Path directory) {
        warmUp();
        for (Part part : parts) {
            switch (part) {
                case SINGLE -> cycles(1);
                case BATCH -> cycles(amounts.batch());
                case BACKLOG -> backlog();
                case OPEN -> open(directory);
            }
        }
        return results;
    }

    /** With as many connections as there are: with few, too little happens for a compiler to see what is hot. */
    private void warmUp() {
        progress.accept("warming up");
        int most = Collections.max(amounts.connections());
        Pace warming = new Pace(pace.warmup(), pace.seconds(), 1);
        new Cycles(servers, names).run(1, most, warming);
        new Cycles(servers, names).run(amounts.batch(), most, warming);
    }

    private void cycles(int messages) {
        for (int connections : amounts.connections()) {
            progress.accept(Cycles.label(messages, connections));
            results.add(new Cycles(servers, names).run(messages, connections, pace.warmed()));
        }
    }

    private void backlog() {
        progress.accept(String.format("a backlog of %,d messages", amounts.backlog()));
        results.addAll(new Backlog(servers, amounts, names).run(pace.warmed()));
    }

    private void open(Path directory) {
        progress.accept(String.format("opening with %,d messages", amounts.backlog()));
        for (Result result : new Opening(directory, amounts, names).run(pace.rounds())) {
            List<Measured> row = new ArrayList<>(result.servers());
            while (row.size() < servers.size()) {
                row.add(Measured.none());
            }
            results.add(new Result(result.label(), result.unit(), row));
        }
    }
}
