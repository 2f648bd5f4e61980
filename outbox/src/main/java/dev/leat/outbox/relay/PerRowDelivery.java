package dev.leat.outbox.relay;

import dev.leat.outbox.relay.ShardStore.Recorded;
import dev.leat.outbox.relay.ShardStore.Settlement;
import dev.leat.outbox.spi.Row;
import dev.leat.outbox.sql.EventRows;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Delivery to a sink that answers for each row. A row that was with a worker that ended has been tried, and may be what ended it. */
final class PerRowDelivery implements BatchDelivery {

    private final RelayRoute route;

    PerRowDelivery(RelayRoute route) {
        this.route = route;
    }

    @Override
    public Answer give(Recorded batch, BooleanSupplier stopping) {
        ClaimedBatch work = new ClaimedBatch(route, batch.rows(), stopping);
        work.handOff();
        // What interrupted the sink must not tear the connection that settles its rows.
        Thread.interrupted();
        return new Answer.Settled(new Settlement(true, work.done(), work.failures(), null));
    }

    @Override
    public boolean repeats() {
        return false;
    }

    /** Workers end for many reasons, so the first time is free of delay. */
    @Override
    public Settlement inherit(Recorded batch) {
        String before = batch.before() == null ? "?" : batch.before();
        List<EventRows.Failure> failures = batch.rows().stream()
                .map(row -> failure(row, "its worker " + before + " ended, or was silent for too long"))
                .toList();
        return new Settlement(true, List.of(), failures, before);
    }

    private EventRows.Failure failure(Row row, String error) {
        boolean dead = row.attempt() >= route.retry().maxAttempts();
        long delay = dead || row.attempt() == 1
                ? 0
                : route.retry().delay(row.attempt()).toMillis();
        return new EventRows.Failure(row.seq(), row.commitRef(), row.attempt() - 1, dead, delay, error);
    }
}
