package dev.leat.bench.outbox;

import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Gives out the connection that this thread's transaction is on, as frameworks do for libraries that only know a source. */
final class JoinedSource implements DataSource {

    private static final ThreadLocal<@Nullable Connection> JOINED = new ThreadLocal<>();

    private final DataSource others;

    JoinedSource(DataSource others) {
        this.others = others;
    }

    void join(Connection connection) {
        JOINED.set((Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, args) -> {
                    if (method.getName().equals("close")) {
                        return null;
                    }
                    try {
                        return method.invoke(connection, args);
                    } catch (InvocationTargetException e) {
                        throw e.getTargetException();
                    }
                }));
    }

    void leave() {
        JOINED.remove();
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = JOINED.get();
        return connection == null ? others.getConnection() : connection;
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return others.getConnection(user, password);
    }

    @Override
    public PrintWriter getLogWriter() throws SQLException {
        return others.getLogWriter();
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
        others.setLogWriter(out);
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        others.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return others.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getLogger(Logger.GLOBAL_LOGGER_NAME);
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return others.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return others.isWrapperFor(type);
    }
}
