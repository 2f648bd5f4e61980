package dev.leat.cli;

import dev.leat.bench.http.BenchCommand;
import java.time.InstantSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
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
        return new CommandLine(new Main())
                .addSubcommand(new ServeCommand())
                .addSubcommand(new DoctorCommand(InstantSource.system()))
                .addSubcommand(new KeyCommand())
                .addSubcommand(new BenchCommand());
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
