package dev.leat.outbox.tail;

import dev.leat.outbox.relay.Signal;
import dev.leat.outbox.relay.Threads;
import dev.leat.outbox.relay.Trouble;
import dev.leat.outbox.sql.Database;
import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The thread that deletes old invalidations. Every node has one, and none needs the others. */
final class Keeper {

    private final Database database;
    private final Retention retention;
    private final TailCounters counters;
    private final Signal signal = new Signal();
    private volatile boolean stopping;
    private @Nullable Thread thread;

    Keeper(Database database, Retention retention, TailCounters counters) {
        this.database = database;
        this.retention = retention;
        this.counters = counters;
    }

    void start() {
        thread = Threads.start("outbox-retention", database.dialect().pinsThreads(), this::run);
    }

    void stop() throws InterruptedException {
        stopping = true;
        signal.wake();
        if (thread != null) {
            thread.join(TimeUnit.SECONDS.toMillis(5));
        }
    }

    private void run() {
        Trouble trouble = new Trouble("deleting old invalidations");
        while (!stopping) {
            long pause = retention.everyMillis();
            try {
                counters.purged.add(retention.run());
                trouble.over();
            } catch (SQLException | RuntimeException | Error e) {
                pause = trouble.seen(e);
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
