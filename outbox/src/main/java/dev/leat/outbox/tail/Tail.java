package dev.leat.outbox.tail;

import dev.leat.outbox.Intent;
import dev.leat.outbox.Invalidations;
import dev.leat.outbox.Outcome;
import dev.leat.outbox.Receipt;
import dev.leat.outbox.Row;
import dev.leat.outbox.Wait;
import dev.leat.outbox.sql.Database;
import java.time.Duration;
import java.util.List;

/** This node's caches, and what is known about commits. */
public final class Tail implements AutoCloseable {

    private final List<Invalidations> caches;

    public Tail(Database database, String namespace, String node, List<Invalidations> caches) {
        this.caches = List.copyOf(caches);
    }

    public void start() {}

    /** The writer's own node does not wait for the database to tell it what it wrote. */
    public void committed(Receipt receipt, List<Intent> intents) {
        for (Invalidations cache : caches) {
            intents.forEach(cache::apply);
        }
    }

    /** Rows that a relay of this process has handed on or given up. */
    public void settled(List<Row> rows) {}

    @SuppressWarnings("DoNotCallSuggester")
    public Outcome await(Receipt receipt, Wait wait, Duration within) {
        throw new UnsupportedOperationException("no waits yet");
    }

    @Override
    public void close() {}
}
