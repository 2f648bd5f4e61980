package dev.leat.bench;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Every benchmark with its defaults, one after another. */
@Command(name = "all", description = "Every benchmark, one after another.")
final class AllBenchmarks implements Callable<Integer> {

    @Mixin
    private Options options = new Options();

    @Override
    public Integer call() throws Exception {
        new AppendBenchmark(options).call();
        new CatchUpBenchmark(options).call();
        new OpenBenchmark(options).call();
        new AllocationBenchmark(options).call();
        return 0;
    }
}
