package dev.leat.engine.scrub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.Leat;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamConfig;
import dev.leat.engine.Settings;
import dev.leat.engine.figures.Damage;
import dev.leat.engine.settings.ScrubSettings;
import dev.leat.engine.stream.StoreEntries;
import dev.leat.storage.archive.Run;
import dev.leat.storage.settings.ArchiveSettings;
import dev.leat.storage.store.Batch;
import dev.leat.testkit.VirtualClock;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scrub over real files: it finds all damage, once, goes on after a restart, and leaves alone what changes under it. */
class ScrubTest {
    private static final int STREAMS = 8;
    private static final int LENGTH = 300_000;
    private static final ScrubSettings WEEKLY = ScrubSettings.defaults();

    @TempDir
    Path temp;

    private final VirtualClock clock = VirtualClock.create();
    private Path directory;

    /** Streams of one run each, in segments of two. */
    @BeforeEach
    void write() {
        directory = temp.resolve("data");
        Settings settings = Settings.defaults()
                .withShards(1)
                .with(ScrubSettings.off())
                .with(new ArchiveSettings(LENGTH + 1, 4, 16 << 10));
        try (Leat leat = Leat.open(directory, settings)) {
            for (int i = 0; i < STREAMS; i++) {
                leat.stream("s" + i)
                        .create(StreamConfig.text()
                                .with(Body.of(String.valueOf(i).repeat(LENGTH))));
            }
        }
    }

    private ScrubRig rig(ScrubSettings settings) {
        return new ScrubRig(directory, settings, clock);
    }

    private ScrubRig rig() {
        return rig(WEEKLY);
    }

    private Run run(String stream) {
        List<Run> found = new ArrayList<>();
        StoreEntries.change(directory, entries -> found.addAll(entries.runs(stream)));
        return found.getFirst();
    }

    private Path segment(Run run) {
        return directory.resolve("archive").resolve("%010d.archive".formatted(run.segment()));
    }

