package dev.leat.engine.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.Leat;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.Fork;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.api.stream.StreamConfig;
import dev.leat.api.stream.StreamPath;
import dev.leat.engine.Doctor;
import dev.leat.engine.doctor.Finding.Severity;
import dev.leat.engine.stream.StoreEntries;
import dev.leat.storage.InUseException;
import dev.leat.storage.LayoutException;
import dev.leat.storage.archive.Run;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each kind of damage is found and named; what is no damage is not. */
class ExaminationTest {

    @TempDir
    Path temp;

    private Path directory;

    @BeforeEach
    void chooseDirectory() {
        directory = temp.resolve("data");
    }

    /** Two streams with a checkpoint between their appends, a fork, a closed one and a deleted one. */
    private static void life(Leat leat) {
        leat.stream("orders").create(StreamConfig.text());
        leat.stream("orders").append(Body.of("hello"), new ProducerStamp("p", 0, 0));
        leat.stream("fork").create(StreamConfig.forkOf(Fork.of("orders").at(new Offset(5))));
        leat.stream("gone").create(StreamConfig.text().with(Body.of("x")));
        Patient.checkpoint(leat);
        leat.stream("orders").append(Body.of("world!"), new ProducerStamp("p", 0, 1));
        leat.stream("fork").append("own");
        leat.stream("gone").delete();
        leat.stream("closed").create(StreamConfig.text().with(Body.of("abc")).ended());
    }

    // ---- sound

    @Test
    void aDirectoryThatWasClosedIsSound() {
        Patient.closed(directory, ExaminationTest::life);

        Report report = Doctor.check(directory);

        assertThat(report.findings()).isEmpty();
        assertThat(report.counters().streams()).isEqualTo(3);
        assertThat(report.counters().messages()).isEqualTo(4);
        assertThat(report.counters().bytes()).isEqualTo(5 + 6 + 3 + 3);
        assertThat(report.counters().runs()).isEqualTo(4);
        assertThat(report.counters().segments()).isEqualTo(1);
    }

    @Test
    void aDirectoryThatWasKilledIsSoundAndTheJournalCounts() {
        Patient.killed(directory, ExaminationTest::life);

        Report report = Doctor.check(directory);

        assertThat(report.problems()).isEmpty();
        assertThat(report.counters().streams()).isEqualTo(3);
        assertThat(report.counters().messages()).isEqualTo(4);
        assertThat(report.counters().bytes()).isEqualTo(5 + 6 + 3 + 3);
        assertThat(report.counters().runs()).isEqualTo(2);
        assertThat(report.counters().frames()).isGreaterThanOrEqualTo(8);
    }

    @Test
    void aMessageCountThatIsNotThatOfTheRunsIsFound() {
        Patient.closed(directory, ExaminationTest::life);
        StoreEntries.change(directory, store -> store.putMessageCount("orders", 3));

        Report report = Doctor.check(directory);

        assertThat(report.problems())
                .singleElement()
                .satisfies(problem ->
                        assertThat(problem).contains("stream orders is said to have 3 messages, its runs have 2"));
    }

    @Test
    void anExaminationChangesNothing() {
        Patient patient = Patient.killed(directory, ExaminationTest::life);
        var before = patient.content();

        Doctor.check(directory);

        assertThat(patient.content()).isEqualTo(before);
    }

    @Test
    void aBackupIsSound() {
        Patient.closed(temp.resolve("other"), leat -> {
            life(leat);
            leat.backup(directory);
        });

        assertThat(Doctor.check(directory).findings()).isEmpty();
    }

    @Test
    void aDirectoryInUseIsNotExamined() {
        try (Leat leat = Leat.open(directory, Patient.SETTINGS)) {
            life(leat);
            assertThatThrownBy(() -> Doctor.check(directory)).isInstanceOf(InUseException.class);
        }
    }

    @Test
    void whatIsNoDataDirectoryIsNotExamined() {
        assertThatThrownBy(() -> Doctor.check(temp)).isInstanceOf(LayoutException.class);
        assertThatThrownBy(() -> Doctor.check(directory)).isInstanceOf(LayoutException.class);
    }

    // ---- manifest and layout

    @Test
    void aDamagedManifestIsAProblem() {
        Patient.closed(directory, ExaminationTest::life).flip("MANIFEST", 40);

        assertProblem("MANIFEST is damaged or was edited", "everything");
    }

    @Test
    void aForeignFileIsAProblem() throws IOException {
        Patient.closed(directory, ExaminationTest::life);
        Files.createFile(directory.resolve("notes.txt"));

        assertProblem("notes.txt does not belong", "everything");
    }

    @Test
    void aLostManifestIsAProblemOfADataDirectory() throws IOException {
        Patient.closed(directory, ExaminationTest::life);
        Files.delete(directory.resolve("MANIFEST"));

        assertProblem("but no MANIFEST: the manifest was lost", "everything");
    }

    // ---- store

    @Test
    void aDamagedTableIsAProblem() {
        Patient patient = Patient.closed(directory, ExaminationTest::life);
        patient.flip(patient.file("store", ".sst"), 20);

        assertProblem("is damaged", "everything");
    }

