package dev.leat.cli.outbox;

import dev.leat.cli.console.CommandFailedException;
import java.io.PrintWriter;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Locale;
import java.util.Properties;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Connections of one JDBC driver, which can be in a jar of its own. */
record DriverSource(Driver driver, String url, Properties properties) implements DataSource {

    /** SQLite's flags to open a file for reading and writing, and not to create it. */
    private static final String SQLITE_EXISTING = String.valueOf(0x2 | 0x40);

    /** @throws CannotException if there is no driver for the URL */
    static DriverSource of(String url, @Nullable Path jar, Properties properties) throws CommandFailedException {
        if (!url.startsWith("jdbc:")) {
            throw new CommandFailedException(
                    "a database's URL begins with jdbc:, such as jdbc:postgresql://HOST/DATABASE");
        }
        Driver driver = jar == null ? bundled(url) : in(jar, url);
        return new DriverSource(driver, existing(url, properties), properties);
    }

    /** Returns the URL with flags that keep a missing database from being created: a missing one means a wrong URL. */
    private static String existing(String url, Properties properties) {
        if (url.startsWith("jdbc:sqlite:")) {
            properties.setProperty("open_mode", SQLITE_EXISTING);
        }
        boolean isH2 = url.startsWith("jdbc:h2:");
        return isH2 && !url.toUpperCase(Locale.ROOT).contains(";IFEXISTS=") ? url + ";IFEXISTS=TRUE" : url;
    }

    private static Driver bundled(String url) throws CommandFailedException {
        try {
            return DriverManager.getDriver(url);
        } catch (SQLException e) {
            throw new CommandFailedException(
                    "no driver for " + url.replaceFirst("^(jdbc:[^:]*).*", "$1:")
                            + " here: those of PostgreSQL, SQLite and H2 are; give the jar of another with --driver",
                    e);
        }
    }

    // Apart from what is bundled here, which may be another version of it. The loader stays open until the process
    // ends, as the driver does.
    private static Driver in(Path jar, String url) throws CommandFailedException {
        if (!Files.isRegularFile(jar)) {
            throw new CommandFailedException("there is no driver at " + jar);
        }
        try {
            URL[] path = {jar.toUri().toURL()};
            URLClassLoader loader = new URLClassLoader(path, ClassLoader.getPlatformClassLoader());
            for (Driver driver : ServiceLoader.load(Driver.class, loader)) {
                if (driver.acceptsURL(url)) {
                    return driver;
                }
            }
        } catch (MalformedURLException | SQLException | ServiceConfigurationError e) {
            throw new CommandFailedException("cannot load a driver from " + jar + ": " + e.getMessage(), e);
        }
        throw new CommandFailedException("no driver in " + jar + " takes this URL");
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = driver.connect(url, properties);
        if (connection == null) {
            throw new SQLException("the driver does not take this URL");
        }
        return connection;
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getLogger(Logger.GLOBAL_LOGGER_NAME);
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
