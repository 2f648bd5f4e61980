package dev.leat.engine.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.Leat;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Query;
import dev.leat.api.stream.StreamConfig;
import dev.leat.api.subscription.Glob;
import dev.leat.api.subscription.LinkedStream;
import dev.leat.api.subscription.SubscriptionConfig;
import dev.leat.api.subscription.SubscriptionId;
import dev.leat.api.subscription.WakeTarget;
import dev.leat.engine.Doctor;
import dev.leat.storage.settings.StoreSettings;
import dev.leat.storage.store.Batch;
import dev.leat.storage.store.RocksStore;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubscriptionExamTest {
    private static final SubscriptionId ID = SubscriptionId.of("s");
    private static final SubscriptionConfig CONFIG = new SubscriptionConfig(
            new Glob("*"),
            List.of(),
            new WakeTarget.Webhook("https://example.org"),
            SubscriptionConfig.DEFAULT_LEASE,
            null);

    @TempDir
    Path temp;

    private static void live(Leat leat) {
        leat.stream("a").create(StreamConfig.text());
        leat.engine().call(new Command.Subscribe(ID, CONFIG));
        leat.stream("a").append("one");
        leat.engine().call(new Query.Subscription(ID));
    }

    @Test
    void aSubscriptionInTheStoreOrInTheJournalIsSound() {
        Path closed = Patient.closed(temp.resolve("closed"), SubscriptionExamTest::live)
                .directory();
        Path killed = Patient.killed(temp.resolve("killed"), SubscriptionExamTest::live)
                .directory();

        assertThat(Doctor.check(closed).findings()).isEmpty();
        assertThat(Doctor.check(killed).isSound()).isTrue();
    }

    @Test
    void aLinkWithoutItsSubscriptionIsFound() {
        Path closed = Patient.closed(temp.resolve("closed"), SubscriptionExamTest::live)
                .directory();
        try (RocksStore store = RocksStore.open(closed.resolve("store"), StoreSettings.defaults())) {
            byte[][] link = new byte[2][];
            store.scan(new byte[] {'L'}, new byte[] {'M'}, (key, value) -> {
                link[0] = ByteBuffer.wrap(key.clone()).putLong(1, 77).array();
                link[1] = value;
                return false;
            });
            store.commit(new Batch().put(link[0], link[1]));
            store.flush();
        }

        assertThat(Doctor.check(closed).problems())
                .singleElement()
                .asString()
                .contains("links of subscription 77, which it does not have");
    }

    @Test
    void aRowThatCannotBeReadIsFound() {
        Path closed = Patient.closed(temp.resolve("closed"), SubscriptionExamTest::live)
                .directory();
        try (RocksStore store = RocksStore.open(closed.resolve("store"), StoreSettings.defaults())) {
            store.commit(new Batch().put(new byte[] {'U', 1}, new byte[] {1}));
            store.flush();
        }

        assertThat(Doctor.check(closed).problems()).singleElement().asString().contains("is damaged at row");
    }

    /** What the subscription had processed is lost with the messages; it must not wait for them to come again. */
    @Test
    void aCutJournalTellsWhatSubscriptionsLoseAndTheyGoOn() {
        Patient patient = Patient.killed(temp.resolve("killed"), leat -> {
            live(leat);
            leat.engine().call(new Command.KeepSecret("key", new byte[] {1}));
            leat.engine().call(new Command.Unsubscribe(SubscriptionId.of("none")));
        });
        List<Patient.Found> frames = patient.frames();
        patient.flipJournal(frames.get(1).body());

        Loss loss = Objects.requireNonNull(Doctor.check(patient.directory()).loss());
        Doctor.repair(patient.directory(), temp.resolve("copy"));

        assertThat(loss.subscriptionChanges()).isPositive();
        assertThat(Doctor.check(patient.directory()).isSound()).isTrue();
        try (Leat leat = patient.open()) {
            live(leat);
            assertThat(leat.engine().call(new Query.Subscription(ID)).streams())
                    .singleElement()
                    .matches(LinkedStream::pending);
        }
    }
}