    @Test
    void anEntryOfAnUnknownKindIsAProblem() {
        change(entries -> entries.putRaw(new byte[] {'Z', 1}, new byte[1]));

        assertProblem("store is damaged at row 5a01: it is of no kind", "what this row is about");
    }

    @Test
    void anEntryThatDoesNotDecodeIsAProblem() {
        change(entries -> entries.putRaw(new byte[] {'S', 0, 0, 0, 0, 0, 0, 1, 1}, new byte[] {1, 0, 100}));

        assertProblem(
                "is damaged at row 530000000000000101 (stream number 257 of shard 0): it is too short",
                "stream number 257 of shard 0");
    }

    @Test
    void aDamagedManifestOfTheStoreIsAProblemAndTheRestIsExamined() {
        Patient patient = Patient.closed(directory, ExaminationTest::life);
        patient.flip("store/" + manifestOfTheStore(), 40);

        assertProblem("MANIFEST-", "everything: the store knows");
        assertThat(Doctor.check(directory).opens()).isFalse();
        assertThat(Doctor.check(directory).counters().frames()).isPositive();
    }

    @Test
    void aMissingCurrentFileOfTheStoreIsAProblem() throws IOException {
        Patient.closed(directory, ExaminationTest::life);
        Files.delete(directory.resolve("store/CURRENT"));

        assertProblem("CURRENT is damaged at byte 0: the file is missing", "everything: the store knows");
    }

    @Test
    void aRowNamesTheStreamThatItIsAbout() {
        change(entries -> {
            Run run = entries.runs("orders").getFirst();
            entries.putRaw(entries.keyOf(run), new byte[] {1, 2});
        });

        assertProblem("(run of stream orders that ends at 5): it is too short", "run of stream orders that ends at 5");
        assertThat(Doctor.check(directory).opens()).isTrue();
    }

    // ---- archive

    @Test
    void aFlippedBitInARunNamesStreamAndOffsets() {
        Patient patient = Patient.closed(directory, ExaminationTest::life);
        Run run = secondRun();
        patient.flip(patient.file("archive", ".archive"), run.place() + 2);

        assertProblem(
                "the checksum of run 5 to 11",
                "stream orders, offsets 0000000000000000_0000000000000005 to 0000000000000000_0000000000000011");
    }

    @Test
    void aFlippedBitInTheEndsNamesStreamAndOffsets() {
        Patient patient = Patient.closed(directory, ExaminationTest::life);
        Run run = secondRun();
        patient.flip(patient.file("archive", ".archive"), run.place() + run.length());

        assertProblem("message ends", "stream orders, offsets 0000000000000000_0000000000000005");
    }

    @Test
    void aFlippedBitInAHeaderNamesStreamAndOffsets() {
        Patient patient = Patient.closed(directory, ExaminationTest::life);
        patient.flip(patient.file("archive", ".archive"), secondRun().place() - 10);

        assertProblem("no valid run header", "stream orders, offsets 0000000000000000_0000000000000005");
    }

    @Test
    void aMissingSegmentIsAProblemOfEveryRunInIt() throws IOException {
        Patient patient = Patient.closed(directory, ExaminationTest::life);
        Files.delete(directory.resolve(patient.file("archive", ".archive")));

        assertThat(Doctor.check(directory).problems())
                .hasSize(5)
                .anySatisfy(line -> assertThat(line).contains("the file is missing"))
                .anySatisfy(line -> assertThat(line).contains("(affects stream closed, offsets"));
    }

    @Test
    void aSegmentThatLostBytesIsAProblem() throws IOException {
        Patient patient = Patient.closed(directory, ExaminationTest::life);
        try (RandomAccessFile file = new RandomAccessFile(
                directory.resolve(patient.file("archive", ".archive")).toFile(), "rw")) {
            file.setLength(file.length() - 1);
        }

        assertProblem("the file ends here", "every message in this segment");
    }

    @Test
    void bytesThatTheStoreDoesNotKnowAreANote() throws IOException {
        Patient patient = Patient.closed(directory, ExaminationTest::life);
        Path segment = directory.resolve(patient.file("archive", ".archive"));
        Files.write(segment, new byte[100], java.nio.file.StandardOpenOption.APPEND);

        assertNote("the archive has 100 bytes that the store does not know");
    }

    @Test
    void aBookThatDoesNotAddUpIsAProblem() {
        Patient.closed(directory, ExaminationTest::life);
        long length = directory.resolve("archive/0000000001.archive").toFile().length();
        StoreEntries.change(directory, entries -> entries.putBook(1, length, 16));

        assertProblem("16 bytes of segment 1 are used, but its runs have 17", "no message");
    }

    // ---- streams

    @Test
    void aMissingRunIsAGap() {
        change(entries -> entries.removeRun(entries.runs("orders").getFirst()));

        assertProblem(
                "no run holds the messages of stream orders from offset 0000000000000000_0000000000000000",
                "stream orders, offsets 0000000000000000_0000000000000000 to 0000000000000000_0000000000000005");
    }

