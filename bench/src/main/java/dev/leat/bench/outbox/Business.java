package dev.leat.bench.outbox;

import dev.leat.bench.run.BenchException;
import dev.leat.bench.run.Latencies;
import dev.leat.bench.run.Meter;
import dev.leat.bench.run.Sample;
import dev.leat.bench.run.Window;
import dev.leat.bench.run.Workload;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Writers that insert one row of business and, with an outbox, one payload in each transaction. No row is handed on meanwhile. */
final class Business implements Workload {

    static final String[] TABLES = {
        "create table if not exists business (id bigint generated always as identity primary key, customer int not null,"
                + " amount bigint not null, note varchar(200) not null)"
    };
    static final String INSERT = "insert into business (customer, amount, note) values (?, ?, ?)";

    private final Postgres postgres;
    private final @Nullable Contender contender;
    private final int writers;
    private final ExecutorService threads;

    /** @param contender none for transactions of business alone */
    Business(Postgres postgres, @Nullable Contender contender, int writers) {
        this.postgres = postgres;
        this.contender = contender;
        this.writers = writers;
        this.threads = Executors.newFixedThreadPool(writers);
    }

    @Override
    public Window run(double seconds) {
        empty();
        long end = System.nanoTime() + (long) (seconds * 1e9);
        Meter meter = Meter.start();
        List<Future<Latencies>> running = new ArrayList<>();
        for (int i = 0; i < writers; i++) {
            running.add(threads.submit(() -> write(end)));
        }
        long count = 0;
        List<Latencies> all = new ArrayList<>();
        for (Future<Latencies> writer : running) {
            Latencies latencies = result(writer);
            count += latencies.count();
            all.add(latencies);
        }
        Sample sample = meter.stop(count);
        return Window.ofRate(sample.perSecond(), Latencies.all(all), 0, 0);
    }

    private static Latencies result(Future<Latencies> writer) {
        try {
            return writer.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchException("interrupted", e);
        } catch (ExecutionException e) {
            throw new BenchException("a writer failed: " + e.getCause(), e);
        }
    }

    private Latencies write(long end) throws SQLException {
        Latencies latencies = new Latencies();
        List<byte[]> payload = List.of(new byte[OutboxBenchCommand.BYTES]);
        try (Connection connection = postgres.pool().getConnection()) {
            connection.setAutoCommit(false);
            try {
                for (long now = System.nanoTime(); now < end; ) {
                    insert(connection);
                    if (contender == null) {
                        connection.commit();
                    } else {
                        contender.commit(connection, payload);
                    }
                    long then = now;
                    now = System.nanoTime();
                    latencies.add(now - then);
                }
            } finally {
                connection.setAutoCommit(true);
            }
        }
        return latencies;
    }

    /** The application's own part of a transaction. */
    static void insert(Connection connection) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
            insert.setInt(1, 42);
            insert.setLong(2, 4_200);
            insert.setString(3, "two of these, please");
            insert.executeUpdate();
        }
    }

    private void empty() {
        postgres.execute("truncate business");
        if (contender != null) {
            postgres.execute("truncate " + contender.table());
        }
        postgres.execute("checkpoint");
    }

    @Override
    public void close() {
        threads.shutdown();
        empty();
    }
}
