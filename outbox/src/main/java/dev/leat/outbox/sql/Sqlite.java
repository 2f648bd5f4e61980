package dev.leat.outbox.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The dialect of SQLite, which has one writer at a time, so nothing has to be locked or skipped. */
final class Sqlite implements Dialect {

    private static final String NOW = "cast(unixepoch('subsec') * 1000 as integer)";

    @Override
    public String name() {
        return "sqlite";
    }

    @Override
    public String now() {
        return NOW;
    }

    @Override
    public String nowPlus() {
        return "(" + NOW + " + ?)";
    }

    @Override
    public String skipLocked() {
        return "";
    }

    @Override
    public String forUpdate() {
        return "";
    }

    @Override
    public boolean updateReturns() {
        return true;
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
        long millis = row.getLong(column);
        return row.wasNull() ? null : Instant.ofEpochMilli(millis);
    }

    @Override
    public String millisSince(String column) {
        return "(" + NOW + " - " + column + ")";
    }

    /** A transaction that reads first and writes later may be refused; one that begins by writing only waits. */
    @Override
    public void begin(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("update ob_meta set v = v where k = ''");
        }
    }

    @Override
    public String insert(String table, List<Column> columns, int rows, boolean mayExist) {
        return InsertValues.insert(table, columns, rows) + (mayExist ? " on conflict do nothing" : "");
    }

    @Override
    public CommitOrder commitOrder() {
        return CommitOrder.SERIAL;
    }

    @Override
    public void lockKeys(Connection connection, String namespace, List<String> keys) {
        // The transaction is about to write, or has: no other one can.
    }

    @Override
    public boolean pinsThreads() {
        return true;
    }
}