    private static void flip(Path file, long at) throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.seek(at);
            int before = bytes.read();
            bytes.seek(at);
            bytes.write(before ^ 4);
        }
    }

    private static long bytes(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        }
    }

    @Test
    void whatIsSoundIsReadToTheEndAndNothingIsFound() throws IOException {
        try (ScrubRig rig = rig()) {
            rig.cycle();

            assertThat(rig.register.all()).isEmpty();
            assertThat(rig.figures().bytes()).isGreaterThan(bytes(directory.resolve("archive")));
            assertThat(rig.figures().last()).isEqualTo(clock.instant());
        }
    }

    @Test
    void aFlippedBitInARunIsFoundWithItsStreamAndOffsets() throws IOException {
        Run run = run("s3");
        flip(segment(run), run.place() + 200_000);

        try (ScrubRig rig = rig()) {
            rig.cycle();
            rig.cycle();

            assertThat(rig.register.all()).singleElement().satisfies(damage -> {
                assertThat(damage.place()).isEqualTo(new Damage.OfRun(run));
                assertThat(damage.what()).contains(segment(run).toString(), "the checksum of");
                assertThat(damage.affected())
                        .isEqualTo("stream s3, offsets " + Offset.START + " to " + new Offset(LENGTH));
                assertThat(damage.wayOut()).contains("restore a backup");
            });
            assertThat(rig.figures().damagedRuns()).isEqualTo(1);
        }
    }

    @Test
    void aDamagedHeaderAndDamagedMessageEndsAreFound() throws IOException {
        Run header = run("s1");
        Run ends = run("s2");
        flip(segment(header), header.place() - 10);
        flip(segment(ends), ends.place() + ends.length());

        try (ScrubRig rig = rig()) {
            rig.cycle();

            assertThat(rig.register.all())
                    .extracting(Damage::place)
                    .containsExactlyInAnyOrder(new Damage.OfRun(header), new Damage.OfRun(ends));
        }
    }

    @Test
    void aFileThatIsGoneOrTooShortIsFoundUnderAnOpenArchive() throws IOException {
        Run gone = run("s0");
        Run cut = run("s7");

        try (ScrubRig rig = rig()) {
            Files.delete(segment(gone));
            try (RandomAccessFile bytes = new RandomAccessFile(segment(cut).toFile(), "rw")) {
                bytes.setLength(70);
            }
            rig.cycle();

            assertThat(rig.register.all()).extracting(Damage::place).contains(new Damage.OfRun(gone));
            assertThat(rig.register.all())
                    .filteredOn(damage -> damage.place().equals(new Damage.OfRun(cut)))
                    .singleElement()
                    .satisfies(
                            damage -> assertThat(damage.what()).contains("is damaged at byte 70: the file ends here"));
        }
    }

    @Test
    void aDamagedTableOfTheStoreIsFoundWhileTheStoreIsOpen() throws IOException {
        try (ScrubRig rig = rig()) {
            rig.cycle();
            Path table = rig.store.tables().getFirst().file();
            flip(table, 30);

            rig.cycle();

            assertThat(rig.register.all())
                    .filteredOn(damage -> damage.place() instanceof Damage.OfTable)
                    .singleElement()
                    .satisfies(damage -> {
                        assertThat(damage.what())
                                .contains("is damaged", table.getFileName().toString());
                        assertThat(damage.affected()).contains("entries of the store from");
                    });
            assertThat(rig.figures().damagedTables()).isEqualTo(1);
        }
    }

    /** Its entries are passed over, the damage is kept, and the cycle comes to its end. */
    @Test
    void aTableThatIsDamagedAfterItWasComparedIsFoundByItsEntries() throws IOException {
        try (ScrubRig rig = rig()) {
            while (rig.figures().bytes() == 0) {
                rig.step();
            }
            flip(rig.store.tables().getFirst().file(), 30);
            rig.cycle();

            assertThat(rig.register.all())
                    .singleElement()
                    .satisfies(damage -> assertThat(damage.place()).isInstanceOf(Damage.OfTable.class));
        }
    }

    @Test
    void anEntryThatCannotBeDecodedIsFoundAndForgottenWhenItIsGone() {
        byte[] key = {'R', 1, 2};

        try (ScrubRig rig = rig()) {
            rig.store.commit(new Batch().put(key, new byte[] {1}));
            rig.cycle();
            List<Damage> found = rig.register.all();
            rig.store.commit(new Batch().delete(key));
            clock.advance(Duration.ofMinutes(1));
            rig.step();

            assertThat(found).singleElement().satisfies(damage -> {
                assertThat(damage.place()).isEqualTo(new Damage.OfEntry("520102"));
                assertThat(damage.what()).contains("is damaged at row 520102");
            });
            assertThat(rig.register.all()).isEmpty();
        }
    }

    @Test
    void damageIsKnownAfterARestartAndGoneWhenItIsRepaired() throws IOException {
        Run run = run("s5");
        flip(segment(run), run.place());
        try (ScrubRig rig = rig()) {
            rig.cycle();
        }

        try (ScrubRig rig = rig()) {
            assertThat(rig.register.all()).extracting(Damage::place).containsExactly(new Damage.OfRun(run));
        }

        flip(segment(run), run.place());
        try (ScrubRig rig = rig()) {
            rig.cycle();

            assertThat(rig.register.all()).isEmpty();
        }
        assertThat(ScrubRig.recorded(directory).damage()).isEmpty();
    }

    @Test
    void damageOfAStreamThatIsDeletedIsForgotten() throws IOException {
        Run run = run("s5");
        flip(segment(run), run.place());
        try (ScrubRig rig = rig()) {
            rig.cycle();

            StoreEntries.remove(rig.store, run);
            clock.advance(Duration.ofMinutes(1));
            rig.step();

            assertThat(rig.register.all()).isEmpty();
            assertThat(ScrubRig.recorded(directory).damage()).isEmpty();
        }
    }

    @Test
    void aRestartGoesOnWhereTheScrubWas() throws IOException {
        long all = bytes(directory.resolve("archive"));
        ScrubRig first = rig();
        while (first.figures().bytes() < all / 2) {
            first.step();
        }
        long before = first.figures().bytes();
        first.end();
        Instant began = ScrubRig.recorded(directory).began();

        Run run = run("s7"); // the last in the order of the scrub
        flip(segment(run), run.place());
        try (ScrubRig second = rig()) {
            second.cycle();

            assertThat(second.figures().bytes() + before).isLessThan(all + all / STREAMS * 2);
            assertThat(second.register.all()).extracting(Damage::place).containsExactly(new Damage.OfRun(run));
        }
        assertThat(ScrubRig.recorded(directory).began()).isEqualTo(began);
    }

    @Test
    void cyclesBeginWhenHalfOfTheSettingHasPassedAlsoIfTheProcessIsStartedAnewEveryDay() {
        int cycles = 0;
        for (int day = 0; day < 28; day++) {
            Instant evening = clock.instant().plus(Duration.ofDays(1));
            try (ScrubRig rig = rig()) {
                while (clock.instant().isBefore(evening)) {
                    rig.step();
                }
                cycles += (int) rig.figures().cycles();
                rig.scrub.close();
            }
        }

        assertThat(cycles).isBetween(7, 9);
    }

    @Test
    void nothingIsReadWhileTheScrubIsOff() {
        try (ScrubRig rig = rig(ScrubSettings.off())) {
            for (int i = 0; i < 100; i++) {
                rig.step();
            }
            clock.advance(Duration.ofDays(100));
            rig.step();

            assertThat(rig.figures().bytes()).isZero();
        }
    }

    @Test
    void itWaitsWhileReadersWaitForTheDiskUnlessItWouldBeLate() {
        try (ScrubRig rig = rig()) {
            rig.busy.set(true);
            clock.advance(Duration.ofHours(1));
            for (int i = 0; i < 100; i++) {
                rig.step();
            }
            long whileThereIsTime = rig.figures().bytes();
            clock.advance(Duration.ofDays(4));
            rig.cycle();

            assertThat(whileThereIsTime).isZero();
            assertThat(rig.figures().cycles()).isEqualTo(1);
        }
    }

    @Test
    void aSegmentThatIsDroppedMeanwhileIsNeitherHeldNorDamage() {
        Run run = run("s0");

        try (ScrubRig rig = rig()) {
            do {
                rig.step();
            } while (rig.figures().bytes() < LENGTH); // within the first runs
            for (int i = 0; i < STREAMS - 1; i++) {
                for (Run old : StoreEntries.runs(rig.store, "s" + i)) {
                    StoreEntries.remove(rig.store, old);
                }
            }
            rig.archive.drop(run.segment());
            boolean deleted = !Files.exists(segment(run));
            rig.cycle();

            assertThat(deleted).isTrue();
            assertThat(rig.register.all()).isEmpty();
        }
    }

    @Test
    void aRunWithoutItsSegmentIsDamage() {
        Run run = run("s0");

        try (ScrubRig rig = rig()) {
            rig.archive.drop(run.segment());
            rig.cycle();

            assertThat(rig.register.all())
                    .extracting(Damage::what)
                    .isNotEmpty()
                    .allSatisfy(what -> assertThat(what).contains("there is no such segment"));
        }
    }
}
