package dev.leat.cli.outbox;

import dev.leat.cli.console.CommandFailedException;
import dev.leat.outbox.Admin;
import dev.leat.outbox.spi.DeadRow;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code leat outbox dead}: lists dead rows. */
@Command(
        name = "dead",
        description = "Lists dead rows, oldest first, with the error that each of them died of.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeOnExecutionException = OutboxCommand.COULD_NOT,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:no such row is dead", "1:there are dead rows", "2:could not look"})
final class DeadCommand extends DatabaseCommand {

    @Mixin
    private FilterOptions filter = new FilterOptions();

    @Option(names = "--after", paramLabel = "ID", defaultValue = "0", description = "Only rows after this one.")
    private long after;

    @Option(
            names = "--limit",
            paramLabel = "COUNT",
            defaultValue = "100",
            description = "How many, at most (${DEFAULT-VALUE}).")
    private int limit;

    @Override
    int run(DataSource source, PrintWriter out) throws CommandFailedException, SQLException {
        if (limit < 1) {
            throw new ParameterException(spec.commandLine(), "--limit has to be 1 or more");
        }
        String namespace = database.namespace(source);
        List<DeadRow> rows =
                database.outbox(source, namespace).admin().dead(filter.filter(), new Admin.Page(after, limit));
        if (json) {
            OutboxJson.dead(namespace, rows, out);
        } else {
            OutboxText.dead(rows, limit, out);
        }
        return rows.isEmpty() ? OutboxCommand.DONE : OutboxCommand.NOTHING_OR_DEAD;
    }
}
