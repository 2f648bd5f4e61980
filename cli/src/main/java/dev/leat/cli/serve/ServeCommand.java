package dev.leat.cli.serve;

import dev.leat.cli.config.Config;
import dev.leat.cli.config.ConfigException;
import dev.leat.cli.log.LogFormat;
import dev.leat.cli.log.Logs;
import dev.leat.http.ServerProcess;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code leat serve}: runs the server until it is told to stop. */
@Command(
        name = "serve",
        description = {
            "Runs the server.",
            "Each setting NAME is a flag --NAME, an environment variable LEAT_NAME (in capitals, with _ for -) or a line"
                    + " NAME: VALUE of the YAML file that --config names, in this order of precedence.",
        },
        customSynopsis = "Usage: leat serve [--NAME=VALUE]...",
        synopsisHeading = "",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:stopped by SIGTERM or SIGINT, and everything was closed cleanly",
            "1:could not start, or could not stop in time",
            "2:something is configured that cannot be",
        })
public final class ServeCommand implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(ServeCommand.class);
    private static final int COULD_NOT = 1;
    private static final int MISCONFIGURED = 2;

    private final long began = System.nanoTime();
    private final Map<String, String> environment;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private ServeCommand(Map<String, String> environment) {
        this.environment = environment;
    }

    public static CommandLine commandLine(Map<String, String> environment) {
        CommandLine line = new CommandLine(new ServeCommand(environment));
        ServeOptions.addTo(line.getCommandSpec(), ServeTable.TABLE);
        return line;
    }

    /** Whether it is this command whose flags cannot be. */
    public static boolean isAt(ParameterException problem) {
        return problem.getCommandLine().getCommand() instanceof ServeCommand;
    }

    /** Says what is wrong with the flags, in one sentence: the whole help is too long for that. */
    public static int refuse(ParameterException problem) {
        PrintWriter err = problem.getCommandLine().getErr();
        err.println("leat serve: " + ServeOptions.words(problem, ServeTable.TABLE) + " (see leat serve --help)");
        err.flush();
        return MISCONFIGURED;
    }

    @Override
    public Integer call() throws InterruptedException {
        try {
            ServeSettings settings = settings();
            Logs.use(settings.logs());
            return serve(settings);
        } catch (ConfigException e) {
            complain(e.getMessage());
            return MISCONFIGURED;
        }
    }

    private ServeSettings settings() {
        CommandLine.ParseResult flags = spec.commandLine().getParseResult();
        return ServeSettings.of(
                Config.read(ServeTable.TABLE, ServeOptions.given(flags, ServeTable.TABLE), environment));
    }

    private int serve(ServeSettings settings) throws InterruptedException {
        try {
            Exposure.check(settings);
            ServerProcess.tune();
            StopSignal signal = StopSignal.install();
            Serving serving = Serving.start(settings);
            signal.ready();
            Banner banner = Banner.of(settings, serving, began);
            if (settings.logs().format() == LogFormat.JSON) {
                banner.log();
            } else {
                PrintWriter out = spec.commandLine().getOut();
                banner.print(out);
                out.flush();
            }
            return serving.stop(signal.await()) ? 0 : COULD_NOT;
        } catch (StartException e) {
            LOG.debug("why the server could not start", e.getCause());
            if (settings.logs().format() == LogFormat.JSON) {
                LOG.error("{}", e.getMessage());
            } else {
                complain(e.getMessage());
            }
            return COULD_NOT;
        }
    }

    private void complain(@Nullable String sentence) {
        PrintWriter err = spec.commandLine().getErr();
        err.println("leat serve: " + sentence);
        err.flush();
    }
}
