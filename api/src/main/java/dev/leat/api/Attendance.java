package dev.leat.api;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A worker's signs of life, and the lease it works with, which may change with the queue's configuration. */
final class Attendance {
    private final WorkerConfig config;
    private final WorkerTally tally;
    private final CountDownLatch end;
    private volatile @Nullable Duration lease;

    Attendance(WorkerConfig config, WorkerTally tally, CountDownLatch end) {
        this.config = config;
        this.tally = tally;
        this.end = end;
        this.lease = config.lease();
    }

    void start() {
        Thread.ofVirtual().name("leat-presence " + config.queue()).start(this::attend);
    }

    /** How long the next leases are. Asks the queue if nobody has said. */
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

    private void attend() {
        Patience patience = new Patience(end);
        Duration pause = config.presenceTtl().dividedBy(3);
        do {
            try {
                config.engine().call(heartbeat());
                if (config.lease() == null) {
                    lease = queuesLease();
                }
            } catch (RejectedException e) {
                tally.refused(e.rejection());
            }
        } while (patience.waits(pause));
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
