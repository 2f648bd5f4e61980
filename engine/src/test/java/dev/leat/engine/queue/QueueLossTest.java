package dev.leat.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Rejection;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.Settlement;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueQuery;
import dev.leat.engine.support.QueueRig;
import dev.leat.storage.store.Batch;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that the store was to have, and has not, or not as they were written. They hold up nobody, and are counted. */
class QueueLossTest {
    private final QueueRig rig = new QueueRig();

    @BeforeEach
    void threeMessagesInTheStore() {
        rig.create("jobs", QueueConfig.work());
        for (String text : List.of("a", "b", "c")) {
            rig.enqueue("jobs", text);
        }
        rig.checkpoint();
        rig.restart();
    }

    static List<byte[]> rows() {
        return List.of(new byte[0], new byte[] {1}, new byte[] {99, 1, 2, 3}, new byte[] {1, -1, -1, -1, -1});
    }

    @Test
    void aMessageThatIsMissingIsPassedOver() {
        rig.store().commit(new Batch().delete(messages().get(0)));

        assertThat(rig.texts("jobs", 3)).containsExactly("b", "c");

        isLost();
    }

    @Tag("checklist-20")
    @ParameterizedTest
    @MethodSource("rows")
    void aMessageThatCannotBeReadIsPassedOver(byte[] row) {
        rig.store().commit(new Batch().put(messages().get(1), row));

        assertThat(rig.texts("jobs", 3)).containsExactly("a", "c");

        isLost();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void whoLooksSeesTheOthers(byte[] row) {
        rig.store().commit(new Batch().put(messages().get(1), row));

        assertThat(rig.browse("jobs")).hasSize(2);
        assertThat(rig.info("jobs").messages())
                .as("nothing is changed by looking")
                .isEqualTo(3);
    }

    @Test
    void whoLooksForOneThatHasMovedIsNotStoppedByAnother() {
        rig.create("dead", QueueConfig.work());
        rig.create(
                "failing",
                QueueConfig.work().toBuilder()
                        .deadLetter(QueueRig.queue("dead"))
                        .build());
        MessageId id = rig.enqueue("failing", "x");
        rig.enqueue("dead", "y");
        rig.settle("failing", Settlement.Reject.of(rig.receive("failing").deliveryId(), "no"));
        rig.checkpoint();
        rig.restart();
        byte[] unreadable = messages().get(messages().size() - 2);
        rig.store().commit(new Batch().put(unreadable, new byte[] {99}));

        assertThat(rig.find("dead", id).messageId()).isEqualTo(id);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whereNothingEverMovedToWhatIsGoneIsNotLookedForInTheStore(boolean restarted) {
        Delivery done = rig.receive("jobs");
        rig.ack("jobs", done.deliveryId());
        rig.checkpoint();
        if (restarted) {
            rig.restart();
        }
        rig.holdReads();

        assertThat(rig.refusal(new QueueQuery.Message(QueueRig.queue("jobs"), done.messageId())))
                .isInstanceOf(Rejection.MessageNotFound.class);
        assertThat(rig.refusal(new QueueCommand.Cancel(QueueRig.queue("jobs"), done.messageId(), false)))
                .isInstanceOf(Rejection.MessageNotFound.class);
    }

    @Test
    void ofManyThatAreMissingEachIsCounted() {
        messages().forEach(key -> rig.store().commit(new Batch().delete(key)));

        assertThat(rig.receive("jobs", 3)).isEmpty();

        assertThat(lost()).isEqualTo(3);
        assertThat(rig.info("jobs").messages()).isZero();
        assertThat(rig.info("jobs").bytes()).isZero();
    }

    private void isLost() {
        assertThat(lost()).isEqualTo(1);
        assertThat(rig.info("jobs").messages()).isEqualTo(2);
        assertThat(rig.info("jobs").bytes()).isEqualTo(2);
        rig.restart();
        assertThat(rig.group("jobs").leased()).isEqualTo(2);
        assertThat(rig.group("jobs").ready()).isZero();
    }

    private long lost() {
        return rig.meters().queues().lost();
    }

    /** The keys of the messages, in their order. */
    private List<byte[]> messages() {
        List<byte[]> keys = new ArrayList<>();
        rig.store().scan(new byte[] {'M'}, new byte[] {'N'}, (key, value) -> keys.add(key));
        return keys;
    }
}
