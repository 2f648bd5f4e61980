package dev.leat.engine.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.leat.Leat;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.Message;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.api.stream.StreamConfig;
import dev.leat.api.stream.StreamPath;
import dev.leat.engine.Doctor;
import dev.leat.engine.doctor.Loss.LostStream;
import dev.leat.engine.doctor.Patient.Found;
import dev.leat.engine.shard.Placement;
import dev.leat.engine.stream.StoreEntries;
import dev.leat.storage.InUseException;
import dev.leat.storage.StorageException;
import dev.leat.testkit.Pieces;
import dev.leat.testkit.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A repair makes the engine open again, and tells exactly what that costs. */
class RepairTest {

    @TempDir
    Path temp;

    private Path directory;
    private Path copy;

    @BeforeEach
    void chooseDirectories() {
        directory = temp.resolve("data");
        copy = temp.resolve("data.before-repair");
    }

    @Test
    void whatIsLostIsToldExactly() {
        Patient patient = Patient.killed(directory, leat -> {
            leat.stream("a").create(StreamConfig.text());
            leat.stream("b").create(StreamConfig.text().with(Body.of("b0")));
            leat.stream("d").create(StreamConfig.text());
            Patient.checkpoint(leat);
            leat.stream("a").append("kept");
            leat.stream("a").append("damaged");
            leat.stream("a").append(Body.of("lost"), new ProducerStamp("p", 3, 0));
            leat.stream("a").append(Body.of(List.of(bytes("lost, "), bytes("too"))), new ProducerStamp("p", 3, 1));
            leat.stream("b").close(Body.of("last"));
            leat.stream("c").create(StreamConfig.text().with(Body.of("new")));
            leat.stream("d").delete();
        });
        Found damaged = patient.frames().get(4);
        patient.flipJournal(damaged.body() + 20);

        Repair repair = Doctor.repair(directory, copy);

        Loss loss = repair.loss();
        assertThat(loss).isNotNull();
        assertThat(loss.position()).isEqualTo(damaged.start());
        assertThat(loss.unreadableBytes()).isEqualTo(damaged.end() - damaged.start());
        assertThat(loss.frames()).isEqualTo(5);
        assertThat(loss.unknownFrames()).isZero();
        assertThat(loss.streams())
                .extracting(LostStream::path, LostStream::tail, LostStream::messages, LostStream::bytes)
                .containsExactly(
                        tuple("a", 4L, 3L, 13L),
                        tuple("b", 2L, 1L, 4L),
                        tuple("c", 0L, 1L, 3L),
                        tuple("d", 0L, 0L, 0L));
        assertThat(loss.streams())
                .extracting(LostStream::created, LostStream::closed, LostStream::deleted)
                .containsExactly(
                        tuple(false, false, false),
                        tuple(false, true, false),
                        tuple(true, false, false),
                        tuple(false, false, true));
        assertThat(loss.streams().getFirst().producers()).containsExactly(new ProducerStamp("p", 3, 1));
        assertThat(repair.after().findings()).isEmpty();
        try (Leat leat = patient.open()) {
            assertThat(texts(leat, "a")).containsExactly("kept");
            assertThat(texts(leat, "b")).containsExactly("b0");
            assertThat(leat.stream("b").head().closed()).isFalse();
            assertThat(texts(leat, "d")).isEmpty();
        }
    }

    @Test
    void whatIsChangedIsCopiedFirst() {
        Patient patient = damagedPatient();
        String journal = patient.file("journal", ".journal");
        Path before = temp.resolve("journal-before");
        copyFile(directory.resolve(journal), before);

        Repair repair = Doctor.repair(directory, copy);

        assertThat(repair.copy()).isEqualTo(copy);
        assertThat(copy.resolve(journal)).hasSameBinaryContentAs(before);
        assertThat(directory.resolve(journal).toFile().length()).isPositive();
    }

    @Test
    void aTornTailIsCutWithoutLoss() {
        Patient patient = Patient.killed(directory, leat -> {
            leat.stream("a").create(StreamConfig.text());
            leat.stream("a").append("one");
            leat.stream("a").append("two");
        });
        patient.flipJournal(patient.frames().getLast().body());

        Repair repair = Doctor.repair(directory, copy);

        assertThat(repair.isChanged()).isTrue();
        assertThat(repair.loss()).isNull();
        assertThat(repair.after().findings()).isEmpty();
    }

