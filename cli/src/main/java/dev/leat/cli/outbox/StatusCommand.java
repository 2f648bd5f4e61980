package dev.leat.cli.outbox;

import dev.leat.cli.console.CommandFailedException;
import dev.leat.outbox.OutboxStatus;
import dev.leat.outbox.OutboxStatus.RouteStatus;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code leat outbox status}: how many rows wait, are being handed on or are dead. */
@Command(
        name = "status",
        description =
                "How many rows of each route are ready, claimed and dead, and how long the oldest has been waiting.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeOnExecutionException = OutboxCommand.COULD_NOT,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:no row is dead", "1:there are dead rows", "2:could not look"})
final class StatusCommand extends DatabaseCommand {

    @Option(names = "--route", paramLabel = "NAME", description = "Only this route.")
    private @Nullable String route;

    @Override
    int run(DataSource source, PrintWriter out) throws CommandFailedException, SQLException {
        List<OutboxStatus> all = new ArrayList<>();
        for (String namespace : database.namespaces(source)) {
            all.add(only(database.outbox(source, namespace).status()));
        }
        if (json) {
            OutboxJson.status(all, out);
        } else {
            OutboxText.status(all, out);
        }
        boolean dead = all.stream().flatMap(one -> one.routes().stream()).anyMatch(one -> one.dead() > 0);
        return dead ? OutboxCommand.NOTHING_OR_DEAD : OutboxCommand.DONE;
    }

    private OutboxStatus only(OutboxStatus status) {
        List<RouteStatus> routes = status.routes().stream()
                .filter(one -> route == null || one.route().equals(route))
                .toList();
        return new OutboxStatus(status.namespace(), status.node(), routes);
    }
}
