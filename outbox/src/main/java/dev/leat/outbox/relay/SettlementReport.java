package dev.leat.outbox.relay;

import dev.leat.outbox.spi.Row;
import dev.leat.outbox.sql.EventRows;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reporter of settlements after their commit: counts them, logs failures, and tells the waits for their commits. */
record SettlementReport(RelayRoute route) {

    private static final Logger LOG = LoggerFactory.getLogger(SettlementReport.class);

    /** @param late rows that had gone to another worker before they were settled */
    void settled(List<Row> done, List<EventRows.Failure> failures, int released, int late) {
        RouteMeter counters = route.counters();
        counters.done.add(done.size());
        counters.released.add(released);
        counters.fenced.add(late);
        for (EventRows.Failure failure : failures) {
            failed(failure);
        }
        if (late > 0) {
            LOG.warn("route {}: {} rows were settled too late: another worker had their lease", route.name(), late);
        }
        route.settled().accept(commits(done, failures));
    }

    private static Collection<UUID> commits(List<Row> done, List<EventRows.Failure> failures) {
        List<UUID> commits = new ArrayList<>(done.size());
        done.forEach(row -> commits.add(row.commitRef()));
        for (EventRows.Failure failure : failures) {
            if (failure.dead() && failure.commitRef() != null) {
                commits.add(failure.commitRef());
            }
        }
        return commits;
    }

    private void failed(EventRows.Failure failure) {
        if (failure.dead()) {
            route.counters().dead.increment();
            LOG.warn("route {}: row {} is dead: {}", route.name(), failure.seq(), failure.error());
        } else {
            route.counters().retried.increment();
            LOG.debug("route {}: row {} is tried again: {}", route.name(), failure.seq(), failure.error());
        }
    }
}
