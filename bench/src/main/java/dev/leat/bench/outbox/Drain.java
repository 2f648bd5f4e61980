package dev.leat.bench.outbox;

import dev.leat.bench.run.BenchException;
import dev.leat.bench.run.Meter;
import dev.leat.bench.run.Sample;
import dev.leat.bench.run.Window;
import dev.leat.bench.run.Workload;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Measurement of how fast a backlog is handed to a handler that does nothing, until the last row is gone from its table. */
final class Drain implements Workload {

    private static final int AT_ONCE = 1000;
    private static final int MOST_SECONDS = 120;

    private final Postgres postgres;
    private final Contender contender;
    private final int rows;

    Drain(Postgres postgres, Contender contender, int rows) {
        this.postgres = postgres;
        this.contender = contender;
        this.rows = rows;
    }

    @Override
    public Window run(double seconds) {
        try {
            fill();
            return drain();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchException("interrupted", e);
        } catch (SQLException e) {
            throw new BenchException(contender.name() + ": " + e.getMessage(), e);
        }
    }

    private void fill() throws SQLException {
        postgres.execute("truncate " + contender.table());
        List<byte[]> payloads = Collections.nCopies(AT_ONCE, new byte[OutboxBenchCommand.BYTES]);
        try (Connection connection = postgres.pool().getConnection()) {
            connection.setAutoCommit(false);
            for (int written = 0; written < rows; written += AT_ONCE) {
                contender.write(connection, payloads.subList(0, Math.min(AT_ONCE, rows - written)));
                connection.commit();
            }
            connection.setAutoCommit(true);
        }
        postgres.execute("vacuum analyze " + contender.table(), "checkpoint");
    }

    private Window drain() throws SQLException, InterruptedException {
        CountDownLatch left = new CountDownLatch(rows);
        Meter meter = Meter.start();
        Runnable stop = contender.start(payload -> left.countDown());
        try {
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
            if (!left.await(MOST_SECONDS, TimeUnit.SECONDS)) {
                throw new BenchException(left.getCount() + " rows of " + rows + " were not handed on in time");
            }
            while (!isEmpty()) {
                if (System.nanoTime() > deadline) {
                    throw new BenchException("not all rows of " + contender.table() + " were removed in time");
                }
                Thread.sleep(1);
            }
            Sample sample = meter.stop(rows);
            return new Window(sample.perSecond(), Double.NaN, Double.NaN, 0, 1, sample.cpuSeconds() / sample.seconds());
        } finally {
            stop.run();
        }
    }

    private boolean isEmpty() {
        return postgres.text("select exists (select 1 from " + contender.table() + ")")
                .equals("f");
    }

    @Override
    public void close() {
        postgres.execute("truncate " + contender.table());
    }
}
