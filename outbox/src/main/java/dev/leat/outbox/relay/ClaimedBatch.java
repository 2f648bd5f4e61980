package dev.leat.outbox.relay;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.leat.outbox.spi.Batch;
import dev.leat.outbox.spi.Retry;
import dev.leat.outbox.spi.RouteOptions;
import dev.leat.outbox.spi.Row;
import dev.leat.outbox.sql.EventRows;
import dev.leat.outbox.sql.StoredRow;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A batch with the result of each of its rows so far. */
final class ClaimedBatch implements Batch {

    private static final int ERROR_LENGTH = 2000;

    private final RelayRoute route;
    private final BooleanSupplier stopping;
    private final @Nullable Connection connection;
    private final List<Row> rows = new ArrayList<>();
    private final List<EventRows.Failure> undecodable = new ArrayList<>();
    private final Map<Long, Throwable> failed = new ConcurrentHashMap<>();
    private final Set<Long> released = ConcurrentHashMap.newKeySet();
    private final Set<String> heldKeys = ConcurrentHashMap.newKeySet();
    private volatile boolean connectionUsed;

    ClaimedBatch(RelayRoute route, List<StoredRow> stored, BooleanSupplier stopping, @Nullable Connection connection) {
        this.route = route;
        this.stopping = stopping;
        this.connection = connection;
        RowDecoder decoder = new RowDecoder(route);
        for (StoredRow row : stored) {
            try {
                rows.add(decoder.decode(row));
            } catch (RowDecoder.Undecodable e) {
                undecodable.add(new EventRows.Failure(
                        row.seq(), row.commitRef(), row.attempts(), true, 0, text("undecodable: " + e.getMessage())));
            }
        }
    }

    ClaimedBatch(RelayRoute route, List<Row> rows, BooleanSupplier stopping) {
        this.route = route;
        this.stopping = stopping;
        this.connection = null;
        this.rows.addAll(rows);
    }

    /** Lets the sink have the rows. Whatever it throws is an answer for those rows, and not the end of the worker. */
    void handOff() {
        if (rows.isEmpty()) {
            return;
        }
        long start = System.nanoTime();
        try {
            route.sink().handOff(this);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            rest().forEach(this::release);
        } catch (Throwable e) {
            rest().forEach(row -> failed.put(row.seq(), e));
        } finally {
            route.counters().handOffs.increment();
            route.counters().handOffNanos.add(System.nanoTime() - start);
        }
    }

    private List<Row> rest() {
        return rows.stream()
                .filter(row -> !failed.containsKey(row.seq()) && !released.contains(row.seq()))
                .toList();
    }

    List<Row> done() {
        return rest();
    }

    List<Long> released() {
        return List.copyOf(released);
    }

    List<EventRows.Failure> undecodable() {
        return undecodable;
    }

    /** What the sink has failed, with what comes next. */
    List<EventRows.Failure> failures() {
        Retry retry = route.retry();
        List<EventRows.Failure> failures = new ArrayList<>();
        for (Row row : rows) {
            Throwable error = failed.get(row.seq());
            if (error != null) {
                boolean dead = retry.isDead(error, row.attempt());
                long delay = dead ? 0 : retry.delay(row.attempt()).toMillis();
                failures.add(new EventRows.Failure(
                        row.seq(), row.commitRef(), row.attempt() - 1, dead, delay, text(error.toString())));
            }
        }
        return failures;
    }

    boolean connectionUsed() {
        return connectionUsed;
    }

    @Override
    public List<Row> rows() {
        return List.copyOf(rows);
    }

    /** Once the connection was used, a failure undoes the batch, and what fails after it may fail because of it. */
    @Override
    public void fail(Row row, Throwable error) {
        if (isUndone()) {
            release(row);
        } else {
            released.remove(row.seq());
            failed.put(row.seq(), error);
            hold(row);
        }
    }

    private boolean isUndone() {
        return connectionUsed && !failed.isEmpty();
    }

    @Override
    public void release(Row row) {
        if (!failed.containsKey(row.seq())) {
            released.add(row.seq());
            hold(row);
        }
    }

    private void hold(Row row) {
        if (row.key() != null) {
            heldKeys.add(row.key());
        }
    }

    @Override
    public boolean isReady(Row row) {
        boolean ordered = route.options().ordering() != RouteOptions.Ordering.NONE;
        return !stopping() && !(ordered && row.key() != null && heldKeys.contains(row.key()));
    }

    @Override
    public boolean stopping() {
        return stopping.getAsBoolean() || isUndone();
    }

    @Override
    public Connection connection() {
        if (connection == null) {
            throw new IllegalStateException("route " + route.name() + " is not in locked mode");
        }
        connectionUsed = true;
        return connection;
    }

    /** Fits into the column, and is text that every database takes: a row must not stay claimed because of its error. */
    static String text(String error) {
        String cut = error.substring(0, Math.min(error.length(), ERROR_LENGTH)).replace('\0', ' ');
        return new String(cut.getBytes(UTF_8), UTF_8);
    }
}
