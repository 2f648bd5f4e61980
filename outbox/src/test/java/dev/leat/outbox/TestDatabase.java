package dev.leat.outbox;

import com.zaxxer.hikari.HikariDataSource;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** One database of one test, with a pool. */
public final class TestDatabase implements DataSource, AutoCloseable {

    private final Databases kind;
    private final String name;
    private final HikariDataSource pool;

    TestDatabase(Databases kind, String name, HikariDataSource pool) {
        this.kind = kind;
        this.name = name;
        this.pool = pool;
    }

    public Databases kind() {
        return kind;
    }

    public String url() {
        return pool.getJdbcUrl();
    }

    /** Runs one statement and commits it. */
    public int execute(String sql) throws SQLException {
        try (Connection connection = getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
            return statement.getUpdateCount();
        }
    }

    /** The number that a query gives. */
    public long number(String sql) throws SQLException {
        try (Connection connection = getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return result.getLong(1);
        }
    }

    /** The text that a query gives. */
    public String text(String sql) throws SQLException {
        try (Connection connection = getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return result.getString(1);
        }
    }

    @Override
    public Connection getConnection() throws SQLException {
        return pool.getConnection();
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return pool.getConnection(user, password);
    }

    @Override
    public void close() {
        pool.close();
        try {
            kind.drop(name);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public PrintWriter getLogWriter() throws SQLException {
        return pool.getLogWriter();
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
        pool.setLogWriter(out);
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        pool.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return pool.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getLogger(Logger.GLOBAL_LOGGER_NAME);
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return pool.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return pool.isWrapperFor(type);
    }
}
