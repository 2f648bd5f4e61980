package dev.leat.outbox;

import dev.leat.outbox.sql.Dialect;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/**
 * The tables of the outbox, as versioned SQL files on the class path for Flyway, Liquibase or by hand:
 * {@code dev/leat/outbox/schema/<postgresql|mariadb|sqlite|h2>/V1__outbox.sql}.
 */
public final class Schema {

    /** The version this library works with. */
    public static final int VERSION = 1;

    private static final int MAX_SHARDS = 1024;

    private Schema() {}

    /** The files for a dialect, oldest first. */
    public static List<String> files(String dialect) {
        return List.of("dev/leat/outbox/schema/" + Dialect.named(dialect).name() + "/V1__outbox.sql");
    }

    /** Creates the tables. For tests and small programs; others let their migration tool run the files. */
    public static void install(DataSource source) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            for (String file : files(Dialect.of(connection).name())) {
                for (String sql : statements(read(file))) {
                    statement.execute(sql);
                }
            }
            if (!connection.getAutoCommit()) {
                connection.commit();
            }
        }
    }

    /**
     * Looks whether the tables are there and as this library needs them.
     *
     * @throws IllegalStateException if they are missing, or older or newer than this library
     */
    public static void check(DataSource source) throws SQLException {
        try (Connection connection = source.getConnection()) {
            check(connection, Dialect.of(connection));
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
        }
    }

    /**
     * How many shards the database was set up for.
     *
     * @throws IllegalStateException if the tables are missing, or older or newer than this library
     */
    static int check(Connection connection, Dialect dialect) throws SQLException {
        Map<String, String> meta = meta(connection, dialect);
        int version = number(meta, "version");
        if (version != VERSION) {
            throw new IllegalStateException("the outbox tables have version " + version
                    + ", this library needs version "
                    + VERSION + ": " + (version < VERSION ? "run the newer files of " : "update the library, not ")
                    + files(dialect.name()));
        }
        int shards = number(meta, "shards");
        if (shards < 1 || shards > MAX_SHARDS) {
            throw new IllegalStateException("ob_meta has shards = " + shards + ", there can be 1 to " + MAX_SHARDS);
        }
        return shards;
    }

    private static Map<String, String> meta(Connection connection, Dialect dialect) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select k, v from ob_meta")) {
            Map<String, String> meta = new HashMap<>();
            while (rows.next()) {
                meta.put(rows.getString(1), rows.getString(2));
            }
            return meta;
        } catch (SQLException e) {
            throw new IllegalStateException(
                    "no outbox tables here (cannot read ob_meta): run " + files(dialect.name())
                            + " from the class path with your migration tool, or call Schema.install",
                    e);
        }
    }

    private static int number(Map<String, String> meta, String name) {
        String value = meta.getOrDefault(name, "");
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new IllegalStateException("ob_meta has " + name + " = '" + value + "', which is no number", e);
        }
    }

    private static List<String> statements(String sql) {
        String code = sql.lines().map(line -> line.replaceFirst("--.*", "")).collect(Collectors.joining("\n"));
        return Arrays.stream(code.split(";"))
                .map(String::strip)
                .filter(s -> !s.isEmpty())
                .toList();
    }

    private static String read(String file) {
        try (InputStream in = Schema.class.getResourceAsStream("/" + file)) {
            if (in == null) {
                throw new IllegalStateException("not on the class path: " + file);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
