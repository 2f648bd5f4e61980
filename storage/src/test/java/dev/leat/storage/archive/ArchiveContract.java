package dev.leat.storage.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.storage.CorruptionException;
import dev.leat.storage.settings.ArchiveSettings;
import dev.leat.testkit.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every archive does. */
abstract class ArchiveContract {

    static final ArchiveSettings SMALL = new ArchiveSettings(1000, 2, 4096);

    @TempDir
    Path temp;

    Archive archive;

    abstract Archive open(ArchiveSettings settings);

    @BeforeEach
    void openArchive() {
        archive = open(SMALL);
    }

    @AfterEach
    void closeArchive() {
        archive.close();
    }

    @Seeds(20)
    void aRunReadsBackAsItWasWritten(long seed) {
        Random random = new Random(seed);
        Map<Run, SampleRun> written = new LinkedHashMap<>();
        for (int i = 0; i < 30; i++) {
            SampleRun sample = SampleRun.of(random, 1 + random.nextInt(20), 1 << random.nextInt(11));
            written.put(sample.write(archive), sample);
        }
        archive.sync();

        written.forEach((run, sample) -> {
            assertThat(run.owner()).isEqualTo(sample.owner());
            assertThat(run.start()).isEqualTo(sample.start());
            assertThat(run.end()).isEqualTo(sample.start() + sample.wire().length);
            assertThat(run.messages()).isEqualTo(sample.ends().length);
            assertThat(read(run, run.start(), run.end())).isEqualTo(sample.wire());
            assertThat(archive.ends(run)).isEqualTo(sample.ends());
            archive.verify(run);
        });
    }

    @Test
    void aRangeOfARunHasItsBytesOnly() {
        Run run = archive.write(7, 1000, List.of(bytes("abc"), bytes("defgh")), new int[] {3, 8});
        archive.sync();

        assertThat(read(run, 1002, 1005)).isEqualTo("cde".getBytes(UTF_8));
        assertThat(read(run, 1008, 1008)).isEmpty();
    }

