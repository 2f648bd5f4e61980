package dev.leat.outbox;

import dev.leat.outbox.relay.Relay;
import dev.leat.outbox.sql.Database;
import dev.leat.outbox.sql.Dialect;
import dev.leat.outbox.sql.Enqueue;
import dev.leat.outbox.sql.Uuids;
import dev.leat.outbox.tail.Tail;
import java.sql.Connection;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Events and invalidations of one namespace in one database.
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
    private final Database database;
    private final int shards;
    private final @Nullable PayloadCodec codec;
    private final Map<String, RouteOptions> routes;
    private final Map<String, Relay> relays;
    private final Tail tail;
    private final Enqueue enqueue;
    private final Duration stopWithin;

    Outbox(OutboxBuilder builder, Database database, int shards, Map<String, Relay> relays, Tail tail) {
        this.namespace = builder.namespace;
        this.codec = builder.codec;
        this.routes = Map.copyOf(builder.routes);
        this.stopWithin = builder.stopWithin;
        this.database = database;
        this.shards = shards;
        this.relays = relays;
        this.tail = tail;
        this.enqueue = new Enqueue(database.dialect());
    }

    public static OutboxBuilder builder(DataSource source) {
        return new OutboxBuilder(source);
    }

    /** Begins to hand rows on and to follow invalidations. An outbox that only writes need not be started. */
    public void start() {
        tail.start();
        relays.values().forEach(Relay::start);
    }

    /** Joins the transaction of a connection. */
    public OutboxTx in(Connection connection) {
        return new OutboxTx(this, connection, Uuids.next(), false);
    }

    /** Joins a transaction that the caller has a name for: what a repeated call with that name has written is not written twice. */
    public OutboxTx in(Connection connection, UUID commitRef) {
        return new OutboxTx(this, connection, commitRef, true);
    }

    /** The transaction is committed: this node's caches forget at once, and its relays look at once. */
    public void committed(Receipt receipt) {
        tail.committed(receipt, receipt.intents());
        if (receipt.events() > 0) {
            relays.values().forEach(relay -> relay.wake(Relay.Wake.HERE));
        }
    }

    /** Waits until a commit has come as far as asked for. */
    public Outcome await(Receipt receipt, Wait wait, Duration within) {
        return tail.await(receipt, wait, within);
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
        }
    }

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

    Enqueue enqueue() {
        return enqueue;
    }

    Dialect dialect() {
        return database.dialect();
    }

    boolean isStrict(String route) {
        RouteOptions options = routes.get(route);
        return options != null && options.ordering() == RouteOptions.Ordering.KEY_STRICT;
    }
}