    @Test
    void aSoundDirectoryIsLeftAlone() {
        Patient patient = Patient.killed(directory, leat -> leat.stream("a").create(StreamConfig.text()));
        var before = patient.content();
        before.remove(directory.resolve("LOCK").toString());

        Repair repair = Doctor.repair(directory, copy);

        var after = patient.content();
        after.remove(directory.resolve("LOCK").toString());
        assertThat(repair.isChanged()).isFalse();
        assertThat(after).isEqualTo(before);
        assertThat(copy).doesNotExist();
    }

    @Test
    void aShardWhoseCheckpointGotFurtherIsSetBackAndLosesNothingLater() {
        Patient patient = Patient.killed(directory, leat -> {
            leat.stream("a").create(StreamConfig.text());
            leat.stream("a").append("one");
            leat.stream("a").append("two");
            leat.stream("a").append("three");
        });
        String other = List.of("b", "c", "d", "e", "f", "g").stream()
                .filter(path -> shard(path) != shard("a"))
                .findFirst()
                .orElseThrow();
        StoreEntries.change(
                directory,
                entries -> entries.putApplied(
                        shard(other), patient.frames().getLast().end()));
        patient.flipJournal(patient.frames().get(2).body());

        Repair repair = Doctor.repair(directory, copy);

        assertThat(repair.after().findings()).isEmpty();
        assertThat(copy.resolve("store")).isNotEmptyDirectory();
        Path again = temp.resolve("again");
        try (Leat leat = patient.open()) {
            leat.stream(other).create(StreamConfig.text().with(Body.of("x")));
            Patient.copy(directory, again);
        }
        try (Leat leat = new Patient(again).open()) {
            assertThat(texts(leat, other)).containsExactly("x");
            assertThat(texts(leat, "a")).containsExactly("one");
        }
    }

    @Test
    void aStoreThatIsAheadOfItsJournalIsSetBack() {
        Patient patient = damagedPatient();
        Doctor.repair(directory, copy);
        StoreEntries.change(directory, entries -> entries.putApplied(shard("a"), 900_000));

        Repair repair = Doctor.repair(directory, temp.resolve("second"));

        assertThat(repair.isChanged()).isTrue();
        assertThat(repair.before().isSound()).isFalse();
        assertThat(repair.after().problems()).isEmpty();
        patient.open().close();
    }

    @Test
    void aJournalThatIsGoneIsBegunAnewWithWhatTheStoreHas() throws IOException {
        Patient patient = Patient.killed(directory, leat -> {
            leat.stream("a").create(StreamConfig.text());
            leat.stream("a").append("one");
            Patient.checkpoint(leat);
            leat.stream("a").append("two");
        });
        Files.delete(directory.resolve(patient.file("journal", ".journal")));

        Repair repair = Doctor.repair(directory, copy);

        assertThat(repair.before().opens()).isFalse();
        assertThat(repair.isChanged()).isTrue();
        assertThat(repair.loss()).isNull();
        assertThat(repair.after().findings()).isEmpty();
        try (Leat leat = patient.open()) {
            assertThat(texts(leat, "a")).containsExactly("one");
            leat.stream("a").append("three");
        }
        try (Leat leat = patient.open()) {
            assertThat(texts(leat, "a")).containsExactly("one", "three");
        }
    }

    @Test
    void aJournalWhoseBeginningIsLostIsBegunAnewAndWhatWasReadableIsTold() {
        Patient patient = Patient.killed(directory, leat -> {
            leat.stream("a").create(StreamConfig.text());
            leat.stream("a").append("one");
            Patient.checkpoint(leat);
            leat.stream("a").append("two");
            leat.stream("a").append("three");
            leat.stream("a").append("four");
        });
        List<Found> frames = patient.frames();
        for (Found frame : frames.subList(0, 3)) {
            patient.flipJournal(frame.start());
            patient.flipJournal(frame.body());
        }

        Repair repair = Doctor.repair(directory, copy);

        assertThat(repair.after().problems()).isEmpty();
        assertThat(repair.loss()).isNotNull();
        assertThat(repair.loss().streams())
                .extracting(LostStream::path, LostStream::messages)
                .containsExactly(tuple("a", 2L));
        assertThat(repair.loss().unreadableBytes()).isPositive();
        try (Leat leat = patient.open()) {
            assertThat(texts(leat, "a")).containsExactly("one");
        }
    }

    @Test
    void anEndOfZerosIsCutAndWhatItHeldIsNotKnown() {
        Patient patient = Patient.killed(directory, leat -> {
            leat.stream("a").create(StreamConfig.text());
            leat.stream("a").append("one");
            leat.stream("a").append("two");
        });
        patient.zeroJournal(patient.frames().getLast().start());

        assertThat(Doctor.check(directory).problems())
                .singleElement()
                .asString()
                .contains("zeros where a frame or prepared space was", "changes that were confirmed");
        Repair repair = Doctor.repair(directory, copy);

        assertThat(repair.isChanged()).isTrue();
        assertThat(repair.loss()).isNull();
        assertThat(repair.after().findings()).isEmpty();
        try (Leat leat = patient.open()) {
            assertThat(texts(leat, "a")).containsExactly("one");
        }
    }

