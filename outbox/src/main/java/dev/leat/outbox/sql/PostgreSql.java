package dev.leat.outbox.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

final class PostgreSql implements Dialect {

    @Override
    public String name() {
        return "postgresql";
    }

    @Override
    public String now() {
        return "statement_timestamp()";
    }

    @Override
    public String nowPlus() {
        return "(statement_timestamp() + ? * interval '1 millisecond')";
    }

    @Override
    public String writtenPlus() {
        return "clock_timestamp() + ? * interval '1 millisecond'";
    }

    @Override
    public boolean updateReturns() {
        return true;
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
        return "cast(extract(epoch from statement_timestamp() - " + column + ") * 1000 as bigint)";
    }

    @Override
    public String among(String column, Collection<Long> values) {
        return column + " = any(?)";
    }

    @Override
    public int bindAmong(PreparedStatement statement, int index, Collection<Long> values) throws SQLException {
        statement.setArray(index, statement.getConnection().createArrayOf("bigint", values.toArray()));
        return index + 1;
    }

    @Override
    public String insert(String table, List<Column> columns, int rows, boolean mayExist) {
        return InsertValues.insert(table, columns, rows) + (mayExist ? " on conflict do nothing" : "");
    }

    @Override
    public String returningXid() {
        return " returning xid::text::bigint as xid";
    }

    @Override
    public String manifestOfRows() {
        return "decode('02', 'hex') || string_agg(int8send(seq), decode('', 'hex'))";
    }

    @Override
    public String unsynced() {
        return "set_config('synchronous_commit', 'off', true) = 'off'";
    }

    @Override
    public boolean commitsWithInsert() {
        return true;
    }

    @Override
    public String maxXid() {
        return "coalesce(max(xid::text::bigint), 0)";
    }

    @Override
    public CommitOrder commitOrder() {
        return CommitOrder.SNAPSHOTS;
    }

    @Override
    public void lockKeys(Connection connection, String namespace, List<String> keys) throws SQLException {
        Object[] names = keys.stream().map(key -> namespace + "/" + key).toArray();
        try (PreparedStatement lock = connection.prepareStatement(
                "select pg_advisory_xact_lock(h) from (select distinct hashtextextended(k, 0) h from unnest(?) k order by 1) t")) {
            lock.setArray(1, connection.createArrayOf("text", names));
            lock.execute();
        }
    }
}
