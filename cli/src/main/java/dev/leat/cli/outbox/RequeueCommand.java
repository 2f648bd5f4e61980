package dev.leat.cli.outbox;

import dev.leat.outbox.Admin;
import dev.leat.outbox.spi.DeadFilter;
import java.sql.SQLException;
import picocli.CommandLine.Command;

/** {@code leat outbox requeue}: makes dead rows pending again. */
@Command(name = "requeue", description = "Makes dead rows ready again, with all their attempts before them.")
final class RequeueCommand extends ChangeCommand {

    @Override
    String done() {
        return "requeued";
    }

    @Override
    boolean one(Admin admin, long seq) throws SQLException {
        return admin.requeue(seq);
    }

    @Override
    int many(Admin admin, DeadFilter rows) throws SQLException {
        return admin.requeueAll(rows);
    }
}
