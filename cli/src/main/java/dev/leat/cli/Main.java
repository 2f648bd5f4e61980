package dev.leat.cli;

import dev.leat.bench.run.BenchException;
import dev.leat.cli.backup.BackupCommand;
import dev.leat.cli.backup.RestoreCommand;
import dev.leat.cli.console.CommandEnvironment;
import dev.leat.cli.console.ErrorReport;
import dev.leat.cli.outbox.OutboxCommand;
import dev.leat.cli.queue.PresenceCommandGroup;
import dev.leat.cli.queue.QueueCommandGroup;
import dev.leat.cli.remote.ExitCodes;
import dev.leat.cli.remote.ServerOptions;
import dev.leat.cli.remote.ValueConverters;
import dev.leat.cli.serve.ServeCommand;
import dev.leat.cli.stream.StreamCommandGroup;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Help;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** The {@code leat} command. */
@Command(name = "leat", description = "A durable messaging engine for the JVM.", mixinStandardHelpOptions = true)
public final class Main implements Runnable, CommandEnvironment.Holder {
    /** The command that needs the descriptions of all others. */
    private static final String COMPLETION = "completion";

    private final CommandEnvironment surroundings;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private Main(CommandEnvironment surroundings) {
        this.surroundings = surroundings;
    }

    public static void main(String[] args) {
        int exit = ExitCode.SOFTWARE;
        try {
            exit = commandLine(CommandEnvironment.ofProcess(), args).execute(args);
        } catch (RuntimeException | Error e) { // such as a missing class, if the jar was replaced meanwhile
            Thread.currentThread().getUncaughtExceptionHandler().uncaughtException(Thread.currentThread(), e);
        } finally {
            System.exit(exit); // threads of an engine would keep the process alive
        }
    }

    /**
     * Returns the command line with all commands, or with only the one that {@code asked} names: describing the others
     * takes longer than most of them run.
     *
     * @param asked the arguments; none for all commands
     */
    public static CommandLine commandLine(CommandEnvironment surroundings, String... asked) {
        CommandLine line = new CommandLine(new Main(surroundings));
        Map<String, Supplier<Object>> commands = commands(surroundings);
        if (asked.length > 0 && !asked[0].equals(COMPLETION) && commands.containsKey(asked[0])) {
            commands.keySet().retainAll(Set.of(asked[0]));
        }
        commands.forEach((name, command) -> line.addSubcommand(name, command.get()));
        ValueConverters.addTo(line);
        addVersion(line);
        line.setColorScheme(Help.defaultColorScheme(surroundings.coloured() ? Help.Ansi.ON : Help.Ansi.OFF));
        IParameterExceptionHandler others = line.getParameterExceptionHandler();
        return line.setParameterExceptionHandler((problem, args) -> misused(problem, args, others))
                .setExecutionExceptionHandler(Main::failed);
    }

    private static Map<String, Supplier<Object>> commands(CommandEnvironment surroundings) {
        InstantSource clock = InstantSource.system();
        Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
        commands.put("serve", () -> ServeCommand.commandLine(surroundings.environment()));
        commands.put("stream", StreamCommandGroup::new);
        commands.put("queue", QueueCommandGroup::new);
        commands.put("presence", PresenceCommandGroup::new);
        commands.put("outbox", OutboxCommand::new);
        commands.put("key", KeyCommand::new);
        commands.put("backup", () -> new BackupCommand(clock));
        commands.put("restore", RestoreCommand::new);
        commands.put("doctor", () -> new DoctorCommand(clock));
        commands.put(
                "bench",
                () -> dev.leat.bench.Main.ofServers(
                        ServerOptions.url(surroundings), ServerOptions.key(surroundings), surroundings.watched()));
        commands.put(COMPLETION, CompletionCommand::new);
        commands.put("version", VersionCommand::new);
        return commands;
    }

    private static int misused(ParameterException problem, String[] args, IParameterExceptionHandler others)
            throws Exception {
        CommandSpec command = problem.getCommandLine().getCommandSpec();
        boolean serve = ServeCommand.isAt(problem);
        if (ErrorReport.isForProgram(List.of(args))) {
            ErrorReport.print(
                    command, true, serve ? ServeCommand.words(problem) : String.valueOf(problem.getMessage()));
        } else if (serve) { // the whole help is too long for that
            ErrorReport.print(command, false, ServeCommand.words(problem) + " (see leat serve --help)");
        } else {
            return others.handleParseException(problem, args);
        }
        return ExitCodes.COULD_NOT;
    }

    /** Rethrows unexpected exceptions, so that picocli prints their stack trace. */
    private static int failed(Exception failure, CommandLine command, ParseResult parsed) throws Exception {
        boolean json = ErrorReport.isForProgram(parsed.originalArgs());
        if (!(failure instanceof BenchException) && !json) {
            throw failure;
        }
        String sentence = failure instanceof BenchException ? String.valueOf(failure.getMessage()) : failure.toString();
        ErrorReport.print(command.getCommandSpec(), json, sentence);
        return ExitCodes.COULD_NOT;
    }

    /** Sets for every command the version that its flag prints. */
    private static void addVersion(CommandLine line) {
        line.getCommandSpec().versionProvider(new Version());
        line.getSubcommands().values().forEach(Main::addVersion);
    }

    @Override
    public CommandEnvironment surroundings() {
        return surroundings;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "missing command");
    }

    /** Returns the version from the manifest of the jar. */
    static String version() {
        String version = Main.class.getPackage().getImplementationVersion();
        return version == null ? "(not packaged)" : version;
    }

    /** Provider of the text that the flag for the version prints. */
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            return new String[] {"leat " + version()};
        }
    }
}
