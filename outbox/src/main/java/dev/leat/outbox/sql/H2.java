package dev.leat.outbox.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

final class H2 implements Dialect {

    @Override
    public String name() {
        return "h2";
    }

    @Override
    public String now() {
        return "current_timestamp(6)";
    }

    @Override
    public String nowPlus() {
        return "dateadd(millisecond, ?, current_timestamp(6))";
    }

    @Override
    public void setUuid(PreparedStatement statement, int index, UUID value) throws SQLException {
        statement.setObject(index, value);
    }

    @Override
    public UUID uuid(ResultSet row, String column) throws SQLException {
        return row.getObject(column, UUID.class);
    }

    @Override
    public @Nullable Instant time(ResultSet row, String column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }

    @Override
    public String millisSince(String column) {
        return "datediff(millisecond, " + column + ", current_timestamp(6))";
    }

    /** There is no "on conflict", so what may exist is merged; a value needs its type there. */
    @Override
    public String insert(String table, List<Column> columns, int rows, boolean mayExist) {
        if (!mayExist) {
            return InsertValues.insert(table, columns, rows);
        }
        String unique = table.equals("ob_event")
                ? "t.dedupe = s.dedupe"
                : "t.commit_ref = s.commit_ref and t.target_hash = s.target_hash";
        String names = columns.stream().map(Column::name).collect(Collectors.joining(", "));
        String values = columns.stream()
                .map(column -> column.expression().replace("?", "cast(? as " + column.type() + ")"))
                .collect(Collectors.joining(", ", "(", ")"));
        return "merge into " + table + " t using (values " + values + (", " + values).repeat(rows - 1) + ") s (" + names
                + ") on t.ns = s.ns and " + unique + " when not matched then insert (" + names + ") values ("
                + columns.stream().map(column -> "s." + column.name()).collect(Collectors.joining(", ")) + ")";
    }

    /** A sub-query would be evaluated again while rows disappear, and forget some. */
    @Override
    public String deleteSome(String table, String where, String order, int rows) {
        return "delete from " + table + " where " + where + " fetch first " + rows + " rows only";
    }

    @Override
    public void lockKeys(Connection connection, String namespace, List<String> keys) throws SQLException {
        List<Integer> buckets = KeyBuckets.of(keys);
        String sql = "merge into ob_key key (ns, bucket) values (?, ?)" + ", (?, ?)".repeat(buckets.size() - 1);
        try (PreparedStatement lock = connection.prepareStatement(sql)) {
            KeyBuckets.bind(lock, namespace, buckets);
            lock.executeUpdate();
        }
    }
}
