package dev.leat.bench;

import dev.leat.bench.Load.Waiting;
import dev.leat.bench.run.Meter;
import dev.leat.bench.run.Quiet;
import dev.leat.bench.run.Sample;
import dev.leat.bench.run.SpeedTarget;
import dev.leat.bench.run.WorkDirectory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Benchmark of memory: whether it grows with what was appended, and how much an append allocates. */
@Command(name = "allocation", description = "The heap over millions of appends.", sortOptions = false)
final class AllocationBenchmark implements Callable<Integer> {
    private static final int STREAMS = 64;
    private static final int PRODUCERS = 64;
    private static final int BYTES = 100;
    private static final double MIB = 1 << 20;

    @Mixin
    private Options options = new Options();

    @Option(names = "--appends", defaultValue = "1000000", description = "How many a round has (${DEFAULT-VALUE}).")
    private long appends = 1_000_000;

    AllocationBenchmark() {}

    AllocationBenchmark(Options options) {
        this.options = options;
    }

    @Override
    public Integer call() throws Exception {
        for (Waiting waiting : Waiting.values()) {
            try (WorkDirectory directory = options.workDirectory();
                    LeatLog leat = LeatLog.open(directory.resolve("leat"), STREAMS)) {
                measure(waiting, leat);
            }
        }
        return 0;
    }

    private void measure(Waiting waiting, LeatLog leat) throws InterruptedException {
        ResultTable table = new ResultTable(
                String.format(
                        "allocation: rounds of %,d appends of %d bytes by %d producers to %d streams, %s",
                        appends, BYTES, PRODUCERS, STREAMS, waiting.name().toLowerCase(Locale.ROOT)),
                "round",
                "heap after GC MiB",
                "allocated B/append",
                "CPU µs/append");
        List<Long> heaps = new ArrayList<>();
        for (int round = 0; round < options.rounds; round++) {
            Sample sample = Load.run(leat, waiting, PRODUCERS, new byte[BYTES], appends / PRODUCERS);
            leat.embedded().checkpoint(); // what the archive has not yet is in the heap, rightly
            Quiet.await();
            heaps.add(Meter.usedHeap());
            table.row(
                    String.valueOf(round + 1),
                    String.format("%.2f", heaps.get(round) / MIB),
                    String.format("%.0f", sample.allocatedEach()),
                    String.format("%.2f", sample.cpuMicrosEach()));
        }
        int settled = Math.min(1, heaps.size() - 1); // the first round loads classes and fills pools
        double growth = (heaps.get(heaps.size() - 1) - heaps.get(settled)) / MIB;
        System.out.printf(
                "%ngrowth after the first round: %.2f MiB, target %s%n",
                growth, SpeedTarget.atMost(1).verdict(growth));
    }
}
