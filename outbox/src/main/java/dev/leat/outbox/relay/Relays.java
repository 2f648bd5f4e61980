package dev.leat.outbox.relay;

import dev.leat.outbox.Guarantee;
import dev.leat.outbox.RouteOptions.Mode;
import dev.leat.outbox.sql.Events;
import dev.leat.outbox.sql.Shards;

/** Which relay a mode stands for. */
public final class Relays {

    private Relays() {}

    public static Relay of(Route route) {
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

    private static Relay leased(Route route) {
        Events events = events(route);
        Leases leases = leases(route, events);
        return new WorkerRelay(
                route, new LeaseTurn(route, events, leases), new Upkeep(route, events, last -> leases.renew()));
    }

    private static Relay locked(Route route) {
        Events events = events(route);
        Leases leases = leases(route, events);
        return new WorkerRelay(
                route, new LockedTurn(route, events, leases), new Upkeep(route, events, last -> leases.renew()));
    }

    private static Relay sharded(Route route) {
        Shards shards = new Shards(route.database().dialect(), route.namespace(), route.name());
        ShardDesk desk = new ShardDesk();
        ShardKeeper keeper = new ShardKeeper(route, shards, desk);
        return new WorkerRelay(route, new ShardTurn(route, shards, desk), new Upkeep(route, events(route), keeper));
    }

    private static Leases leases(Route route, Events events) {
        return new Leases(route.database(), events, route.options().lease().toMillis());
    }

    private static Events events(Route route) {
        return new Events(route.database().dialect(), route.namespace(), route.name());
    }
}
