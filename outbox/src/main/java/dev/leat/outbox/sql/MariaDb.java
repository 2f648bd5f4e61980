package dev.leat.outbox.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The dialect of MariaDB and MySQL: it uses nothing that MariaDB alone has. */
final class MariaDb implements Dialect {

    @Override
    public String name() {
        return "mariadb";
    }

    @Override
    public String now() {
        return "utc_timestamp(6)";
    }

    @Override
    public String nowPlus() {
        return "timestampadd(microsecond, ? * 1000, utc_timestamp(6))";
    }

    @Override
    public void setUuid(PreparedStatement statement, int index, UUID value) throws SQLException {
        statement.setBytes(index, Uuids.bytes(value));
    }

    @Override
    public UUID uuid(ResultSet row, String column) throws SQLException {
        return Uuids.of(row.getBytes(column));
    }

    @Override
    public @Nullable Instant time(ResultSet row, String column) throws SQLException {
        LocalDateTime time = row.getObject(column, LocalDateTime.class);
        return time == null ? null : time.toInstant(ZoneOffset.UTC);
    }

    @Override
    public String millisSince(String column) {
        return "timestampdiff(microsecond, " + column + ", utc_timestamp(6)) div 1000";
    }

    @Override
    public void begin(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            // For the next transaction only, so the pool gets its connection back unchanged.
            statement.execute("set transaction isolation level read committed");
        }
        connection.setAutoCommit(false);
    }

    @Override
    public String insert(String table, List<Column> columns, int rows, boolean mayExist) {
        return InsertValues.insert(table, columns, rows) + (mayExist ? " on duplicate key update seq = seq" : "");
    }

    /** A row that was there already counts as one or as none, as the driver is configured. */
    @Override
    public boolean countsInserted() {
        return false;
    }

    @Override
    public String deleteSome(String table, String where, String order, int rows) {
        return "delete from " + table + " where " + where + " order by " + order + " limit " + rows;
    }

    @Override
    public void lockKeys(Connection connection, String namespace, List<String> keys) throws SQLException {
        List<Integer> buckets = KeyBuckets.of(keys);
        String sql = "insert into ob_key (ns, bucket) values (?, ?)" + ", (?, ?)".repeat(buckets.size() - 1)
                + " on duplicate key update bucket = values(bucket)";
        try (PreparedStatement lock = connection.prepareStatement(sql)) {
            KeyBuckets.bind(lock, namespace, buckets);
            lock.executeUpdate();
        }
    }
}
