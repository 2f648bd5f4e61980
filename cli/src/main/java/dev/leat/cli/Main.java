package dev.leat.cli;

import dev.leat.cli.outbox.OutboxCommand;
import dev.leat.cli.serve.ServeCommand;
import java.time.InstantSource;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The {@code leat} command. */
@Command(
        name = "leat",
        description = "A durable messaging engine for the JVM.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class)
public final class Main implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return commandLine(System.getenv());
    }

    static CommandLine commandLine(Map<String, String> environment) {
        CommandLine line = new CommandLine(new Main())
                .addSubcommand(ServeCommand.commandLine(environment))
                .addSubcommand(new DoctorCommand(InstantSource.system()))
                .addSubcommand(new KeyCommand())
                .addSubcommand(new OutboxCommand())
                .addSubcommand(dev.leat.bench.Main.ofServers());
        IParameterExceptionHandler others = line.getParameterExceptionHandler();
        return line.setParameterExceptionHandler((problem, args) ->
                ServeCommand.isAt(problem) ? ServeCommand.refuse(problem) : others.handleParseException(problem, args));
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "missing command");
    }

    /** Reads the version from the manifest of the jar that is run. */
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            String version = Main.class.getPackage().getImplementationVersion();
            return new String[] {"leat " + (version == null ? "(not packaged)" : version)};
        }
    }
}
