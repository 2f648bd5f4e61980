package dev.leat.outbox.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.outbox.Databases;
import dev.leat.outbox.Handler;
import dev.leat.outbox.TestDatabase;
import dev.leat.outbox.spi.Retry;
import dev.leat.outbox.spi.RouteOptions;
import dev.leat.outbox.spi.Row;
import dev.leat.outbox.sql.Database;
import dev.leat.outbox.sql.Dialect;
import dev.leat.outbox.sql.EventRows;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class SettlementReportTest {

    private final UUID handedOn = UUID.randomUUID();
    private final UUID dead = UUID.randomUUID();
    private final UUID retried = UUID.randomUUID();

    @Test
    void whoeverWaitsIsToldOfRowsThatAreDoneOrDead() {
        try (TestDatabase database = Databases.H2.open()) {
            List<UUID> told = new ArrayList<>();
            RelayRoute route = new RelayRoute(
                    "shop",
                    "orders",
                    "node",
                    1,
                    new Database(database, Dialect.named("h2")),
                    Handler.of((row, batch) -> {}),
                    RouteOptions.leased(),
                    Retry.DEFAULT,
                    null,
                    new RouteMeter(),
                    told::addAll);
            List<EventRows.Failure> failures = List.of(
                    new EventRows.Failure(2, dead, 0, true, 0, "boom"),
                    new EventRows.Failure(3, retried, 0, false, 5, "not yet"),
                    new EventRows.Failure(4, null, 0, true, 0, "unreadable"));

            new SettlementReport(route).settled(List.of(row()), failures, 0, 0);

            assertThat(told).containsExactly(handedOn, dead);
            assertThat(route.counters().read())
                    .extracting("done", "dead", "retried")
                    .containsExactly(1L, 2L, 1L);
        }
    }

    private Row row() {
        return new Row(1, "shop", "orders", 0, null, handedOn, null, new byte[0], Map.of(), null, 1, 1, Instant.EPOCH);
    }
}
