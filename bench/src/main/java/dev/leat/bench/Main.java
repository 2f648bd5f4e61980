package dev.leat.bench;

import dev.leat.bench.http.BenchCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The one executable: a subcommand for each benchmark. */
@Command(
        name = "leat-bench",
        description = "Measures Leat beside a reference in the same run.",
        mixinStandardHelpOptions = true,
        subcommands = {
            AppendBenchmark.class,
            CatchUpBenchmark.class,
            OpenBenchmark.class,
            AllocationBenchmark.class,
            AllBenchmarks.class,
            FillChild.class,
            OpenChild.class
        })
public final class Main {

    private Main() {}

    /** Exits with 0 even if a target is missed: a shared machine misses some on a bad day. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Main())
                .addSubcommand("http", new BenchCommand())
                .execute(arguments));
    }
}
