package dev.leat.bench.http;

import dev.leat.bench.run.Contest;
import dev.leat.bench.run.Measured;
import dev.leat.bench.run.Pace;
import dev.leat.bench.run.ProgressLine;
import dev.leat.bench.run.Result;
import dev.leat.bench.run.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One run of the servers through all groups of lines. */
final class BenchRun {
    private final List<ScratchStreams> servers;
    private final Pace pace;
    private final ProgressLine progress;
    private @Nullable WorkloadKind last;

    BenchRun(List<ScratchStreams> servers, Pace pace, ProgressLine progress) {
        this.servers = servers;
        this.pace = pace;
        this.progress = progress;
    }

    List<Result> play(List<LineGroup> matches) {
        List<Result> results = new ArrayList<>();
        int begun = 0;
        for (LineGroup match : matches) {
            progress.at(match.lines().getFirst().label(), begun++, matches.size());
            results.addAll(play(match));
            last = match.kind();
        }
        return results;
    }

    private List<Result> play(LineGroup match) {
        List<Supplier<Workload>> contenders = new ArrayList<>();
        for (TableLine line : match.lines()) {
            servers.forEach(server -> contenders.add(() -> line.workload().apply(server)));
        }
        List<Measured> measured = Contest.run(contenders, paceOf(match));
        List<Result> results = new ArrayList<>();
        for (int i = 0; i < match.lines().size(); i++) {
            TableLine line = match.lines().get(i);
            int from = i * servers.size();
            results.add(new Result(line.label(), line.unit(), measured.subList(from, from + servers.size())));
        }
        return results;
    }

    private Pace paceOf(LineGroup match) {
        if (match.kind().isOnce()) {
            return pace.once();
        }
        return match.kind() == last ? pace.warmed() : pace;
    }
}
