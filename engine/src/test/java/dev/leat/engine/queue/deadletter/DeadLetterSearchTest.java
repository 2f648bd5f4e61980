package dev.leat.engine.queue.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Rejection;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.Settlement;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.api.spi.QueueQuery;
import dev.leat.engine.support.Found;
import dev.leat.engine.support.QueueRig;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Dead letters keep their ids, which do not say where they are: the store is searched only if it can have them. */
class DeadLetterSearchTest {
    private static final QueueName DEAD = QueueName.of("dead");

    private final QueueRig rig = new QueueRig();

    @BeforeEach
    void queues() {
        rig.create("dead", QueueConfig.work());
        rig.create("jobs", QueueConfig.work().toBuilder().deadLetter(DEAD).build());
    }

    private MessageId reject(String text) {
        MessageId id = rig.enqueue("jobs", text);
        rig.settle("jobs", Settlement.Reject.of(rig.receive("jobs").deliveryId(), "no"));
        rig.settle();
        return id;
    }

    private void ack() {
        rig.ack("dead", rig.receive("dead").deliveryId());
    }

    @Test
    void whatIsGoneIsNotSearchedForWhereAllIsInMemory() {
        MessageId gone = reject("a");
        ack();
        MessageId there = reject("b");
        rig.holdReads();

        Found<QueueOutcome.Found> first = rig.asked(new QueueQuery.Message(DEAD, gone));
        Found<QueueOutcome.Found> second = rig.asked(new QueueQuery.Message(DEAD, there));

        assertThat(first.rejection).isEqualTo(new Rejection.MessageNotFound(DEAD, gone));
        assertThat(second.outcome).isNotNull();
    }

    @Test
    void nothingIsSearchedForInAQueueThatIsEmpty() {
        MessageId gone = reject("a");
        rig.checkpoint();
        ack();
        rig.checkpoint();
        rig.restart();
        rig.holdReads();

        assertThat(rig.asked(new QueueQuery.Message(DEAD, gone)).rejection)
                .isEqualTo(new Rejection.MessageNotFound(DEAD, gone));
    }

    @Test
    void whatOnlyTheStoreHasIsFound() {
        MessageId there = reject("a");
        rig.checkpoint();
        rig.restart();

        MessageInfo found = rig.find("dead", there);

        assertThat(found.messageId()).isEqualTo(there);
    }
}
