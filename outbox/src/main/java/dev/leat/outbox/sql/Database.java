package dev.leat.outbox.sql;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Connections for what is done outside of the application's transactions. Each is given back as it was. */
public record Database(DataSource source, Dialect dialect) {

    /** Something that needs a connection. */
    public interface Work<T> {
        T run(Connection connection) throws SQLException;
    }

    /** One statement, which is its own transaction. */
    public <T> T single(Work<T> work) throws SQLException {
        try (Connection connection = source.getConnection()) {
            boolean before = connection.getAutoCommit();
            if (!before) {
                connection.setAutoCommit(true);
            }
            try {
                return work.run(connection);
            } finally {
                if (!before) {
                    connection.setAutoCommit(false);
                }
            }
        }
    }

    /** Several statements, all or none. */
    public <T> T transaction(Work<T> work) throws SQLException {
        try (Connection connection = source.getConnection()) {
            boolean before = connection.getAutoCommit();
            if (!before) {
                connection.setAutoCommit(true);
            }
            try {
                return inTransaction(connection, work);
            } finally {
                connection.setAutoCommit(before);
            }
        }
    }

    private <T> T inTransaction(Connection connection, Work<T> work) throws SQLException {
        boolean committed = false;
        try {
            dialect.begin(connection);
            T result = work.run(connection);
            connection.commit();
            committed = true;
            return result;
        } finally {
            if (!committed && !connection.getAutoCommit()) {
                connection.rollback();
            }
        }
    }
}
