package dev.leat.outbox.invalidation;

import dev.leat.outbox.sql.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * For PostgreSQL: the position is the snapshot of the last look. Rows are new if their transaction was not finished in it: those
 * that were running then, and those that began later. So each row is read once, and a transaction that stays open for hours
 * delays no node and makes none read a row twice. Rows and snapshot come from one statement, and so from one moment.
 */
final class SnapshotFeed implements InvalidationFeed {

    private final Dialect dialect;
    private final String namespace;
    private final String sql;
    private SnapshotPosition position = new SnapshotPosition(0, 0, Set.of());

    SnapshotFeed(Dialect dialect, String namespace) {
        this.dialect = dialect;
        this.namespace = namespace;
        String rows = "select " + InvalidationRow.columns(dialect) + " from ob_inval where ns = ? and xid ";
        sql = "select t.snap, t.purged, i.* from (select cast(pg_current_snapshot() as text) snap, "
                + InvalidationRetention.PURGED + " purged) t left join (" + rows
                + ">= cast(cast(? as text) as xid8) union all "
                + rows + "= any(cast(cast(? as text[]) as xid8[]))) i on true limit " + (LIMIT + 1);
    }

    @Override
    public void start(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select cast(pg_current_snapshot() as text)")) {
            row.next();
            position = SnapshotPosition.parse(row.getString(1));
        }
    }

    @Override
    public Reading read(Connection connection) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setString(1, namespace);
            query.setString(2, Long.toString(position.xmax()));
            query.setString(3, namespace);
            Object[] running = position.running().stream().map(String::valueOf).toArray();
            query.setArray(4, connection.createArrayOf("text", running));
            try (ResultSet row = query.executeQuery()) {
                return read(row);
            }
        }
    }

    private Reading read(ResultSet row) throws SQLException {
        row.next();
        SnapshotPosition now = SnapshotPosition.parse(row.getString("snap"));
        FlushReason lost = lost(now, row.getLong("purged"));
        if (lost != null) {
            return Reading.lost(lost);
        }
        List<InvalidationRow> rows = new ArrayList<>();
        do {
            if (row.getObject("seq") != null) {
                rows.add(InvalidationRow.read(dialect, row));
            }
        } while (row.next());
        if (rows.size() > LIMIT) {
            return Reading.lost(FlushReason.BEHIND);
        }
        position = now;
        return new Reading(rows, null);
    }

    /** Rows are deleted by age, so those of a transaction that was open for very long may be gone as soon as it ends. */
    private @Nullable FlushReason lost(SnapshotPosition now, long purged) {
        if (now.xmax() < position.xmax()) {
            return FlushReason.RESTORED;
        }
        if (purged >= now.xmax()) {
            return null; // A number that was not given out yet is left over from before a restore.
        }
        if (purged >= position.xmax()) {
            return FlushReason.BEHIND;
        }
        boolean ended = position.running().stream().anyMatch(xid -> xid <= purged && now.sees(xid));
        return ended ? FlushReason.PURGED : null;
    }

    @Override
    public SnapshotPosition position() {
        return position;
    }

    @Override
    public int remembered() {
        return position.running().size();
    }
}
