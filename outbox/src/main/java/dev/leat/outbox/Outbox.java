package dev.leat.outbox;

import dev.leat.outbox.codec.PayloadCodec;
import dev.leat.outbox.relay.Relay;
import dev.leat.outbox.relay.RelayFactory;
import dev.leat.outbox.relay.RelayRoute;
import dev.leat.outbox.spi.RouteCounters;
import dev.leat.outbox.spi.RouteOptions;
import dev.leat.outbox.sql.Database;
import dev.leat.outbox.sql.Dialect;
import dev.leat.outbox.sql.RouteTotals;
import dev.leat.outbox.sql.RowInserter;
import dev.leat.outbox.sql.RowTotals;
import dev.leat.outbox.sql.Uuids;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The outbox of one namespace in one database: writes events and invalidations, hands events on and follows invalidations.
 *
 * <pre>{@code
 * Outbox outbox = Outbox.builder(dataSource).namespace("shop").sink("mail", Handler.of(mailer)).build();
 * outbox.start();
 *
 * Receipt receipt;
 * try (OutboxTx tx = outbox.in(connection)) {
 *     tx.emit("mail", "order-7", payload);
 *     tx.invalidate(Intent.entity("order", "7"));
 *     receipt = tx.receipt();
 * }
 * connection.commit();
 * outbox.committed(receipt);
 * }</pre>
 */
public final class Outbox implements AutoCloseable {

    private final String namespace;
    private final String node;
    private final Database database;
    private final int shards;
    private final @Nullable PayloadCodec codec;
    private final Map<String, RouteOptions> routes;
    private final Map<String, RelayRoute> handedOn;
    private final Map<String, Relay> relays;
    private final InvalidationTail tail;
    private final RowInserter inserter;
    private final Duration stopWithin;

    Outbox(
            OutboxBuilder builder,
            Database database,
            int shards,
            Map<String, RelayRoute> handedOn,
            InvalidationTail tail) {
        this.namespace = builder.namespace;
        this.node = builder.node;
        this.codec = builder.codec;
        this.routes = Map.copyOf(builder.routes);
        this.stopWithin = builder.stopWithin;
        this.database = database;
        this.shards = shards;
        this.handedOn = handedOn;
        this.relays = new LinkedHashMap<>();
        handedOn.forEach((name, route) -> relays.put(name, RelayFactory.of(route)));
        this.tail = tail;
        this.inserter = new RowInserter(database.dialect());
        relays.forEach(tail.wakeups()::onEvents);
    }

    /** Returns a builder of an outbox in the database of a source. */
    public static OutboxBuilder builder(DataSource source) {
        return new OutboxBuilder(source);
    }

    /**
     * An outbox in a database of its own, in memory, for tests of applications: nothing is to be set up, and everything works as in any other
     * database. The application's tables can be there as well, by {@link #source}. The database ends when the outbox is closed.
     *
     * <p>The database is H2, which has to be on the class path: {@code com.h2database:h2}, in scope test.
     */
    public static OutboxBuilder inMemory() {
        return new OutboxBuilder(new MemoryDatabase());
    }

    /**
     * Begins to hand rows on and to follow invalidations. An outbox that only writes need not be started. Its caches should not be
     * used before this returns: until then no wait for all nodes includes this one.
     */
    public void start() {
        tail.start();
        relays.values().forEach(Relay::start);
    }

    /**
     * Hands on the rows of a route that are due now, on the calling thread, and returns what became of them. For tests, scheduled jobs and
     * programs that decide themselves when rows are handed on: only for an outbox that is not started. It ends when as many rows were tried as
     * were due at its beginning, a few batches later at most, so that a sink which itself emits rows does not keep it going. Other nodes may
     * hand on rows of the route at the same time.
     *
     * @throws IllegalArgumentException if the route has no sink here
     * @throws IllegalStateException if the outbox was started or closed
     * @throws SQLException if the database fails; what was handed on before stays settled
     */
    public RunReport runOnce(String route) throws SQLException, InterruptedException {
        Relay relay = relays.get(route);
        if (relay == null) {
            throw new IllegalArgumentException("route " + route + " has no sink here");
        }
        synchronized (relay) { // so that no other call counts along
            RouteCounters before = counters(route);
            relay.runOnce();
            RouteCounters after = counters(route);
            RouteTotals left = database.single(new RowTotals(database.dialect(), namespace)::read)
                    .getOrDefault(route, new RouteTotals());
            return new RunReport(
                    after.done() - before.done(),
                    after.retried() - before.retried(),
                    after.dead() - before.dead(),
                    left.ready + left.claimed);
        }
    }

