package dev.leat.outbox.sql;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The numbers of one route in the database. */
public final class RouteTotals {

    public long ready;
    public long claimed;
    public long dead;
    public long oldestReadyMillis;
    public long attempts;
    public boolean paused;
    public @Nullable Instant handedOffAt;
}
