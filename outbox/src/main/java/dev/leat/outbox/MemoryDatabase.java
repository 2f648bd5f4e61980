package dev.leat.outbox;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.UUID;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A database of H2 in memory, with the tables of the outbox. It lasts from {@link #open} to {@link #close}. */
final class MemoryDatabase implements DataSource, AutoCloseable {

    private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";LOCK_TIMEOUT=30000";

    /** Keeps the database: it ends with its last connection. */
    private @Nullable Connection anchor;

    private boolean closed;

    /** Creates the database and the tables. Does nothing if it is open. */
    synchronized void open() throws SQLException {
        if (closed) {
            throw new IllegalStateException("the outbox in memory was closed, and its database with it");
        }
        if (anchor == null) {
            requireDriver();
            anchor = DriverManager.getConnection(url);
            Schema.install(this);
        }
    }

    private static void requireDriver() {
        try {
            Class.forName("org.h2.Driver");
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(
                    "an outbox in memory needs the H2 database on the class path: com.h2database:h2", e);
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (anchor != null) {
            try {
                anchor.close();
            } catch (SQLException e) {
                throw new IllegalStateException("the database in memory could not be closed", e);
            }
        }
    }

    @Override
    public Connection getConnection() throws SQLException {
        synchronized (this) {
            if (closed || anchor == null) {
                throw new SQLException("the outbox in memory is " + (closed ? "closed" : "not built yet"));
            }
        }
        return DriverManager.getConnection(url);
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return getConnection();
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) {
        // the drivers have nothing to say
    }

    @Override
    public void setLoginTimeout(int seconds) {
        // a database in memory is there at once
    }

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (type.isInstance(this)) {
            return type.cast(this);
        }
        throw new SQLException("not a " + type.getName());
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this);
    }
}
