package dev.leat.outbox.sql;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Connections for what is done outside of the application's transactions. Each is given back as it was. */
public record Database(DataSource source, Dialect dialect) {

    /** A function of a connection. */
    public interface Work<T> {
        T run(Connection connection) throws SQLException;
    }

    /** Statements that are each their own transaction. */
    public <T> T single(Work<T> work) throws SQLException {
        try (Connection connection = source.getConnection()) {
            boolean before = connection.getAutoCommit();
            if (before) {
                return work.run(connection);
            }
            try {
                connection.setAutoCommit(true);
                T result = work.run(connection);
                connection.setAutoCommit(false);
                return result;
            } catch (SQLException | RuntimeException | Error e) {
                undo(connection, false, e);
                throw e;
            }
        }
    }

    /** Statements that are done all or not at all. */
    public <T> T transaction(Work<T> work) throws SQLException {
        try (Connection connection = source.getConnection()) {
            boolean before = connection.getAutoCommit();
            if (!before) {
                connection.setAutoCommit(true);
            }
            try {
                dialect.begin(connection);
                T result = work.run(connection);
                connection.commit();
                connection.setAutoCommit(before);
                return result;
            } catch (SQLException | RuntimeException | Error e) {
                undo(connection, before, e);
                throw e;
            }
        }
    }

    /** What went wrong first is what the caller has to know, also if the connection is beyond repair. */
    private static void undo(Connection connection, boolean before, Throwable reason) {
        try {
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
            connection.setAutoCommit(before);
        } catch (SQLException e) {
            reason.addSuppressed(e);
        }
    }
}
