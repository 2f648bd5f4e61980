package dev.leat.outbox.spi;

import java.time.Duration;

/**
 * Options of a route: how its rows are handed on. Immutable.
 *
 * @param batch rows per claim
 * @param workers how many hand on at the same time on this node
 * @param lease after which a silent worker's rows are given to others; a living worker renews it
 * @param keepDone how long rows stay after they were handed on; zero deletes them at once
 */
public record RouteOptions(
        Mode mode, Ordering ordering, OnDead onDead, int batch, int workers, Duration lease, Duration keepDone) {

    /** Mechanism that keeps two workers from handing on the same row. */
    public enum Mode {
        /** Each row is leased. For any sink, however slow. */
        LEASE,
        /** Rows are locked in one transaction from reading to deleting. For sinks that are fast or in the same database. */
        LOCKED,
        /** Whole shards are leased, and their rows go in order. */
        SHARD
    }

    /** Order in which rows are handed on. */
    public enum Ordering {
        /** In no order. */
        NONE,
        /** Rows with the same key in the order they were written, if their transactions did not overlap. */
        KEY,
        /** Rows with the same key in the order they were committed: transactions that use the same key wait for each other. */
        KEY_STRICT
    }

    /** Treatment of later rows of a key when one is dead. */
    public enum OnDead {
        /** They wait until an operator requeues or discards the dead row. */
        BLOCK_KEY,
        /** They are handed on without it. */
        SKIP
    }

    public RouteOptions {
        if (batch < 1 || batch > 10_000) {
            throw new IllegalArgumentException("a batch has 1 to 10000 rows, not " + batch);
        }
        if (workers < 1 || workers > 256) {
            throw new IllegalArgumentException("a route has 1 to 256 workers, not " + workers);
        }
        if (lease.compareTo(Duration.ofMillis(100)) < 0) {
            throw new IllegalArgumentException("a lease takes at least 100 ms, not " + lease);
        }
        if (keepDone.isNegative()) {
            throw new IllegalArgumentException("rows cannot be kept for " + keepDone);
        }
        if (ordering != Ordering.NONE && mode != Mode.SHARD) {
            throw new IllegalArgumentException("only mode SHARD keeps an order, not " + mode);
        }
    }

    /** Row leases, no order, two workers. */
    public static RouteOptions leased() {
        return new RouteOptions(
                Mode.LEASE, Ordering.NONE, OnDead.BLOCK_KEY, 100, 2, Duration.ofSeconds(30), Duration.ZERO);
    }

    /** Rows locked while they are handed on, no order, two workers. */
    public static RouteOptions locked() {
        return new RouteOptions(
                Mode.LOCKED, Ordering.NONE, OnDead.BLOCK_KEY, 100, 2, Duration.ofSeconds(30), Duration.ZERO);
    }

    /** Shard leases, rows of a key in order, two workers. */
    public static RouteOptions ordered() {
        return new RouteOptions(
                Mode.SHARD, Ordering.KEY, OnDead.BLOCK_KEY, 500, 2, Duration.ofSeconds(10), Duration.ZERO);
    }

    /** Returns the options with another order. Only {@link Mode#SHARD} keeps one. */
    public RouteOptions ordering(Ordering order) {
        return new RouteOptions(mode, order, onDead, batch, workers, lease, keepDone);
    }

    /** Returns the options with another treatment of rows behind a dead one. */
    public RouteOptions onDead(OnDead reaction) {
        return new RouteOptions(mode, ordering, reaction, batch, workers, lease, keepDone);
    }

    /** Returns the options with another number of rows per claim: 1 to 10000. */
    public RouteOptions batch(int rows) {
        return new RouteOptions(mode, ordering, onDead, rows, workers, lease, keepDone);
    }

    /** Returns the options with another number of workers of this node: 1 to 256. */
    public RouteOptions workers(int count) {
        return new RouteOptions(mode, ordering, onDead, batch, count, lease, keepDone);
    }

    /** Returns the options with another lease: at least 100 ms. */
    public RouteOptions lease(Duration time) {
        return new RouteOptions(mode, ordering, onDead, batch, workers, time, keepDone);
    }

    /** Returns the options with another time that rows stay after they were handed on. */
    public RouteOptions keepDone(Duration time) {
        return new RouteOptions(mode, ordering, onDead, batch, workers, lease, time);
    }
}
