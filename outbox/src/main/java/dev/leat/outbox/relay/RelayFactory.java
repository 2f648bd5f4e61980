package dev.leat.outbox.relay;

import dev.leat.outbox.spi.Guarantee;
import dev.leat.outbox.spi.RouteOptions.Mode;
import dev.leat.outbox.sql.EventRows;
import dev.leat.outbox.sql.ShardLeases;

/** Factory of relays by mode. */
public final class RelayFactory {

    private RelayFactory() {}

    public static Relay of(RelayRoute route) {
        if (route.sink().guarantee() == Guarantee.IDEMPOTENT_PRODUCER
                && route.options().mode() != Mode.SHARD) {
            throw new IllegalArgumentException(
                    "route " + route.name() + " numbers its batches, which needs mode SHARD, not "
                            + route.options().mode());
        }
        return switch (route.options().mode()) {
            case LEASE -> leased(route);
            case LOCKED -> locked(route);
            case SHARD -> sharded(route);
        };
    }

    private static Relay leased(RelayRoute route) {
        EventRows events = events(route);
        Leases leases = leases(route, events);
        return new RelayWorkers(
                route, new LeaseMode(route, events, leases), new Maintenance(route, events, last -> leases.renew()));
    }

    private static Relay locked(RelayRoute route) {
        EventRows events = events(route);
        Leases leases = leases(route, events);
        return new RelayWorkers(
                route, new LockMode(route, events, leases), new Maintenance(route, events, last -> leases.renew()));
    }

    private static Relay sharded(RelayRoute route) {
        ShardLeases shards = new ShardLeases(route.database().dialect(), route.namespace(), route.name());
        OwnedShards owned = new OwnedShards();
        ShardBalancer keeper = new ShardBalancer(route, shards, owned);
        return new RelayWorkers(
                route, new ShardMode(route, shards, owned), new Maintenance(route, events(route), keeper));
    }

    private static Leases leases(RelayRoute route, EventRows events) {
        return new Leases(route.database(), events, route.options().lease().toMillis());
    }

    private static EventRows events(RelayRoute route) {
        return new EventRows(route.database().dialect(), route.namespace(), route.name());
    }
}
