package dev.leat.outbox;

import dev.leat.outbox.codec.PayloadCodec;
import dev.leat.outbox.invalidation.InvalidationOptions;
import dev.leat.outbox.relay.RelayRoute;
import dev.leat.outbox.relay.RouteMeter;
import dev.leat.outbox.spi.Guarantee;
import dev.leat.outbox.spi.Retry;
import dev.leat.outbox.spi.RouteOptions;
import dev.leat.outbox.spi.Sink;
import dev.leat.outbox.sql.Database;
import dev.leat.outbox.sql.Dialect;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Builder of an {@link Outbox}. */
public final class OutboxBuilder {

    private final DataSource source;
    final Map<String, RouteOptions> routes = new LinkedHashMap<>();
    private final Map<String, Sink> sinks = new LinkedHashMap<>();
    private final Map<String, Retry> retries = new LinkedHashMap<>();
    private final List<Invalidations> caches = new ArrayList<>();
    private @Nullable Dialect dialect;
    String node = someName();
    private Retry retry = Retry.DEFAULT;
    private Duration keepInvalidations = Duration.ofMinutes(15);
    private Duration aliveFor = Duration.ofSeconds(10);
    private Duration longestTransaction = Duration.ofMinutes(1);
    private boolean listen = true;
    private @Nullable DataSource listenOn;
    String namespace = "default";

    @Nullable
    PayloadCodec codec;

    Duration stopWithin = Duration.ofSeconds(30);

    OutboxBuilder(DataSource source) {
        this.source = source;
    }

    /** Separates applications that share a database. */
    public OutboxBuilder namespace(String name) {
        namespace = TextLimits.text("namespace", name, TextLimits.NAME);
        return this;
    }

    /** One of postgresql, mariadb, mysql, sqlite, h2; otherwise the database is asked. */
    public OutboxBuilder dialect(String name) {
        dialect = Dialect.named(name);
        return this;
    }

    /** How other nodes see this one. Must differ between processes that run at the same time. */
    public OutboxBuilder node(String name) {
        node = TextLimits.text("node", name, TextLimits.NAME);
        return this;
    }

    /** Hands a route's rows on from this node, with row leases; in order and with shard leases if the sink numbers its batches. */
    public OutboxBuilder sink(String route, Sink sink) {
        boolean numbers = sink.guarantee() == Guarantee.IDEMPOTENT_PRODUCER;
        return sink(route, sink, numbers ? RouteOptions.ordered() : RouteOptions.leased());
    }

    /** Hands a route's rows on from this node. */
    public OutboxBuilder sink(String route, Sink sink, RouteOptions options) {
        route(route, options);
        sinks.put(route, sink);
        return this;
    }

    /** Declares a route that others hand on. Needed on every node that writes to it if its order is strict. */
    public OutboxBuilder route(String route, RouteOptions options) {
        if (routes.putIfAbsent(TextLimits.text("route", route, TextLimits.NAME), options) != null) {
            throw new IllegalArgumentException("route " + route + " is declared twice");
        }
        return this;
    }

    /** For routes that have no rule of their own. */
    public OutboxBuilder retry(Retry rule) {
        retry = rule;
        return this;
    }

    /** Sets the rule of one route. */
    public OutboxBuilder retry(String route, Retry rule) {
        retries.put(route, rule);
        return this;
    }

    /** How payloads are stored from now on, and what rows that name this codec are read with. */
    public OutboxBuilder codec(PayloadCodec payloads) {
        codec = payloads;
        return this;
    }

    /** A cache that hears of every invalidation in the namespace. */
    public OutboxBuilder cache(Invalidations cache) {
        caches.add(cache);
        return this;
    }

    /**
     * How long invalidations stay in the database, 15 minutes otherwise. A node that was away for longer cannot know what it
     * missed, and its caches forget everything.
     */
    public OutboxBuilder keepInvalidations(Duration time) {
        keepInvalidations = positive("keepInvalidations", time);
        return this;
    }

    /** How long after its last heartbeat a node counts as alive, and is waited for; 10 seconds otherwise. */
    public OutboxBuilder aliveFor(Duration time) {
        aliveFor = positive("aliveFor", time);
        return this;
    }

    /**
     * How long a missing row is expected before it is examined, a minute otherwise. Only where transactions have no numbers:
     * MariaDB, MySQL and H2. A transaction may be open for longer.
     */
    public OutboxBuilder longestTransaction(Duration time) {
        longestTransaction = positive("longestTransaction", time);
        return this;
    }

    /**
     * Where to listen for notifications of PostgreSQL, which takes one connection for as long as the outbox runs. The outbox's
     * own source otherwise; a pooler that shares connections between transactions needs a direct one here.
     */
    public OutboxBuilder listenOn(DataSource direct) {
        listen = true;
        listenOn = direct;
        return this;
    }

    /** Takes no connection to listen on: this node finds everything by polling. */
    public OutboxBuilder withoutListening() {
        listen = false;
        return this;
    }

    /** How long closing waits for sinks. */
    public OutboxBuilder stopWithin(Duration time) {
        stopWithin = time;
        return this;
    }

    /**
     * Checks the tables. Starts nothing.
     *
     * @throws IllegalStateException if the tables are missing or of another version
     */
    public Outbox build() throws SQLException {
        if (source instanceof MemoryDatabase memory) {
            memory.open();
        }
        Dialect spoken;
        int shards;
        try (Connection connection = source.getConnection()) {
            spoken = dialect != null ? dialect : Dialect.of(connection);
            shards = Schema.check(connection, spoken);
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
        }
        Database database = new Database(source, spoken);
        InvalidationTail tail = new InvalidationTail(database, namespace, node, caches, tailOptions());
        Map<String, RelayRoute> handedOn = new LinkedHashMap<>();
        sinks.forEach((route, sink) -> handedOn.put(route, route(route, sink, database, shards, tail)));
        return new Outbox(this, database, shards, handedOn, tail);
    }

    private RelayRoute route(String name, Sink sink, Database database, int shards, InvalidationTail tail) {
        RouteOptions options = Objects.requireNonNull(routes.get(name));
        return new RelayRoute(
                namespace,
                name,
                node,
                shards,
                database,
                sink,
                options,
                retries.getOrDefault(name, retry),
                codec,
                new RouteMeter(),
                tail::settled);
    }

    private InvalidationOptions tailOptions() {
        DataSource listened = listenOn == null ? source : listenOn;
        return new InvalidationOptions(keepInvalidations, aliveFor, longestTransaction, listen ? listened : null);
    }

    private static Duration positive(String what, Duration time) {
        if (time.toMillis() < 1) {
            throw new IllegalArgumentException(what + " is not positive: " + time);
        }
        return time;
    }

    private static String someName() {
        String host;
        try {
            host = InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            host = "node";
        }
        String suffix = "-" + ProcessHandle.current().pid() + "-"
                + Integer.toHexString(ThreadLocalRandom.current().nextInt(0x10000));
        return host.substring(0, Math.min(host.length(), TextLimits.NAME - suffix.length())) + suffix;
    }
}