    @Test
    void aRangeOutsideOfItsRunIsRefused() {
        Run run = archive.write(7, 1000, List.of(bytes("abc")), new int[] {3});
        archive.sync();

        assertThatThrownBy(() -> archive.open(run, 999, 1003)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> archive.open(run, 1000, 1004)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> archive.open(run, 1002, 1001)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theBuffersOfTheCallerStayAsTheyAre() {
        ByteBuffer wire = bytes("..abc..").position(2).limit(5);

        Run run = archive.write(1, 0, List.of(wire), new int[] {3});
        archive.sync();

        assertThat(wire.position()).isEqualTo(2);
        assertThat(wire.limit()).isEqualTo(5);
        assertThat(read(run, 0, 3)).isEqualTo("abc".getBytes(UTF_8));
    }

    @Test
    void bytesThatTheCallerChangesAfterwardsAreNotArchived() {
        byte[] wire = "abc".getBytes(UTF_8);
        Run run = archive.write(1, 0, List.of(ByteBuffer.wrap(wire)), new int[] {3});
        wire[0] = 'X';
        archive.sync();

        assertThat(read(run, 0, 3)).isEqualTo("abc".getBytes(UTF_8));
    }

    @Test
    void messageEndsThatDoNotFitTheBytesAreRefused() {
        for (int[] ends : List.of(new int[] {}, new int[] {2}, new int[] {4}, new int[] {2, 1, 3}, new int[] {-1, 3})) {
            assertThatThrownBy(() -> archive.write(1, 0, List.of(bytes("abc")), ends))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void aFullSegmentIsFollowedByANewOne() {
        List<Run> runs = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            runs.add(writeBytes(400));
        }
        archive.sync();

        assertThat(runs).extracting(Run::segment).containsExactly(1, 1, 1, 2, 2, 2);
        assertThat(archive.segments()).extracting(Segment::id).containsExactly(1, 2);
        assertThat(archive.segments()).allMatch(segment -> segment.length() > 1000);
    }

    @Test
    void aSegmentIsAsLongAsWhatWasSynced() {
        assertThat(archive.segments()).isEmpty();
        writeBytes(10);
        assertThat(archive.segments()).isEmpty();
        archive.sync();
        List<Segment> synced = archive.segments();
        writeBytes(10);

        assertThat(archive.segments()).isEqualTo(synced).hasSize(1);
    }

    @Test
    void aScanShowsTheRunsOfASegmentInTheirOrder() {
        List<Run> written = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            written.add(writeBytes(400));
        }
        archive.sync();

        List<Run> seen = new ArrayList<>();
        archive.segments().forEach(segment -> archive.scan(segment.id(), seen::add));
        assertThat(seen).isEqualTo(written);
    }

    @Test
    void aDroppedSegmentIsGone() {
        Run run = writeBytes(2000);
        writeBytes(10);
        archive.sync();

        archive.drop(run.segment());

        assertThat(archive.segments()).extracting(Segment::id).containsExactly(2);
        assertThatThrownBy(() -> archive.open(run, run.start(), run.end())).isInstanceOf(SegmentGoneException.class);
        assertThatThrownBy(() -> archive.ends(run)).isInstanceOf(SegmentGoneException.class);
        assertThatThrownBy(() -> archive.verify(run)).isInstanceOf(SegmentGoneException.class);
        assertThatThrownBy(() -> archive.scan(run.segment(), any -> {})).isInstanceOf(SegmentGoneException.class);
        assertThatThrownBy(() -> archive.drop(run.segment())).isInstanceOf(SegmentGoneException.class);
    }

    @Test
    void aRegionOutlivesTheDropOfItsSegment() {
        SampleRun sample = SampleRun.of(new Random(1), 10, 400);
        Run run = sample.write(archive);
        archive.sync();
        writeBytes(10);

        try (Region region = archive.open(run, run.start(), run.end())) {
            archive.drop(run.segment());

            assertThat(toArray(region.bytes())).isEqualTo(sample.wire());
        }
    }

    @Test
    void theActiveSegmentCannotBeDropped() {
        Run run = writeBytes(2000);
        archive.sync();

        assertThatThrownBy(() -> archive.drop(run.segment())).isInstanceOf(IllegalArgumentException.class);
        archive.verify(run);
    }

    @Test
    void aRunThatTheArchiveDoesNotHaveIsCorruption() {
        Run run = writeBytes(100);
        archive.sync();
        Run other = new Run(run.owner() + 1, run.start(), run.length(), run.messages(), run.segment(), run.place());
        Run beyond = new Run(run.owner(), run.start(), run.length(), run.messages(), run.segment(), run.place() + 900);

        assertThatThrownBy(() -> archive.verify(other)).isInstanceOf(CorruptionException.class);
        assertThatThrownBy(() -> archive.ends(other)).isInstanceOf(CorruptionException.class);
        assertThatThrownBy(() -> archive.verify(beyond)).isInstanceOf(CorruptionException.class);
        assertThatThrownBy(() -> archive.open(beyond, beyond.start(), beyond.end()))
                .isInstanceOf(CorruptionException.class);
    }

    @Test
    void aRunLongerThanTheWriteBufferIsKeptWhole() {
        SampleRun before = SampleRun.of(new Random(1), 3, 50);
        SampleRun big = SampleRun.of(new Random(2), 3000, 100);
        Run first = before.write(archive);
        Run second = big.write(archive);
        archive.sync();

        assertThat(read(first, first.start(), first.end())).isEqualTo(before.wire());
        assertThat(read(second, second.start(), second.end())).isEqualTo(big.wire());
        assertThat(archive.ends(second)).isEqualTo(big.ends());
    }

    @Test
    void aRunOfOneEmptyMessageIsARun() {
        Run run = archive.write(1, 5, List.of(), new int[] {0});
        archive.sync();

        assertThat(read(run, 5, 5)).isEmpty();
        assertThat(archive.ends(run)).containsExactly(0);
        archive.verify(run);
    }

    @Test
    void aCopyHasTheRunsUpToTheLengthsAskedFor() {
        Map<Run, SampleRun> written = new LinkedHashMap<>();
        Random random = new Random(3);
        for (int i = 0; i < 10; i++) {
            SampleRun sample = SampleRun.of(random, 5, 150);
            written.put(sample.write(archive), sample);
        }
        archive.sync();
        List<Segment> segments = archive.segments();
        writeBytes(100);
        archive.sync();

        archive.copyTo(temp.resolve("backups/copy"), segments);

        try (FileArchive copy = FileArchive.open(temp.resolve("backups/copy"), SMALL, segments)) {
            assertThat(copy.segments()).isEqualTo(segments);
            written.forEach((run, sample) -> {
                copy.verify(run);
                assertThat(copy.ends(run)).isEqualTo(sample.ends());
            });
        }
    }

    @Test
    void aCopyIntoADirectoryThatIsNotEmptyIsRefused() throws IOException {
        Path target = Files.createDirectories(temp.resolve("full"));
        Files.createFile(target.resolve("something"));

        assertThatThrownBy(() -> archive.copyTo(target, List.of())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aRegionCanBeClosedTwice() {
        Run run = writeBytes(2000);
        writeBytes(10);
        archive.sync();
        Region closed = archive.open(run, run.start(), run.end());
        try (Region other = archive.open(run, run.start(), run.end())) {
            closed.close();
            closed.close();
            archive.drop(run.segment());

            assertThat(other.bytes().remaining()).isEqualTo(2000);
        }
    }

    Run writeBytes(int length) {
        return archive.write(3, 50, List.of(ByteBuffer.allocate(length)), new int[] {length});
    }

    byte[] read(Run run, long from, long to) {
        try (Region region = archive.open(run, from, to)) {
            assertThat(region.length()).isEqualTo(to - from);
            assertThat(region.place()).isEqualTo(run.place() + from - run.start());
            return toArray(region.bytes());
        }
    }

    static byte[] toArray(ByteBuffer bytes) {
        byte[] array = new byte[bytes.remaining()];
        bytes.get(array);
        return array;
    }

    static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(UTF_8));
    }
}
