package dev.leat.cli.remote;

import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.cli.console.CommandEnvironment;
import dev.leat.cli.console.CommandFailedException;
import dev.leat.cli.console.ErrorReport;
import dev.leat.cli.console.JsonPrinter;
import dev.leat.http.exchange.Problem;
import dev.leat.http.exchange.ProblemException;
import dev.leat.http.exchange.Problems;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command with output as text or JSON, and exit codes for a refusal and for a failure. */
@Command(
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeOnExecutionException = ExitCodes.COULD_NOT,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {ExitCodes.DONE_LINE, ExitCodes.REFUSED_LINE, ExitCodes.COULD_NOT_LINE})
public abstract class AnsweringCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--json", description = "Answer in JSON; a refusal is a problem object on standard error.")
    private boolean json;

    /** Returns the exit code. */
    protected abstract int run() throws CommandFailedException, IOException, InterruptedException;

    @Override
    public final Integer call() {
        try {
            int code = run();
            out().flush();
            return code;
        } catch (RejectedException e) {
            return refused(e.rejection());
        } catch (ProblemException e) {
            return refused(e.problem());
        } catch (CommandFailedException | IOException e) {
            return could(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return could("interrupted");
        }
    }

    /** Prints a rejection and returns the exit code. */
    protected final int refused(Rejection rejection) {
        return refused(Problems.from(rejection));
    }

    private int refused(Problem problem) {
        out().flush();
        if (json) {
            JsonPrinter.line(err(), out -> {
                out.writeStartObject();
                problem.writeFields(out);
                out.writeEndObject();
            });
        } else {
            err().println(spec.qualifiedName() + ": " + problem.detail() + " (" + problem.type() + ")");
        }
        err().flush();
        return ExitCodes.REFUSED;
    }

    private int could(String not) {
        out().flush();
        ErrorReport.print(spec, json, not);
        return ExitCodes.COULD_NOT;
    }

    /** Returns the exception for invalid options. */
    protected final ParameterException misused(String what) {
        return new ParameterException(spec.commandLine(), what);
    }

    protected final boolean isJson() {
        return json;
    }

    protected final CommandSpec spec() {
        return spec;
    }

    protected final CommandEnvironment surroundings() {
        return CommandEnvironment.of(spec);
    }

    protected final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    protected final PrintWriter err() {
        return spec.commandLine().getErr();
    }
}