    @Test
    void aMissingLastRunIsAGap() {
        change(entries -> entries.removeRun(entries.runs("orders").getLast()));

        assertProblem("to 0000000000000000_0000000000000011", "stream orders");
    }

    @Test
    void runsThatOverlapAreAProblem() {
        change(entries -> {
            Run run = entries.runs("orders").getLast();
            entries.putRun(new Run(run.owner(), 3, 7, 1, run.segment(), run.place()));
        });

        assertProblem("two runs of stream orders hold the same messages", "stream orders");
    }

    @Test
    void runsAndProducersWithoutAStreamAreProblems() {
        change(entries -> entries.removeStream("orders"));

        assertProblem("the store has runs of stream", "no stream that can be found");
        assertProblem("the store has producers of stream", "no stream that can be found");
        assertProblem("the stream that fork was forked from is not there", "what it inherits");
    }

    @Test
    void twoStreamsAtOnePathAreAProblem() {
        change(entries -> {
            var orders = entries.stream("orders");
            entries.putStream(orders, "orders", orders.id() + 100, orders.forks());
        });

        assertProblem("there are two streams at orders", "both");
    }

    @Test
    void aForkThatItsSourceDoesNotKnowIsAProblem() {
        change(entries -> {
            var orders = entries.stream("orders");
            entries.putStream(orders, "orders", orders.id(), Map.of());
        });

        assertProblem("stream orders does not know its fork fork", "it goes when orders is deleted");
    }

    @Test
    void aReferenceWithoutAForkIsANote() {
        change(entries -> {
            var closed = entries.stream("closed");
            entries.putStream(closed, "closed", closed.id(), Map.of(99L, StreamPath.of("never")));
        });

        assertNote("stream closed is kept for a fork at never that never came to be");
    }

    // ---- journal

    @Test
    void aTornTailIsANote() {
        Patient patient = Patient.killed(directory, ExaminationTest::life);
        patient.flipJournal(patient.frames().getLast().body());

        assertNote("bytes of frames that are not whole", "nothing that was answered, if a kill");
    }

    @Test
    void aDamagedFrameBeforeOthersIsAProblemWithALoss() {
        Patient patient = Patient.killed(directory, ExaminationTest::life);
        patient.flipJournal(patient.frames().get(patient.frames().size() - 3).body());

        assertProblem(
                "no sound frame where one was durable. Behind it are 2 sound frames", "changes that were confirmed");
        assertThat(Doctor.check(directory).loss()).isNotNull();
    }

    @Test
    void damageInAPartThatTheStoreHasAlreadyIsANote() {
        Patient patient = Patient.killed(directory, ExaminationTest::life);
        patient.flipJournal(patient.frames().get(1).body());

        assertNote("in a part that archive and store have already");
    }

    @Test
    void aJournalThatDoesNotFitTheStoreIsAProblem() {
        Patient.killed(directory, ExaminationTest::life);
        StoreEntries.change(directory, entries -> entries.removeStream("orders"));

        assertProblem("the journal does not fit the store", "the engine");
    }

    @Test
    void aStoreThatIsAheadOfItsJournalIsAProblemAndNoEngineOpensIt() {
        Patient patient = Patient.killed(directory, ExaminationTest::life);
        StoreEntries.change(directory, entries -> entries.putApplied(2, 500_000));

        assertProblem("but the store has applied it up to 500000", "changes that were confirmed");
        assertThatThrownBy(patient::open).hasMessageContaining("a part of it was lost");
    }

    @Test
    void aJournalWithoutItsFilesIsAProblem() throws IOException {
        Patient patient = Patient.closed(directory, ExaminationTest::life);
        Files.delete(directory.resolve(patient.file("journal", ".journal")));

        assertProblem("is damaged at byte", "changes that were confirmed");
    }

    // ----

    private void change(Consumer<StoreEntries> work) {
        Patient.closed(directory, ExaminationTest::life);
        StoreEntries.change(directory, work);
    }

    private String manifestOfTheStore() {
        try (java.util.stream.Stream<Path> files = Files.list(directory.resolve("store"))) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.startsWith("MANIFEST-"))
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private Run secondRun() {
        Run[] found = new Run[1];
        StoreEntries.change(
                directory, entries -> found[0] = entries.runs("orders").get(1));
        return found[0];
    }

    private void assertProblem(String what, String affected) {
        assertFinding(Severity.PROBLEM, what, affected);
    }

    private void assertNote(String what) {
        assertNote(what, "nothing");
    }

    private void assertNote(String what, String affected) {
        assertFinding(Severity.NOTE, what, affected);
        assertThat(Doctor.check(directory).problems()).isEmpty();
    }

    private void assertFinding(Severity severity, String what, String affected) {
        assertThat(Doctor.check(directory).findings()).anySatisfy(finding -> {
            assertThat(finding.severity()).isEqualTo(severity);
            assertThat(finding.what()).contains(what).doesNotContain("leat doctor");
            assertThat(finding.affected()).contains(affected);
        });
    }
}
