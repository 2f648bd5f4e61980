package dev.leat.bench;

import dev.leat.bench.http.BenchCommand;
import dev.leat.bench.http.client.Server;
import dev.leat.bench.outbox.OutboxBenchCommand;
import dev.leat.bench.queue.QueuesCommand;
import dev.leat.bench.run.BenchException;
import org.jspecify.annotations.Nullable;
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

    private static final int COULD_NOT = 2;

    private Main() {}

    /**
     * {@code leat bench}: what loads servers, by their streams or by their queues.
     *
     * @param server the server to measure if none is named
     * @param key the key for it, if none is named
     * @param watched whether standard error is a terminal
     */
    public static CommandLine ofServers(String server, @Nullable String key, boolean watched) {
        return new CommandLine(new BenchCommand(server, key, watched))
                .addSubcommand(new QueuesCommand(key, watched))
                .setExecutionExceptionHandler(Main::failed);
    }

    /** Exits with 0 even if a target is missed: a shared machine misses some on a bad day. */
    public static void main(String[] arguments) {
        String key = System.getenv("LEAT_API_KEY");
        System.exit(new CommandLine(new Main())
                .addSubcommand("http", new BenchCommand(Server.STANDARD, key, false))
                .addSubcommand(new QueuesCommand(key, false))
                .addSubcommand(new OutboxBenchCommand())
                .setExecutionExceptionHandler(Main::failed)
                .execute(arguments));
    }

    /**
     * Prints the sentence of a {@link dev.leat.bench.run.BenchException}; rethrows anything else, so that picocli
     * prints its stack trace.
     */
    private static int failed(Exception failure, CommandLine command, CommandLine.ParseResult parsed) throws Exception {
        if (!(failure instanceof BenchException)) {
            throw failure;
        }
        command.getErr().println(command.getCommandSpec().qualifiedName() + ": " + failure.getMessage());
        return COULD_NOT;
    }
}
