package dev.leat.outbox;

import dev.leat.outbox.spi.Guarantee;
import dev.leat.outbox.spi.RouteCounters;
import dev.leat.outbox.spi.RouteOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** State of a namespace: its routes with their counts of rows. */
public record OutboxStatus(String namespace, String node, List<RouteStatus> routes) {

    /**
     * One route, as all nodes see it.
     *
     * @param ready waiting, including those that are not due yet
     * @param claimed with a worker
     * @param oldestReady how long the oldest ready row has been due
     * @param lastHandOff to within a few seconds
     * @param attempts of the rows that are ready, claimed or dead
     * @param here how this node hands the route on, if it does
     */
    public record RouteStatus(
            String route,
            long ready,
            long claimed,
            long dead,
            Duration oldestReady,
            @Nullable Instant lastHandOff,
            long attempts,
            boolean paused,
            @Nullable Here here) {}

    /**
     * This node's part in a route.
     *
     * @param alerts what does not get on by itself, or has not for a while
     */
    public record Here(RouteOptions options, Guarantee guarantee, RouteCounters counters, List<String> alerts) {}

    /** Returns the status of a route; empty if the outbox does not know it. */
    public Optional<RouteStatus> route(String name) {
        return routes.stream().filter(route -> route.route().equals(name)).findFirst();
    }
}
