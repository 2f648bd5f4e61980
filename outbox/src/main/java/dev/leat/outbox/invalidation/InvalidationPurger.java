package dev.leat.outbox.invalidation;

import dev.leat.outbox.relay.ErrorStreak;
import dev.leat.outbox.relay.VirtualThreads;
import dev.leat.outbox.relay.Wakeup;
import dev.leat.outbox.sql.Database;
import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The thread that deletes old invalidations. Every node has one, and none needs the others. */
public final class InvalidationPurger {

    private final Database database;
    private final InvalidationRetention retention;
    private final InvalidationCounters counters;
    private final Wakeup signal = new Wakeup();
    private volatile boolean stopping;
    private @Nullable Thread thread;

    public InvalidationPurger(Database database, InvalidationRetention retention, InvalidationCounters counters) {
        this.database = database;
        this.retention = retention;
        this.counters = counters;
    }

    public void start() {
        thread = VirtualThreads.start("outbox-retention", database.dialect().pinsThreads(), this::run);
    }

    public void stop() throws InterruptedException {
        stopping = true;
        signal.wake();
        if (thread != null) {
            thread.join(TimeUnit.SECONDS.toMillis(5));
        }
    }

    private void run() {
        ErrorStreak errors = new ErrorStreak("deleting old invalidations");
        while (!stopping) {
            long pause = retention.everyMillis();
            try {
                counters.purged.add(retention.run());
                errors.over();
            } catch (SQLException | RuntimeException | Error e) {
                pause = errors.seen(e);
            }
            try {
                // Nodes that were started together need not delete together.
                signal.sleep(pause / 2 + ThreadLocalRandom.current().nextLong(pause));
            } catch (InterruptedException e) {
                return;
            }
        }
    }
}
