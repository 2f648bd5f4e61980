package dev.leat.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Rejection;
import dev.leat.api.queue.Backoff;
import dev.leat.api.queue.Deliveries;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.Settlement;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.api.spi.Reply;
import dev.leat.engine.support.Found;
import dev.leat.engine.support.QueueRig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When commits fail or the engine stops, everybody is told so, and once. */
public final class QueueFailureTest {
    private static final QueueName JOBS = QueueName.of("jobs");
    private static final Duration WAIT = Duration.ofSeconds(60);

    private final QueueRig rig = new QueueRig();
    private final List<Object> told = new ArrayList<>();

    @BeforeEach
    void queues() {
        rig.create("dead", QueueConfig.work());
        rig.create(
                "jobs",
                QueueConfig.builder(QueueConfig.Mode.WORK)
                        .retryBackoff(Backoff.NONE)
                        .deadLetter(QueueName.of("dead"))
                        .build());
    }

    private <O> Reply<O> listener() {
        return new Reply<>() {
            @Override
            public void answered(O outcome) {
                told.add(outcome);
            }

            @Override
            public void refused(Rejection rejection) {
                told.add(rejection);
            }
        };
    }

    /** A message that only the store has becomes a dead letter once it is read. */
    private void rejectWhatHasToBeRead() {
        rig.enqueue("jobs", "a");
        Delivery delivery = rig.receive("jobs");
        rig.checkpoint();
        rig.restart();
        rig.enqueue("dead", "x"); // from here on it is known how deliveries are sealed
        rig.holdReads();
        rig.send(
                QueueCommand.Settle.of(JOBS, Settlement.Reject.of(delivery.deliveryId(), "never")),
                this.<QueueOutcome.Settled>listener());
    }

    private void enqueue(Reply<QueueOutcome.Enqueued> reply) {
        rig.send(QueueCommand.Enqueue.of(JOBS, NewMessage.of("b")), reply);
    }

    @Test
    void aSettlementThatWaitsForAReadIsAnsweredOnce() {
        rejectWhatHasToBeRead();
        rig.settle();
        assertThat(told).isEmpty();

        rig.readNow();
        rig.settle();

        assertThat(told).singleElement().isInstanceOf(QueueOutcome.Settled.class);
    }

    @Test
    void aSettlementThatWaitsForAReadIsRefusedWhenACommitFails() {
        rejectWhatHasToBeRead();
        rig.settle();
        enqueue(new Found<>());
        rig.decide();

        rig.failCommits();

        assertThat(told).singleElement().isInstanceOf(Rejection.Unavailable.class);
        rig.readNow();
        rig.decide();
        assertThat(told).hasSize(1);
    }

    @Test
    void aSettlementThatWaitsForAReadIsRefusedWhenTheEngineStops() {
        rejectWhatHasToBeRead();
        rig.settle();

        rig.stop();

        assertThat(told).singleElement().isInstanceOf(Rejection.Unavailable.class);
    }

    @Test
    void aSettlementIsRefusedOnceThoughTheTurnBeforeTheReadFailsAsWell() {
        rejectWhatHasToBeRead();
        enqueue(new Found<>());
        rig.decide();
        rig.readNow();
        rig.decide();

        rig.failCommits();

        assertThat(told).singleElement().isInstanceOf(Rejection.Unavailable.class);
    }

    @Test
    void aReceiveThatWaitsIsRefusedWhenTheEngineStopsThoughItsShardHasNotFailed() {
        rig.send(QueueRig.receiving("jobs", null, 1, WAIT), this.<Deliveries>listener());
        rig.settle();
        assertThat(told).isEmpty();

        rig.stop();

        assertThat(told).singleElement().isInstanceOf(Rejection.Unavailable.class);
    }

    @Test
    public void aReplyThatThrowsKeepsNobodyFromBeingRefused() {
        rig.send(QueueRig.receiving("jobs", null, 1, WAIT), new Reply<Deliveries>() {
            @Override
            public void answered(Deliveries outcome) {}

            @Override
            public void refused(Rejection rejection) {
                throw new IllegalStateException("a bug of the one who asked");
            }
        });
        rig.send(QueueRig.receiving("jobs", null, 1, WAIT), this.<Deliveries>listener());
        rig.settle();

        rig.stop();

        assertThat(told).singleElement().isInstanceOf(Rejection.Unavailable.class);
    }
}