    @Test
    void aDamagedStoreIsLeftAlone() {
        Patient patient = damagedPatient();
        StoreEntries.change(directory, entries -> entries.putApplied(0, 0));
        patient.flip(patient.file("store", ".sst"), 20);

        Repair repair = Doctor.repair(directory, copy);

        assertThat(repair.isChanged()).isFalse();
        assertThat(repair.after().problems()).isNotEmpty();
        assertThat(copy).doesNotExist();
    }

    @Test
    void aDamagedArchiveIsNotMadeGood() {
        Patient patient = Patient.closed(
                directory, leat -> leat.stream("a").create(StreamConfig.text().with(Body.of("one"))));
        patient.flip(patient.file("archive", ".archive"), 61);

        Repair repair = Doctor.repair(directory, copy);

        assertThat(repair.isChanged()).isFalse();
        assertThat(repair.after().problems()).singleElement().asString().contains("affects stream a, offsets");
    }

    @Test
    void aCopyThatIsThereAlreadyStopsTheRepair() throws IOException {
        Patient patient = damagedPatient();
        Files.createDirectories(copy);
        Files.createFile(copy.resolve("something"));
        var before = patient.content();
        before.remove(directory.resolve("LOCK").toString());

        assertThatThrownBy(() -> Doctor.repair(directory, copy))
                .isInstanceOf(StorageException.class)
                .hasMessageContaining("nothing was changed");

        var after = patient.content();
        after.remove(directory.resolve("LOCK").toString());
        assertThat(after).isEqualTo(before);
    }

    @Test
    void aDirectoryInUseIsNotRepaired() {
        try (Leat leat = Leat.open(directory, Patient.SETTINGS)) {
            leat.stream("a").create(StreamConfig.text());
            assertThatThrownBy(() -> Doctor.repair(directory, copy)).isInstanceOf(InUseException.class);
        }
    }

    /** Wherever a bit flips: the engine opens after a repair, with a prefix of what was appended, and the rest is told. */
    @Seeds(15)
    void aRepairKeepsAPrefixAndTellsTheRest(long seed) {
        Random random = new Random(seed);
        List<String> appended = new ArrayList<>();
        Patient patient = Patient.killed(directory, leat -> {
            leat.stream("a").create(StreamConfig.text());
            for (int i = 0; i < 20; i++) {
                appended.add("message " + i + "x".repeat(random.nextInt(50)));
                leat.stream("a").append(appended.getLast());
                if (random.nextInt(15) == 0) {
                    Patient.checkpoint(leat);
                }
            }
        });
        long end = patient.frames().getLast().end();
        patient.flipJournal(64 + random.nextLong(end - 64));

        Repair repair = Doctor.repair(directory, copy);

        assertThat(repair.after().problems()).isEmpty();
        Loss loss = repair.loss();
        long lost = loss == null
                ? 0
                : loss.streams().stream().mapToLong(LostStream::messages).sum();
        try (Leat leat = patient.open()) {
            boolean created = !leat.find("a", null, 1).paths().isEmpty();
            List<String> kept = created ? texts(leat, "a") : List.of();
            assertThat(String.join("", appended)).startsWith(String.join("", kept));
            assertThat(kept.size() + lost).isBetween(19L, 20L);
        }
    }

    // ----

    private Patient damagedPatient() {
        Patient patient = Patient.killed(directory, leat -> {
            leat.stream("a").create(StreamConfig.text());
            leat.stream("a").append("one");
            leat.stream("a").append("two");
            leat.stream("a").append("three");
        });
        patient.flipJournal(patient.frames().get(2).body());
        return patient;
    }

    private static int shard(String path) {
        return Placement.shard(StreamPath.of(path), 4);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }

    /** All messages, read step by step. */
    private static List<String> texts(Leat leat, String path) {
        List<String> texts = new ArrayList<>();
        var messages = Pieces.read(leat.stream(path));
        for (List<Message> list = messages.list(); !list.isEmpty(); list = messages.list()) {
            list.forEach(message -> texts.add(message.text()));
            messages = Pieces.read(leat.stream(path), messages.next());
        }
        return texts;
    }

    private static void copyFile(Path from, Path to) {
        try {
            Files.copy(from, to);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
