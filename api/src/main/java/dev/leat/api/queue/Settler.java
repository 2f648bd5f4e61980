package dev.leat.api.queue;

import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.internal.Patience;
import dev.leat.api.spi.QueueCommand;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Tells the engine what came of deliveries, as often as it takes: a settlement that was not heard would be work done twice. */
final class Settler {
    private final WorkerConfig config;
    private final WorkerTally tally;
    private final CountDownLatch giveUp;

    Settler(WorkerConfig config, WorkerTally tally, CountDownLatch giveUp) {
        this.config = config;
        this.tally = tally;
        this.giveUp = giveUp;
    }

    void settle(Settlement settlement) {
        settleEach(List.of(settlement));
    }

    /** Releases messages whose handler has not begun, or will not end. */
    void release(List<Delivery> deliveries) {
        int batch = QueueCommand.MAX_BATCH;
        for (int from = 0; from < deliveries.size(); from += batch) {
            settleEach(deliveries.subList(from, Math.min(from + batch, deliveries.size())).stream()
                    .<Settlement>map(delivery -> Settlement.Release.of(delivery.deliveryId()))
                    .toList());
        }
    }

    private void settleEach(List<Settlement> settlements) {
        Patience patience = new Patience(giveUp);
        while (true) {
            try {
                List<SettleResult> results = config.engine()
                        .call(new QueueCommand.Settle(config.queue(), settlements, false))
                        .results();
                for (int i = 0; i < results.size(); i++) {
                    count(settlements.get(i), results.get(i));
                }
                return;
            } catch (RejectedException e) {
                tally.refused(e.rejection());
                if (!(e.rejection() instanceof Rejection.Retryable) || !patience.waits()) {
                    tally.lost.add(settlements.size());
                    return;
                }
            }
        }
    }

    private void count(Settlement settlement, SettleResult result) {
        Rejection rejection = result.rejection();
        if (rejection == null) {
            tally.settled(settlement);
        } else {
            tally.refused(rejection);
            tally.lost.increment();
        }
    }
}
