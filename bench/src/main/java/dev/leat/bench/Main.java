package dev.leat.bench;

import dev.leat.bench.http.BenchCommand;
import dev.leat.bench.http.Server;
import dev.leat.bench.outbox.OutboxCommand;
import dev.leat.bench.queue.QueuesCommand;
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

    /**
     * {@code leat bench}: what loads servers, by their streams or by their queues.
     *
     * @param server who is measured if nobody is named
     * @param watched whether somebody looks at standard error as it comes
     */
    public static CommandLine ofServers(String server, boolean watched) {
        return new CommandLine(new BenchCommand(server, watched)).addSubcommand(new QueuesCommand());
    }

    /** Exits with 0 even if a target is missed: a shared machine misses some on a bad day. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Main())
                .addSubcommand("http", new BenchCommand(Server.STANDARD, false))
                .addSubcommand(new QueuesCommand())
                .addSubcommand(new OutboxCommand())
                .execute(arguments));
    }
}
