package dev.leat.outbox.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The SQL in which one database differs from the others. The time is always the database's own. */
public interface Dialect {

    /** The folder of its schema files. */
    String name();

    /** The time of the statement, as an expression that an index can be searched with. */
    String now();

    /** The time of the statement plus a parameter in milliseconds, which may be negative. */
    String nowPlus();

    /** The time that a row is written, however old its transaction is, plus a parameter in milliseconds. */
    default String writtenPlus() {
        return nowPlus();
    }

    /** Ends a query whose rows are taken and not waited for. Empty where there is one writer at a time. */
    default String skipLocked() {
        return " for update skip locked";
    }

    /** The end of a query that locks its rows until the transaction ends. Empty where there is one writer at a time. */
    default String forUpdate() {
        return " for update";
    }

    /** Whether an update returns the rows it changed, which makes a claim one statement. */
    default boolean updateReturns() {
        return false;
    }

    void setUuid(PreparedStatement statement, int index, UUID value) throws SQLException;

    /** @throws SQLException also if the column does not hold a UUID */
    UUID uuid(ResultSet row, String column) throws SQLException;

    @Nullable
    Instant time(ResultSet row, String column) throws SQLException;

    /** How many milliseconds ago a time was, as an expression. */
    String millisSince(String column);

    /** A condition that a number column is one of these. */
    default String among(String column, Collection<Long> values) {
        StringBuilder sql = new StringBuilder(column).append(" in (");
        for (Long value : values) {
            sql.append(value.longValue()).append(',');
        }
        sql.setCharAt(sql.length() - 1, ')');
        return sql.toString();
    }

    /** Binds what {@link #among} left open; returns the next index. */
    default int bindAmong(PreparedStatement statement, int index, Collection<Long> values) throws SQLException {
        return index;
    }

    /**
     * Begins a transaction for a worker on a connection in autocommit mode. Workers read what is committed at each statement:
     * anything stricter makes writers and workers deadlock.
     */
    default void begin(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
    }

    /** An insert of so many rows of placeholders. With {@code mayExist}, rows that a unique index refuses are left out. */
    String insert(String table, List<Column> columns, int rows, boolean mayExist);

    /** Whether an insert that may leave out rows says how many it wrote. */
    default boolean countsInserted() {
        return true;
    }

    /** What an insert returns for each row: a column {@code xid}; empty where transactions have no number. */
    default String returningXid() {
        return "";
    }

    /**
     * The manifest of some rows, as an aggregate, where one statement can read rows and record them; else empty. It is in the version that
     * has eight bytes for each seq, in any order.
     */
    default String manifestOfRows() {
        return "";
    }

    /** A condition that is true, and lets the commit of its transaction not wait for the disk where the database can do that. */
    default String unsynced() {
        return "1 = 1";
    }

    /**
     * Whether its driver sends an insert and a {@code commit} that follows it in one statement together. If the insert fails, the server
     * does not commit.
     */
    default boolean commitsWithInsert() {
        return false;
    }

    /** The number of the transaction of existing rows, as an expression; 0 where they have none. */
    default String maxXid() {
        return "0";
    }

    /** Makes the transaction wait for every other one that holds one of these keys, which are sorted. */
    void lockKeys(Connection connection, String namespace, List<String> keys) throws SQLException;

    /** Way in which readers find what was committed since they last looked. */
    enum CommitOrder {
        /** A snapshot tells which transactions are finished, and rows carry their transaction's number. */
        SNAPSHOTS,
        /** Rows are numbered before they are committed, so a missing number may still come. */
        GAPS,
        /** Rows are numbered in the order of commits. */
        SERIAL
    }

    default CommitOrder commitOrder() {
        return CommitOrder.GAPS;
    }

    /** Deletes the first so many rows of an order. The condition's parameters are the statement's only ones. */
    default String deleteSome(String table, String where, String order, int rows) {
        return "delete from " + table + " where seq in (select seq from " + table + " where " + where + " order by "
                + order + " limit " + rows + ")";
    }

    /** Whether its driver blocks the thread below a virtual one. */
    default boolean pinsThreads() {
        return false;
    }

    /** One column of an insert. */
    record Column(String name, String type, String expression) {
        static Column of(String name, String type) {
            return new Column(name, type, "?");
        }
    }

    /** The dialect that a product speaks. */
    static Dialect of(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName();
        return named(product.toLowerCase(Locale.ROOT));
    }

    /** @throws IllegalArgumentException if there is none of that name */
    static Dialect named(String name) {
        return switch (name) {
            case "postgresql" -> new PostgreSql();
            case "mariadb", "mysql" -> new MariaDb();
            case "sqlite" -> new Sqlite();
            case "h2" -> new H2();
            default ->
                throw new IllegalArgumentException(
                        "no dialect for " + name + ": there are postgresql, mariadb, mysql, sqlite and h2");
        };
    }
}
