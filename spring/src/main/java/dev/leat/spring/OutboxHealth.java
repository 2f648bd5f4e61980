package dev.leat.spring;

import dev.leat.outbox.InvalidationStatus;
import dev.leat.outbox.Outbox;
import dev.leat.outbox.OutboxStatus;
import dev.leat.outbox.Schema;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Health of the outbox: out of service if the database does not answer or has not the tables, or while a cache may be stale because it could not be flushed;
 * else up, with what is ready and dead, and what does not get on by itself. Neither dead letters nor alerts of routes are an illness of
 * this process: a restart would not mend them.
 */
final class OutboxHealth implements HealthIndicator {

    private final Outbox outbox;
    private final DataSource source;

    OutboxHealth(Outbox outbox, DataSource source) {
        this.outbox = outbox;
        this.source = source;
    }

    @Override
    public Health health() {
        try {
            Schema.check(source);
            return up(outbox.status());
        } catch (SQLException | IllegalStateException e) {
            return Health.outOfService()
                    .withDetail("namespace", outbox.namespace())
                    .withException(e)
                    .build();
        }
    }

    private Health up(OutboxStatus status) {
        Map<String, Object> routes = new LinkedHashMap<>();
        status.routes().forEach(route -> routes.put(route.route(), route(route)));
        InvalidationStatus tail = outbox.invalidationStatus();
        Health.Builder health =
                tail.alerts().isEmpty() ? Health.up() : Health.outOfService().withDetail("cacheAlerts", tail.alerts());
        return health.withDetail("namespace", status.namespace())
                .withDetail("node", status.node())
                .withDetail("routes", routes)
                .withDetail("following", tail.following())
                .withDetail("listening", tail.listening())
                .build();
    }

    private static Map<String, Object> route(OutboxStatus.RouteStatus route) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("ready", route.ready());
        details.put("claimed", route.claimed());
        details.put("dead", route.dead());
        details.put("oldestReady", route.oldestReady().toString());
        details.put("paused", route.paused());
        if (route.here() != null) {
            details.put("alerts", route.here().alerts());
        }
        return details;
    }
}
