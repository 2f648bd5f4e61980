package dev.leat.api.queue;

import dev.leat.api.RejectedException;
import dev.leat.api.internal.Patience;
import dev.leat.api.internal.Threads;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueQuery;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A worker's signs of life, and the lease it works with, which may change with the queue's configuration. */
final class Attendance {
    private final WorkerConfig config;
    private final WorkerTally tally;
    private final CountDownLatch end;
    private volatile @Nullable Duration lease;
    private volatile boolean known;
    private volatile Duration ttl;

    Attendance(WorkerConfig config, WorkerTally tally, CountDownLatch end) {
        this.config = config;
        this.tally = tally;
        this.end = end;
        this.lease = config.lease();
        this.ttl = config.presenceTtl() == null ? Presence.SHORTEST_TTL : config.presenceTtl();
    }

    void start() {
        Threads.start("leat-presence " + config.queue(), this::attend);
    }

    /** Returns how long the next leases are; asks the queue unless the worker's configuration says it. */
    Duration lease() {
        Duration known = lease;
        if (known == null) {
            known = queuesLease();
            lease = known;
        }
        return known;
    }

    private Duration queuesLease() {
        return config.engine()
                .call(new QueueQuery.Queue(config.queue()))
                .config()
                .lease();
    }

    /** Sends the first heartbeat before the first receive, so that the receive counts for this instance. */
    void introduce() {
        if (!known) {
            beat();
        }
    }

    private void attend() {
        Patience patience = new Patience(end);
        while (patience.waits(ttl.dividedBy(3))) {
            beat();
            follow();
        }
    }

    private void beat() {
        try {
            ttl = config.engine().call(heartbeat()).presence().ttl();
            known = true;
        } catch (RejectedException e) {
            tally.refused(e.rejection()); // the work goes on without
        }
    }

    /** The queue's lease may be another by now. */
    private void follow() {
        try {
            if (config.lease() == null) {
                lease = queuesLease();
            }
        } catch (RejectedException e) {
            tally.refused(e.rejection());
        }
    }

    private QueueCommand.Heartbeat heartbeat() {
        return new QueueCommand.Heartbeat(
                config.queue(),
                config.group(),
                config.consumer(),
                config.instance(),
                config.presenceTtl(),
                config.labels(),
                false);
    }

    void leave() {
        try {
            config.engine()
                    .call(new QueueCommand.Leave(
                            config.queue(), config.group(), config.consumer(), config.instance(), false));
        } catch (RejectedException e) {
            tally.refused(e.rejection());
        }
    }
}
