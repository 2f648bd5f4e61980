package dev.leat.outbox.relay;

import dev.leat.outbox.sql.Events;

/** Which relay a mode stands for. */
public final class Relays {

    private Relays() {}

    public static Relay of(Route route) {
        return switch (route.options().mode()) {
            case LEASE -> leased(route);
            case LOCKED -> locked(route);
            case SHARD -> throw new UnsupportedOperationException("no shard leases yet");
        };
    }

    private static Relay leased(Route route) {
        Events events = events(route);
        Leases leases =
                new Leases(route.database(), events, route.options().lease().toMillis());
        return new WorkerRelay(route, new LeaseTurn(route, events, leases), new Upkeep(route, events, leases));
    }

    private static Relay locked(Route route) {
        Events events = events(route);
        return new WorkerRelay(route, new LockedTurn(route, events), new Upkeep(route, events, null));
    }

    private static Events events(Route route) {
        return new Events(route.database().dialect(), route.namespace(), route.name());
    }
}
