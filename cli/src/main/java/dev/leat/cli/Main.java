package dev.leat.cli;

import dev.leat.bench.run.BenchException;
import dev.leat.cli.backup.BackupCommand;
import dev.leat.cli.backup.RestoreCommand;
import dev.leat.cli.console.Complaint;
import dev.leat.cli.console.Surroundings;
import dev.leat.cli.outbox.OutboxCommand;
import dev.leat.cli.queue.PresenceFamily;
import dev.leat.cli.queue.QueueFamily;
import dev.leat.cli.remote.Converters;
import dev.leat.cli.remote.Exits;
import dev.leat.cli.remote.ServerOptions;
import dev.leat.cli.serve.ServeCommand;
import dev.leat.cli.stream.StreamCommand;
import java.time.InstantSource;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** The {@code leat} command. */
@Command(name = "leat", description = "A durable messaging engine for the JVM.", mixinStandardHelpOptions = true)
public final class Main implements Runnable, Surroundings.Holder {
    private final Surroundings surroundings;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private Main(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    public static void main(String[] args) {
        System.exit(commandLine(Surroundings.ofProcess()).execute(args));
    }

    /** All commands. */
    public static CommandLine commandLine(Surroundings surroundings) {
        InstantSource clock = InstantSource.system();
        CommandLine line = new CommandLine(new Main(surroundings))
                .addSubcommand(ServeCommand.commandLine(surroundings.environment()))
                .addSubcommand(new StreamCommand())
                .addSubcommand(new QueueFamily())
                .addSubcommand(new PresenceFamily())
                .addSubcommand(new OutboxCommand())
                .addSubcommand(new KeyCommand())
                .addSubcommand(new BackupCommand(clock))
                .addSubcommand(new RestoreCommand())
                .addSubcommand(new DoctorCommand(clock))
                .addSubcommand(dev.leat.bench.Main.ofServers(
                        ServerOptions.url(surroundings), ServerOptions.key(surroundings), surroundings.watched()))
                .addSubcommand(new CompletionCommand())
                .addSubcommand(new VersionCommand());
        Converters.addTo(line);
        addVersion(line);
        line.setColorScheme(Help.defaultColorScheme(surroundings.coloured() ? Help.Ansi.ON : Help.Ansi.OFF));
        IParameterExceptionHandler others = line.getParameterExceptionHandler();
        return line.setParameterExceptionHandler((problem, args) -> misused(problem, args, others))
                .setExecutionExceptionHandler(Main::failed);
    }

    private static int misused(ParameterException problem, String[] args, IParameterExceptionHandler others)
            throws Exception {
        CommandSpec command = problem.getCommandLine().getCommandSpec();
        boolean serve = ServeCommand.isAt(problem);
        if (Complaint.isForProgram(List.of(args))) {
            Complaint.print(command, true, serve ? ServeCommand.words(problem) : String.valueOf(problem.getMessage()));
        } else if (serve) { // the whole help is too long for that
            Complaint.print(command, false, ServeCommand.words(problem) + " (see leat serve --help)");
        } else {
            return others.handleParseException(problem, args);
        }
        return Exits.COULD_NOT;
    }

    /** What nobody foresaw is thrown, and picocli prints where it came from. */
    private static int failed(Exception failure, CommandLine command, ParseResult parsed) throws Exception {
        boolean json = Complaint.isForProgram(parsed.originalArgs());
        if (!(failure instanceof BenchException) && !json) {
            throw failure;
        }
        String sentence = failure instanceof BenchException ? String.valueOf(failure.getMessage()) : failure.toString();
        Complaint.print(command.getCommandSpec(), json, sentence);
        return Exits.COULD_NOT;
    }

    /** The flag is everywhere, so it has to work everywhere. */
    private static void addVersion(CommandLine line) {
        line.getCommandSpec().versionProvider(new Version());
        line.getSubcommands().values().forEach(Main::addVersion);
    }

    @Override
    public Surroundings surroundings() {
        return surroundings;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "missing command");
    }

    /** As the manifest of the jar that is run has it. */
    static String version() {
        String version = Main.class.getPackage().getImplementationVersion();
        return version == null ? "(not packaged)" : version;
    }

    /** For the flag. */
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            return new String[] {"leat " + version()};
        }
    }
}
