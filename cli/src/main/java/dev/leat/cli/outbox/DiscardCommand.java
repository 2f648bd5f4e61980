package dev.leat.cli.outbox;

import dev.leat.outbox.Admin;
import dev.leat.outbox.spi.DeadFilter;
import java.sql.SQLException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code leat outbox discard}: deletes dead rows. */
@Command(name = "discard", description = "Deletes dead rows for good.")
final class DiscardCommand extends ChangeCommand {

    @Option(names = "--yes", description = "Really. Needed unless one row is named.")
    private boolean yes;

    @Override
    void check(boolean isMany) {
        if (isMany && !yes) {
            throw refused("this deletes for good: look with \"leat outbox dead\" and the same filter, then add --yes");
        }
    }

    @Override
    String done() {
        return "discarded";
    }

    @Override
    boolean one(Admin admin, long seq) throws SQLException {
        return admin.discard(seq);
    }

    @Override
    int many(Admin admin, DeadFilter rows) throws SQLException {
        return admin.discardAll(rows);
    }
}
