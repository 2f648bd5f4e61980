package dev.leat.bench.outbox;

import dev.leat.bench.run.BenchException;
import dev.leat.bench.run.Latencies;
import dev.leat.bench.run.Window;
import dev.leat.bench.run.Workload;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/** Measurement of how soon after its commit a payload is with the handler, while one writer commits at an even pace. */
final class Sooner implements Workload {

    private static final int PER_SECOND = 100;
    private static final int WARMING = 50;
    private static final int MOST_SECONDS = 60;

    private final Postgres postgres;
    private final Contender contender;

    Sooner(Postgres postgres, Contender contender) {
        this.postgres = postgres;
        this.contender = contender;
    }

    @Override
    public Window run(double seconds) {
        postgres.execute("truncate business", "truncate " + contender.table());
        int count = WARMING + (int) (seconds * PER_SECOND);
        AtomicLongArray committed = new AtomicLongArray(count);
        AtomicLongArray handled = new AtomicLongArray(count);
        CountDownLatch left = new CountDownLatch(count);
        try {
            Runnable stop = contender.start(payload -> {
                handled.set(ByteBuffer.wrap(payload).getInt(), System.nanoTime());
                left.countDown();
            });
            try {
                write(committed);
                if (!left.await(MOST_SECONDS, TimeUnit.SECONDS)) {
                    throw new BenchException(left.getCount() + " payloads did not arrive in time");
                }
            } finally {
                stop.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchException("interrupted", e);
        } catch (SQLException e) {
            throw new BenchException(contender.name() + ": " + e.getMessage(), e);
        }
        Latencies latencies = new Latencies();
        for (int i = WARMING; i < count; i++) {
            latencies.add(Math.max(0, handled.get(i) - committed.get(i)));
        }
        return Window.ofRate(latencies.millis(0.99), latencies, 0, 0);
    }

    private void write(AtomicLongArray committed) throws SQLException {
        long next = System.nanoTime();
        try (Connection connection = postgres.pool().getConnection()) {
            connection.setAutoCommit(false);
            for (int i = 0; i < committed.length(); i++) {
                byte[] payload = new byte[OutboxBenchCommand.BYTES];
                ByteBuffer.wrap(payload).putInt(i);
                Business.insert(connection);
                Runnable hook = contender.write(connection, List.of(payload));
                connection.commit();
                committed.set(i, System.nanoTime());
                hook.run();
                next += 1_000_000_000L / PER_SECOND;
                LockSupport.parkNanos(next - System.nanoTime());
            }
            connection.setAutoCommit(true);
        }
    }

    @Override
    public void close() {
        postgres.execute("truncate business", "truncate " + contender.table());
    }
}
