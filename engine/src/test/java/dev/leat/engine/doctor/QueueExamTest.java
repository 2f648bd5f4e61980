package dev.leat.engine.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.Leat;
import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.Settlement;
import dev.leat.api.spi.QueueCommand;
import dev.leat.engine.Doctor;
import dev.leat.storage.settings.StoreSettings;
import dev.leat.storage.store.Batch;
import dev.leat.storage.store.RocksStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QueueExamTest {
    private static final QueueName QUEUE = QueueName.of("q");

    @TempDir
    Path temp;

    /** One message is done, one is leased, two are ready. */
    private static void live(Leat leat) {
        leat.engine().call(new QueueCommand.CreateQueue(QUEUE, QueueConfig.work()));
        for (int i = 0; i < 4; i++) {
            leat.engine().call(QueueCommand.Enqueue.of(QUEUE, NewMessage.of("message " + i)));
        }
        var received =
                leat.engine().call(new QueueCommand.Receive(QUEUE, null, ConsumerName.of("c"), 2, Duration.ZERO, null));
        leat.engine()
                .call(QueueCommand.Settle.of(
                        QUEUE,
                        new Settlement.Ack(received.deliveries().getFirst().deliveryId(), false)));
    }

    @Test
    void aQueueInTheStoreOrInTheJournalIsSound() {
        Path closed =
                Patient.closed(temp.resolve("closed"), QueueExamTest::live).directory();
        Path killed =
                Patient.killed(temp.resolve("killed"), QueueExamTest::live).directory();

        assertThat(Doctor.check(closed).findings()).isEmpty();
        assertThat(Doctor.check(killed).problems()).isEmpty();
    }

    @Test
    void rowsWithoutTheirQueueAreFound() {
        Path closed = damaged(store -> store.commit(new Batch().deleteRange(new byte[] {'Q'}, new byte[] {'R'})));

        assertThat(Doctor.check(closed).problems()).singleElement().asString().contains("rows of queue");
    }

    @Test
    void aMessageThatIsMissingIsFound() {
        Path closed = damaged(store -> store.scan(new byte[] {'M'}, new byte[] {'N'}, (key, value) -> {
            store.commit(new Batch().delete(key));
            return false;
        }));

        assertThat(Doctor.check(closed).problems())
                .singleElement()
                .asString()
                .contains("1 messages of queue q are not in the store");
    }

    @Test
    void aRowThatCannotBeReadIsFound() {
        Path closed = damaged(store -> store.commit(new Batch().put(new byte[] {'E', 1}, new byte[] {1})));

        assertThat(Doctor.check(closed).problems()).singleElement().asString().contains("is damaged at row");
    }

    private Path damaged(Consumer<RocksStore> damage) {
        Path closed =
                Patient.closed(temp.resolve("closed"), QueueExamTest::live).directory();
        try (RocksStore store = RocksStore.open(closed.resolve("store"), StoreSettings.defaults())) {
            damage.accept(store);
            store.flush();
        }
        return closed;
    }

    @Test
    void aCutJournalTellsHowMuchQueuesLose() {
        Patient patient = Patient.killed(temp.resolve("killed"), QueueExamTest::live);
        List<Patient.Found> frames = patient.frames();
        patient.flipJournal(frames.get(1).body());

        Loss loss = Objects.requireNonNull(Doctor.check(patient.directory()).loss());

        assertThat(loss.queueChanges()).isPositive();
        assertThat(loss.queueMessages()).isPositive();
        assertThat(loss.unknownFrames()).isZero();
    }
}
