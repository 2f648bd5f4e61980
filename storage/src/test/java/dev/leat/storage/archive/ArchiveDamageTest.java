package dev.leat.storage.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.storage.CorruptionException;
import dev.leat.storage.settings.ArchiveSettings;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every bit of a run that flips is found by whoever reads that part. */
class ArchiveDamageTest {

    private static final ArchiveSettings SETTINGS = ArchiveSettings.defaults();

    @TempDir
    Path directory;

    @Test
    void aFlippedBitInTheWireBytesIsFoundByVerify() throws IOException {
        Written written = write();
        Run run = written.second();

        flipEachByte(run.place(), run.length(), archive -> {
            assertDamaged(() -> archive.verify(run));
            assertDamaged(() -> compare(archive, run));
            archive.ends(run);
            archive.verify(written.first());
            compare(archive, written.first());
        });
    }

    @Test
    void aFlippedBitInTheEndsIsFoundByEndsAndVerify() throws IOException {
        Written written = write();
        Run run = written.second();

        flipEachByte(run.end() - run.start() + run.place(), run.messages(), archive -> {
            assertDamaged(() -> archive.verify(run));
            assertDamaged(() -> compare(archive, run));
            assertDamaged(() -> archive.ends(run));
        });
    }

    /** Compares a run a piece at a time. Returns how many bytes were read for it. */
    private static long compare(Archive archive, Run run) {
        RunCheck check = archive.check(run);
        long bytes = 0;
        for (int piece = check.next(); piece > 0; piece = check.next()) {
            bytes += piece;
        }
        return bytes;
    }

    @Test
    void aLongRunIsComparedInPiecesWithoutItsFileBeingHeldInBetween() {
        ArchiveSettings small = SETTINGS.withSegmentBytes(1000);
        try (Archive archive = FileArchive.open(directory, small, List.of())) {
            Run run = SampleRun.of(new Random(3), 1000, 2000).write(archive);
            Run other = SampleRun.of(new Random(4), 1000, 2000).write(archive);
            SampleRun.of(new Random(5), 1, 20).write(archive);
            archive.sync();
            RunCheck check = archive.check(run);

            assertThat(check.next()).isPositive().isLessThan(run.length());
            archive.drop(run.segment());

            assertThat(file()).doesNotExist();
            assertThatThrownBy(check::next).isInstanceOf(SegmentGoneException.class);
            assertThat(compare(archive, other)).isGreaterThanOrEqualTo(other.length());
        }
    }

    @Test
    void aRegionOfAFileThatLostItsEndIsNotOpened() throws IOException {
        Written written = write();
        try (Archive archive = FileArchive.open(directory, SETTINGS, written.segments())) {
            Run run = written.second();
            try (FileChannel channel = FileChannel.open(file(), StandardOpenOption.WRITE)) {
                channel.truncate(run.place() + run.length() - 1);
            }

            assertDamaged(() -> archive.open(run, run.start(), run.start() + 1));
            assertDamaged(() -> compare(archive, run));
            archive.open(
                            written.first(),
                            written.first().start(),
                            written.first().end())
                    .close();
        }
    }

    @Test
    void aRegionKnowsTheChecksumOfAWholeRunOnly() throws IOException {
        Written written = write();
        try (Archive archive = FileArchive.open(directory, SETTINGS, written.segments())) {
            Run run = written.first();
            CRC32C crc = new CRC32C();

            try (Region whole = archive.open(run, run.start(), run.end());
                    Region part = archive.open(run, run.start() + 1, run.end())) {
                crc.update(whole.bytes());
                assertThat(whole.checksum()).hasValue((int) crc.getValue());
                assertThat(part.checksum()).isEmpty();
            }
        }
    }

    @Test
    void aFlippedBitInARunHeaderIsFoundByEveryCheck() throws IOException {
        Written written = write();
        Run run = written.second();

        flipEachByte(run.place() - RunHeader.BYTES, RunHeader.BYTES, archive -> {
            assertDamaged(() -> archive.verify(run));
            assertDamaged(() -> compare(archive, run));
            assertDamaged(() -> archive.ends(run));
            assertDamaged(() -> archive.scan(1, any -> {}));
        });
    }

    @Test
    void aFlippedBitInTheSegmentHeaderIsFoundAtTheStart() throws IOException {
        Written written = write();
        byte[] good = Files.readAllBytes(file());
        for (int at = 0; at < SegmentHeader.BYTES; at++) {
            flip(good, at);
            assertDamaged(() -> FileArchive.open(directory, SETTINGS, written.segments()));
        }
    }

    @Test
    void aRunThatWasWrittenToTheWrongPlaceIsNotTakenForARun() throws IOException {
        Written written = write();
        byte[] bytes = Files.readAllBytes(file());
        int size = (int) (written.second().place() - written.first().place());
        System.arraycopy(bytes, SegmentHeader.BYTES, bytes, SegmentHeader.BYTES + size, size);
        Files.write(file(), bytes);

        try (FileArchive archive = FileArchive.open(directory, SETTINGS, written.segments())) {
            assertDamaged(() -> archive.scan(1, any -> {}));
        }
    }

    @Test
    void theMessageNamesTheFileThePlaceAndTheWayOut() throws IOException {
        Written written = write();
        flip(Files.readAllBytes(file()), (int) written.first().place());

        try (FileArchive archive = FileArchive.open(directory, SETTINGS, written.segments())) {
            assertThatThrownBy(() -> archive.verify(written.first()))
                    .hasMessageContaining(file().toString())
                    .hasMessageContaining("at byte " + written.first().place())
                    .hasMessageContaining("leat doctor");
        }
    }

    private record Written(Run first, Run second, List<Segment> segments) {}

    private interface Check {
        void run(FileArchive archive);
    }

    /** Two runs of the same size, so that one could be taken for the other. */
    private Written write() {
        try (FileArchive archive = FileArchive.open(directory, SETTINGS, List.of())) {
            SampleRun sample = SampleRun.of(new Random(5), 20, 12);
            Run first = sample.write(archive);
            Run second = sample.write(archive);
            archive.sync();
            return new Written(first, second, archive.segments());
        }
    }

    private void flipEachByte(long from, int count, Check check) throws IOException {
        byte[] good = Files.readAllBytes(file());
        List<Segment> known = List.of(new Segment(1, good.length));
        assertThat(count).isPositive();
        for (int i = 0; i < count; i++) {
            flip(good, (int) from + i);
            try (FileArchive archive = FileArchive.open(directory, SETTINGS, known)) {
                assertThatCode(() -> check.run(archive)).doesNotThrowAnyException();
            }
        }
    }

    private void flip(byte[] good, int at) throws IOException {
        byte[] bad = good.clone();
        bad[at] ^= (byte) (1 << (at % 8));
        Files.write(file(), bad);
    }

    private static void assertDamaged(ThrowingCallable reading) {
        assertThatThrownBy(reading).isInstanceOf(CorruptionException.class);
    }

    private Path file() {
        return directory.resolve(SegmentFile.name(1));
    }
}
