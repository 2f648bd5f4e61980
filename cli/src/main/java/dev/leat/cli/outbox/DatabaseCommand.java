package dev.leat.cli.outbox;

import dev.leat.cli.console.CommandFailedException;
import dev.leat.cli.console.ErrorReport;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import javax.sql.DataSource;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The base of the subcommands: a database, output as text or JSON, and the report of a failure. */
abstract class DatabaseCommand implements Callable<Integer> {

    @Spec
    CommandSpec spec = CommandSpec.create();

    @Mixin
    DatabaseOptions database = new DatabaseOptions();

    @Option(names = "--json", description = "Print the answer as JSON.")
    boolean json;

    /** Returns the exit code. */
    abstract int run(DataSource source, PrintWriter out) throws CommandFailedException, SQLException;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        try {
            int code = run(database.open(), out);
            out.flush();
            return code;
        } catch (CommandFailedException | SQLException e) {
            ErrorReport.print(spec, json, String.valueOf(e.getMessage()));
            return OutboxCommand.COULD_NOT;
        }
    }
}
