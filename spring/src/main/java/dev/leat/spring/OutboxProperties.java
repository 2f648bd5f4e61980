package dev.leat.spring;

import dev.leat.outbox.OutboxBuilder;
import dev.leat.outbox.spi.Guarantee;
import dev.leat.outbox.spi.Retry;
import dev.leat.outbox.spi.RouteOptions;
import dev.leat.outbox.spi.RouteOptions.Mode;
import dev.leat.outbox.spi.RouteOptions.OnDead;
import dev.leat.outbox.spi.RouteOptions.Ordering;
import dev.leat.outbox.spi.Sink;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the outbox.
 *
 * @param enabled Whether there is an outbox.
 * @param namespace Separates applications that share a database.
 * @param node How other nodes see this one; it has to differ between processes that run at the same time. Made up if it is not set.
 * @param dialect One of auto, postgresql, mariadb, mysql, sqlite, h2.
 * @param listen Whether to take a connection for the notifications of PostgreSQL.
 * @param stopWithin How long a stop waits for sinks.
 * @param keepInvalidations How long invalidations stay in the database.
 * @param aliveFor How long after its last heartbeat a node is waited for.
 * @param longestTransaction How long a missing row is expected before it is examined, where transactions have no numbers.
 * @param retry When a row that failed is tried again.
 * @param routes How the rows of each route are handed on.
 */
@ConfigurationProperties("leat.outbox")
public record OutboxProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("default") String namespace,
        @Nullable String node,
        @DefaultValue("auto") String dialect,
        @DefaultValue("true") boolean listen,
        @DefaultValue("30s") Duration stopWithin,
        @DefaultValue("15m") Duration keepInvalidations,
        @DefaultValue("10s") Duration aliveFor,
        @DefaultValue("1m") Duration longestTransaction,
        @DefaultValue Backoff retry,
        @DefaultValue Map<String, Route> routes) {

    /**
     * Settings of retries: when a row that failed is tried again, and when it is given up.
     *
     * @param first How long to wait after the first attempt; twice as long after each more.
     * @param longest How long to wait at most.
     * @param maxAttempts After how many attempts a row is dead.
     * @param jitter Whether to wait a random part of the time.
     */
    public record Backoff(
            @DefaultValue("200ms") Duration first,
            @DefaultValue("5m") Duration longest,
            @DefaultValue("12") int maxAttempts,
            @DefaultValue("true") boolean jitter) {

        Retry rule() {
            Retry rule = Retry.exponential(first, longest).maxAttempts(maxAttempts);
            return jitter ? rule.fullJitter() : rule;
        }
    }

    /**
     * Settings of a route: how its rows are handed on. What is not set is as in the mode.
     *
     * @param mode What keeps two workers from handing on the same row; SHARD if the route has an order or its sink numbers batches, otherwise
     *     LEASE.
     * @param ordering In which order rows are handed on.
     * @param onDead What happens to later rows of a key when one is dead.
     * @param batch Rows per claim.
     * @param workers How many hand on at the same time on this node.
     * @param lease After which a silent worker's rows are given to others.
     * @param keepDone How long rows stay after they were handed on.
     * @param retry When a row of this route that failed is tried again.
     */
    public record Route(
            @Nullable Mode mode,
            @Nullable Ordering ordering,
            @Nullable OnDead onDead,
            @Nullable Integer batch,
            @Nullable Integer workers,
            @Nullable Duration lease,
            @Nullable Duration keepDone,
            @Nullable Backoff retry) {

        static final Route UNSET = new Route(null, null, null, null, null, null, null, null);

        /** Of a route that other nodes hand on. */
        RouteOptions options() {
            return options(false);
        }

        RouteOptions options(Sink sink) {
            return options(sink.guarantee() == Guarantee.IDEMPOTENT_PRODUCER);
        }

        private RouteOptions options(boolean numbered) {
            RouteOptions base = base(numbered);
            return new RouteOptions(
                    base.mode(),
                    or(ordering, base.ordering()),
                    or(onDead, base.onDead()),
                    or(batch, base.batch()),
                    or(workers, base.workers()),
                    or(lease, base.lease()),
                    or(keepDone, base.keepDone()));
        }

        private RouteOptions base(boolean numbered) {
            boolean ordered = ordering != null && ordering != Ordering.NONE;
            return switch (or(mode, ordered || numbered ? Mode.SHARD : Mode.LEASE)) {
                case LEASE -> RouteOptions.leased();
                case LOCKED -> RouteOptions.locked();
                case SHARD -> RouteOptions.ordered();
            };
        }

        private static <T> T or(@Nullable T value, T otherwise) {
            return value == null ? otherwise : value;
        }
    }

    void applyTo(OutboxBuilder builder) {
        builder.namespace(namespace)
                .stopWithin(stopWithin)
                .keepInvalidations(keepInvalidations)
                .aliveFor(aliveFor)
                .longestTransaction(longestTransaction)
                .retry(retry.rule());
        if (node != null) {
            builder.node(node);
        }
        if (!dialect.equals("auto")) {
            builder.dialect(dialect);
        }
        if (!listen) {
            builder.withoutListening();
        }
        routes.forEach((name, route) -> {
            if (route.retry() != null) {
                builder.retry(name, route.retry().rule());
            }
        });
    }

    RouteOptions options(String route, Sink sink) {
        return routes.getOrDefault(route, Route.UNSET).options(sink);
    }
}
