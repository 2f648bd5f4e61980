package dev.leat.outbox.relay;

import dev.leat.outbox.codec.PayloadCodec;
import dev.leat.outbox.spi.Retry;
import dev.leat.outbox.spi.RouteOptions;
import dev.leat.outbox.spi.Sink;
import dev.leat.outbox.sql.Database;
import java.util.Collection;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Configuration and dependencies of a {@link Relay}.
 *
 * @param node this process, as others see it
 * @param shards how many there are in the database
 * @param settled is told of which commits rows were handed on or are dead, after that is committed
 */
public record RelayRoute(
        String namespace,
        String name,
        String node,
        int shards,
        Database database,
        Sink sink,
        RouteOptions options,
        Retry retry,
        @Nullable PayloadCodec codec,
        RouteMeter counters,
        Consumer<Collection<UUID>> settled) {}
