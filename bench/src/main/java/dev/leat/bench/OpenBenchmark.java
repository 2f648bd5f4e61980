package dev.leat.bench;

import dev.leat.bench.run.Child;
import dev.leat.bench.run.SpeedTarget;
import dev.leat.bench.run.Spread;
import dev.leat.bench.run.WorkDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Benchmark of starts with many streams, after a kill and after an orderly end, and what idle streams cost. */
@Command(name = "open", description = "Starts with many streams, and the heap of idle ones.", sortOptions = false)
final class OpenBenchmark implements Callable<Integer> {
    private static final double MIB = 1 << 20;
    private static final double LONGEST_SECONDS = 5;
    private static final double MOST_HEAP = 1024;

    @Mixin
    private Options options = new Options();

    @Option(names = "--streams", defaultValue = "100000", description = "How many streams (${DEFAULT-VALUE}).")
    private int streams = 100_000;

    @Option(names = "--mib", defaultValue = "1024", description = "How much they hold (${DEFAULT-VALUE}).")
    private long mib = 1024;

    OpenBenchmark() {}

    OpenBenchmark(Options options) {
        this.options = options;
    }

    @Override
    public Integer call() throws Exception {
        try (WorkDirectory work = options.workDirectory()) {
            Path directory = work.resolve("leat");
            fillAndKill(directory);
            ResultTable table = new ResultTable(
                    String.format("open: %,d streams with %,d MiB, each start in a new process", streams, mib),
                    "directory   ",
                    "seconds          ",
                    "target    ",
                    "replayed MiB",
                    "heap per idle stream B",
                    "target        ");
            Opened empty = open(work.resolve("empty"), "--heap");
            measure("killed", directory, empty, table);
            measure("checkpointed", directory, empty, table);
        }
        return 0;
    }

    private void fillAndKill(Path directory) throws IOException, InterruptedException {
        Child child = Child.start(
                Main.class, "fill-child", directory.toString(), String.valueOf(streams), String.valueOf(mib << 20));
        boolean ready = child.says(FillChild.READY);
        child.kill();
        if (!ready) {
            throw new IllegalStateException("the child that fills ended before it was done");
        }
    }

    /** Measures starts of one directory. The last one closes the engine, so that the directory has a checkpoint afterwards. */
    private void measure(String name, Path directory, Opened empty, ResultTable table)
            throws IOException, InterruptedException {
        List<Opened> starts = new ArrayList<>();
        for (int round = 1; round < options.rounds; round++) {
            starts.add(open(directory));
        }
        Opened last = open(directory, "--heap");
        starts.add(last);
        Spread seconds = Spread.of(starts, Opened::seconds);
        double heap = (double) (last.heap() - empty.heap()) / last.streams() - nameLength();
        table.row(
                name,
                seconds.text("%.2f"),
                SpeedTarget.atMost(LONGEST_SECONDS).verdict(seconds.median()),
                String.format("%.1f", last.replayedBytes() / MIB),
                String.format("%.0f + name", heap),
                SpeedTarget.atMost(MOST_HEAP).verdict(heap));
    }

    private static Opened open(Path directory, String... flags) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("open-child", directory.toString()));
        arguments.addAll(List.of(flags));
        return Opened.parse(
                Child.start(Main.class, arguments.toArray(String[]::new)).output());
    }

    private double nameLength() {
        return FillChild.filling(streams).paths().stream()
                .mapToInt(path -> path.value().length())
                .average()
                .orElse(0);
    }
}
