package dev.leat.cli.outbox;

import dev.leat.cli.console.CommandFailedException;
import dev.leat.outbox.Admin;
import dev.leat.outbox.Outbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The options for the database and the outbox in it. */
final class DatabaseOptions {

    @Option(
            names = "--jdbc",
            required = true,
            paramLabel = "URL",
            description = "The application's database, such as jdbc:postgresql://HOST/DATABASE.")
    private String url = "";

    @Option(names = "--user", paramLabel = "NAME", description = "Who connects.")
    private @Nullable String user;

    @ArgGroup
    private @Nullable Password password;

    @Option(
            names = "--driver",
            paramLabel = "JAR",
            description = "The JDBC driver, if it is not that of PostgreSQL, SQLite or H2.")
    private @Nullable Path driver;

    @Option(
            names = "--namespace",
            paramLabel = "NAME",
            description = "One namespace. Need not be given where there is only one.")
    private @Nullable String namespace;

    /** The source of the password. Not the command line, which all users of the machine can read. */
    static final class Password {
        @Option(names = "--password-env", paramLabel = "NAME", description = "The variable that holds the password.")
        private @Nullable String variable;

        @Option(names = "--password-file", paramLabel = "FILE", description = "The file that holds the password.")
        private @Nullable Path file;

        private String read() throws CommandFailedException {
            if (file != null) {
                try {
                    return Files.readString(file).strip();
                } catch (IOException e) {
                    throw new CommandFailedException("cannot read the password from " + file, e);
                }
            }
            String value = System.getenv(String.valueOf(variable));
            if (value == null) {
                throw new CommandFailedException("the environment has no variable " + variable);
            }
            return value;
        }
    }

    /** Returns the database; throws unless it has the tables of the outbox in the right version. */
    DataSource open() throws CommandFailedException {
        Properties properties = new Properties();
        if (user != null) {
            properties.setProperty("user", user);
        }
        if (password != null) {
            properties.setProperty("password", password.read());
        }
        DataSource source = DriverSource.of(url, driver, properties);
        outbox(source, "default");
        return source;
    }

    /** Returns the namespace of the option, or all namespaces. */
    List<String> namespaces(DataSource source) throws SQLException {
        return namespace != null ? List.of(namespace) : Admin.namespaces(source);
    }

    /** Returns the namespace of the option, or the only one; throws if there are several. */
    String namespace(DataSource source) throws CommandFailedException, SQLException {
        List<String> all = namespaces(source);
        if (all.isEmpty()) {
            throw new CommandFailedException("the outbox is empty: there is no namespace in it");
        }
        if (all.size() > 1) {
            throw new CommandFailedException("there are several namespaces (" + String.join(", ", all)
                    + "): say with --namespace which one is meant");
        }
        return all.getFirst();
    }

    Outbox outbox(DataSource source, String name) throws CommandFailedException {
        try {
            return Outbox.builder(source).namespace(name).build();
        } catch (SQLException e) {
            throw new CommandFailedException("cannot connect to " + shown() + ": " + e.getMessage(), e);
        } catch (IllegalStateException | IllegalArgumentException e) {
            throw new CommandFailedException(String.valueOf(e.getMessage()), e);
        }
    }

    /** Returns the URL without the parts that can hold a password. */
    private String shown() {
        return url.replaceFirst("[?;].*", "");
    }
}