    /** The database that the outbox is in. */
    public DataSource source() {
        return database.source();
    }

    /** Joins the transaction of a connection. */
    public OutboxTx in(Connection connection) {
        return new OutboxTx(this, connection, Uuids.next(), false);
    }

    /** Joins a transaction that the caller has a name for: what a repeated call with that name has written is not written twice. */
    public OutboxTx in(Connection connection, UUID commitRef) {
        return new OutboxTx(this, connection, commitRef, true);
    }

    /**
     * The transaction is committed: this node's caches forget at once, and its relays look at once.
     *
     * @throws IllegalArgumentException if the receipt is of another namespace
     */
    public void committed(Receipt receipt) {
        if (!receipt.namespace().equals(namespace)) {
            throw new IllegalArgumentException(
                    "the receipt is of namespace " + receipt.namespace() + ", not of " + namespace);
        }
        tail.committed(receipt, receipt.intents(), receipt.shards());
        receipt.confirm(this);
    }

    /**
     * Waits until a commit has come as far as asked for. The receipt may be another node's.
     *
     * @throws WaitTimeoutException if the wait is strict and time runs out
     */
    public WaitOutcome await(Receipt receipt, Wait wait, Duration within) {
        return tail.await(receipt, receipt.isConfirmed(), receipt.isConfirmedBy(this), wait, within);
    }

    /** How this node follows invalidations. */
    public InvalidationStatus invalidationStatus() {
        return tail.status();
    }

    /** Dead letters and pauses. */
    public Admin admin() {
        return new Admin(database, namespace, tail.wakeups()::revived);
    }

    /** How things stand, by counting: cheap, but not for every request. */
    public OutboxStatus status() throws SQLException {
        Map<String, RouteTotals> totals = database.single(new RowTotals(database.dialect(), namespace)::read);
        handedOn.keySet().forEach(route -> totals.computeIfAbsent(route, name -> new RouteTotals()));
        List<OutboxStatus.RouteStatus> list = new ArrayList<>();
        totals.forEach((route, numbers) -> list.add(new OutboxStatus.RouteStatus(
                route,
                numbers.ready,
                numbers.claimed,
                numbers.dead,
                Duration.ofMillis(numbers.oldestReadyMillis),
                numbers.handedOffAt,
                numbers.attempts,
                numbers.paused,
                here(handedOn.get(route), relays.get(route)))));
        return new OutboxStatus(namespace, node, List.copyOf(list));
    }

    private static OutboxStatus.@Nullable Here here(@Nullable RelayRoute route, @Nullable Relay relay) {
        return route == null || relay == null
                ? null
                : new OutboxStatus.Here(
                        route.options(),
                        route.sink().guarantee(),
                        route.counters().read(),
                        relay.alerts());
    }

    /** Returns the names of all routes of this outbox: those with a sink here and those that are only declared. */
    public Set<String> routeNames() {
        return routes.keySet();
    }

    /**
     * Returns what on a route does not get on by itself, one sentence each.
     *
     * @throws NullPointerException if the route has no sink here
     */
    public List<String> alerts(String route) {
        return Objects.requireNonNull(relays.get(route)).alerts();
    }

    /** Returns the names of the routes that have a sink on this node. */
    public Set<String> handedOnHere() {
        return handedOn.keySet();
    }

    /**
     * Returns what this process has done on a route.
     *
     * @throws NullPointerException if the route has no sink here
     */
    public RouteCounters counters(String route) {
        return Objects.requireNonNull(handedOn.get(route)).counters().read();
    }

    /** Lets every sink finish what it has begun, gives back the rest, and stops. */
    @Override
    public void close() {
        relays.values().forEach(Relay::stop);
        long deadline = System.nanoTime() + stopWithin.toNanos();
        try {
            for (Relay relay : relays.values()) {
                relay.join(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            tail.close();
            if (database.source() instanceof MemoryDatabase memory) {
                memory.close();
            }
        }
    }

    /** Returns the namespace: outboxes of other namespaces in the same tables do not see its rows. */
    public String namespace() {
        return namespace;
    }

    int shards() {
        return shards;
    }

    @Nullable
    PayloadCodec codec() {
        return codec;
    }

    RowInserter inserter() {
        return inserter;
    }

    Dialect dialect() {
        return database.dialect();
    }

    boolean isStrict(String route) {
        RouteOptions options = routes.get(route);
        return options != null && options.ordering() == RouteOptions.Ordering.KEY_STRICT;
    }
}
