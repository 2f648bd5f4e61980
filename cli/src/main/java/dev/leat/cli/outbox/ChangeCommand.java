package dev.leat.cli.outbox;

import dev.leat.cli.console.CommandFailedException;
import dev.leat.outbox.Admin;
import dev.leat.outbox.spi.DeadFilter;
import java.io.PrintWriter;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** A command that changes one dead row, or all that a filter selects. A call without either is refused. */
@Command(
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeOnExecutionException = OutboxCommand.COULD_NOT,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:no such row is dead", "2:could not"})
abstract class ChangeCommand extends DatabaseCommand {

    @Parameters(paramLabel = "ID", arity = "0..1", description = "One dead row, by the id that \"dead\" shows.")
    private @Nullable Long id;

    @Mixin
    private FilterOptions filter = new FilterOptions();

    @Option(names = "--all", description = "Every dead row of the namespace.")
    private boolean all;

    /** Returns the word for what was done. */
    abstract String done();

    abstract boolean one(Admin admin, long seq) throws SQLException;

    abstract int many(Admin admin, DeadFilter rows) throws SQLException;

    /** Throws if the options are not valid; called before any change. */
    void check(boolean isMany) {}

    @Override
    int run(DataSource source, PrintWriter out) throws CommandFailedException, SQLException {
        boolean isMany = id == null;
        if (isMany == (filter.isEmpty() && !all)) {
            throw refused(
                    "give the id of a row, or say which rows by --route, --key, --error-contains, --older-than or --all");
        }
        if (all && !filter.isEmpty()) {
            throw refused("--all is every dead row: give either it or a filter");
        }
        check(isMany);
        Admin admin = database.outbox(source, database.namespace(source)).admin();
        int count = id != null ? (one(admin, id) ? 1 : 0) : many(admin, filter.filter());
        if (json) {
            OutboxJson.count(done(), count, out);
        } else {
            OutboxText.count(done(), count, out);
        }
        return count == 0 ? OutboxCommand.NOTHING_OR_DEAD : OutboxCommand.DONE;
    }

    ParameterException refused(String why) {
        return new ParameterException(spec.commandLine(), why);
    }
}
