package dev.leat.cli.serve;

import dev.leat.cli.config.SettingException;
import dev.leat.cli.config.SettingValues;
import dev.leat.cli.console.ErrorReport;
import dev.leat.cli.log.LogFormat;
import dev.leat.cli.log.Logs;
import dev.leat.http.ServerProcess;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code leat serve}: runs the server until a stop signal. */
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
            "3:out of memory",
        })
public final class ServeCommand implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(ServeCommand.class);
    private static final int COULD_NOT = 1;
    private static final int MISCONFIGURED = 2;

    private final long began = System.nanoTime();
    private final Map<String, String> environment;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--json",
            description = "Tell in JSON that it is ready, in a line, or why it could not start, on standard error.")
    private boolean json;

    private ServeCommand(Map<String, String> environment) {
        this.environment = environment;
    }

    public static CommandLine commandLine(Map<String, String> environment) {
        CommandLine line = new CommandLine(new ServeCommand(environment));
        ServeOptions.addTo(line.getCommandSpec(), ServeTable.TABLE);
        return line;
    }

    /** Returns whether the invalid flags are those of this command. */
    public static boolean isAt(ParameterException problem) {
        return problem.getCommandLine().getCommand() instanceof ServeCommand;
    }

    /** Returns one sentence about the invalid flags. */
    public static String words(ParameterException problem) {
        return ServeOptions.words(problem, ServeTable.TABLE);
    }

    @Override
    public Integer call() throws InterruptedException {
        try {
            ServeSettings settings = settings();
            Logs.use(settings.logs());
            return serve(settings);
        } catch (SettingException e) {
            ErrorReport.print(spec, json, String.valueOf(e.getMessage()));
            return MISCONFIGURED;
        }
    }

    private ServeSettings settings() {
        CommandLine.ParseResult flags = spec.commandLine().getParseResult();
        return ServeSettings.of(
                SettingValues.read(ServeTable.TABLE, ServeOptions.given(flags, ServeTable.TABLE), environment));
    }

    private int serve(ServeSettings settings) throws InterruptedException {
        try {
            ExposureCheck.check(settings);
            ServerProcess.tune();
            StopSignal signal = StopSignal.install();
            RunningServer serving = RunningServer.start(settings);
            signal.ready();
            tell(Banner.of(settings, serving, began), settings.logs().format());
            return serving.stop(signal.await()) ? 0 : COULD_NOT;
        } catch (StartException e) {
            LOG.debug("why the server could not start", e.getCause());
            if (settings.logs().format() == LogFormat.JSON && !json) {
                LOG.error("{}", e.getMessage());
            } else {
                ErrorReport.print(spec, json, String.valueOf(e.getMessage()));
            }
            return COULD_NOT;
        }
    }

    private void tell(Banner banner, LogFormat logs) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            banner.json(out);
        } else if (logs == LogFormat.JSON) {
            banner.log();
        } else {
            banner.print(out);
        }
        out.flush();
    }
}
