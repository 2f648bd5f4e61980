package dev.leat.outbox.invalidation;

import dev.leat.outbox.sql.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** For SQLite: it has one writer at a time, so rows are numbered in the order of commits. */
final class SerialFeed implements InvalidationFeed {

    private final Dialect dialect;
    private final String namespace;
    private final String sql;
    private long cursor;

    SerialFeed(Dialect dialect, String namespace) {
        this.dialect = dialect;
        this.namespace = namespace;
        sql = "select t.head, t.purged, i.* from (" + HEAD + ") t left join (select " + InvalidationRow.columns(dialect)
                + " from ob_inval where ns = ? and seq > ? order by seq limit " + (LIMIT + 1) + ") i on true";
    }

    @Override
    public void start(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(HEAD)) {
            row.next();
            cursor = Math.max(row.getLong("head"), row.getLong("purged"));
        }
    }

    @Override
    public Reading read(Connection connection) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setString(1, namespace);
            query.setLong(2, cursor);
            try (ResultSet row = query.executeQuery()) {
                return read(row);
            }
        }
    }

    private Reading read(ResultSet row) throws SQLException {
        row.next();
        long purged = row.getLong("purged");
        long head = Math.max(row.getLong("head"), purged);
        if (head < cursor) {
            return Reading.lost(FlushReason.RESTORED);
        }
        if (purged > cursor) {
            return Reading.lost(FlushReason.BEHIND);
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
        cursor = head;
        return new Reading(rows, null);
    }

    @Override
    public FeedPosition position() {
        return new SeqPosition(cursor, new TreeSet<>());
    }
}
