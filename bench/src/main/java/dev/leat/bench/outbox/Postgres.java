package dev.leat.bench.outbox;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.leat.bench.run.BenchException;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** One PostgreSQL of its own, which syncs before it answers, and one pool of connections to it. */
final class Postgres implements AutoCloseable {

    private final EmbeddedPostgres server;
    private final HikariDataSource pool;

    private Postgres(EmbeddedPostgres server, HikariDataSource pool) {
        this.server = server;
        this.pool = pool;
    }

    /** @param statements whether it keeps what each statement took */
    static Postgres start(Path directory, int connections, boolean statements) {
        try {
            EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                    .setDataDirectory(directory)
                    .setServerConfig("fsync", "on")
                    .setServerConfig("synchronous_commit", "on")
                    .setServerConfig("shared_buffers", "256MB")
                    .setServerConfig("max_wal_size", "4GB")
                    .setServerConfig("max_connections", "200");
            if (statements) {
                builder.setServerConfig("shared_preload_libraries", "pg_stat_statements");
                builder.setServerConfig("pg_stat_statements.track_planning", "on");
            }
            EmbeddedPostgres server = builder.start();
            return new Postgres(server, pool(server.getJdbcUrl("postgres", "postgres"), connections));
        } catch (IOException e) {
            throw new BenchException("PostgreSQL does not start: " + e.getMessage(), e);
        }
    }

    private static HikariDataSource pool(String url, int connections) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(connections);
        return new HikariDataSource(config);
    }

    HikariDataSource pool() {
        return pool;
    }

    void execute(String... statements) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new BenchException(String.valueOf(e.getMessage()), e);
        }
    }

    /** The first column of every row, as text. */
    String text(String query) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            StringBuilder text = new StringBuilder();
            while (rows.next()) {
                text.append(text.isEmpty() ? "" : "\n").append(rows.getString(1));
            }
            return text.toString();
        } catch (SQLException e) {
            throw new BenchException(String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public void close() {
        pool.close();
        try {
            server.close();
        } catch (IOException e) {
            throw new BenchException("PostgreSQL does not stop", e);
        }
    }
}
