package dev.leat.storage.journal;

import static dev.leat.storage.journal.Directories.SMALL;
import static dev.leat.storage.journal.Directories.crashed;
import static dev.leat.storage.journal.Directories.flip;
import static dev.leat.storage.journal.Directories.segment;
import static dev.leat.storage.journal.Directories.truncate;
import static dev.leat.storage.journal.Directories.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.storage.CorruptionException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What replay makes of damaged files: a torn tail is cut, corruption is refused. */
class DamageTest {
    @TempDir
    Path root;

    private Path closed;
    private Path crashed;
    private List<Shown> written;

    /** Three frames in the first segment, as a close leaves them and as a crash does. */
    private void writeThree() {
        journal(n -> "frame %03d of three".formatted(n), 3);
    }

    private void journal(IntFunction<String> body, int count) {
        closed = root.resolve("closed");
        try {
            Files.createDirectories(closed);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try (Journal journal = FileJournal.open(closed, SMALL)) {
            Shown.by(journal, 0);
            written = IntStream.range(0, count)
                    .mapToObj(n -> Appended.to(journal, body.apply(n)).shown())
                    .toList();
            crashed = crashed(closed, root.resolve("crashed"));
        }
    }

    private static List<Shown> replayed(Path directory) {
        try (Journal journal = FileJournal.open(directory, SMALL)) {
            return Shown.by(journal, 0);
        }
    }

    private static void assertCorrupt(Path directory, long segment, long offset) {
        assertThatThrownBy(() -> replayed(directory))
                .isInstanceOf(CorruptionException.class)
                .hasMessageContaining(segment(directory, segment) + " is damaged at byte " + offset + ":");
    }

    @Test
    void aTailTornAtAnyByteOfTheLastFrameIsCut() {
        writeThree();
        long start = written.get(1).end();
        long bodyEnd = start + FrameFormat.HEADER + written.get(2).length();

        for (long length = start; length < bodyEnd; length++) {
            Path torn = crashed(crashed, root.resolve("torn" + length));
            truncate(segment(torn, 0), length);

            assertThat(replayed(torn)).isEqualTo(written.subList(0, 2));
            assertThat(replayed(torn)).isEqualTo(written.subList(0, 2));
        }
    }

    @Test
    void aTailThatIsZerosFromAnyByteOfTheLastFrameIsCut() {
        writeThree();
        int start = Math.toIntExact(written.get(1).end());
        int bodyEnd = start + FrameFormat.HEADER + written.get(2).length();

        for (int from = start; from < bodyEnd; from++) {
            Path torn = crashed(crashed, root.resolve("torn" + from));
            write(segment(torn, 0), from, new byte[bodyEnd - from]);

            assertThat(replayed(torn)).isEqualTo(written.subList(0, 2));
        }
    }

    @Test
    void whatIsAppendedAfterACutIsThereAndTheCutPartIsNot() {
        writeThree();
        flip(segment(crashed, 0), written.get(1).end() + 50);
        List<Shown> expected = new ArrayList<>(written.subList(0, 2));
        try (Journal journal = FileJournal.open(crashed, SMALL)) {
            Shown.by(journal, 0);
            expected.add(Appended.to(journal, "x").shown());
        }

        assertThat(replayed(crashed)).isEqualTo(expected);
    }

    @Test
    void aFlippedBitAnywhereInAnEarlyFrameIsCorruption() {
        writeThree();
        long start = written.get(0).end();
        long bodyEnd = start + FrameFormat.HEADER + written.get(1).length();

        for (long at = start; at < bodyEnd; at++) {
            flip(segment(crashed, 0), at);
            flip(segment(closed, 0), at);

            assertCorrupt(crashed, 0, start);
            assertCorrupt(closed, 0, start);
            flip(segment(crashed, 0), at);
            flip(segment(closed, 0), at);
        }
    }

    @Test
    void aDamagedLastFrameIsCorruptionAfterACloseAndCutAfterACrash() {
        writeThree();
        long start = written.get(1).end();
        flip(segment(closed, 0), start + 45);
        flip(segment(crashed, 0), start + 45);

        assertCorrupt(closed, 0, start);
        assertThat(replayed(crashed)).isEqualTo(written.subList(0, 2));
    }

    @Test
    void damageBeforeACutIsCorruptionOnceTheJournalWasOpenedAgain() {
        writeThree();
        replayed(crashed(crashed, root.resolve("again")));
        try (Journal journal = FileJournal.open(crashed, SMALL)) {
            Shown.by(journal, 0);
            crashed(crashed, root.resolve("opened"));
        }
        flip(segment(root.resolve("opened"), 0), written.get(1).end() + 45);

        assertCorrupt(root.resolve("opened"), 0, written.get(1).end());
    }

    @Test
    void anUnsyncedGroupOfWhichOnlyTheSecondFrameSurvivedIsCut() throws IOException {
        writeThree();
        Path file = segment(crashed, 0);
        int end = Math.toIntExact(written.getLast().end());
        Frame first = Frame.data(0, ByteBuffer.allocate(100), new Told());
        Frame second = Frame.data(0, ByteBuffer.allocate(100), new Told());
        SegmentWriter writer = new SegmentWriter(
                SMALL.segmentSize(), 1, new Segment(0, file, 0), Disk.local().open(file), end);
        writer.add(first, end);
        writer.add(second, end);
        writer.sync();
        writer.close();
        write(file, end, new byte[first.size()]);

        assertThat(JournalCheck.of(crashed).read(0, (shard, at, body) -> {}))
                .isEqualTo(new JournalEnd.Torn(file, end, end, first.size() + second.size()));
        assertThat(replayed(crashed)).isEqualTo(written);
        assertThat(replayed(crashed)).isEqualTo(written);
    }

    @Test
    void aMissingSegmentInTheMiddleIsCorruption() throws IOException {
        journal(n -> "x".repeat(1000), 60);
        Files.delete(segment(crashed, 2));

        assertCorrupt(crashed, 2, 0);
    }

    @Test
    void aMissingLastSegmentIsCorruption() throws IOException {
        journal(n -> "x".repeat(1000), 60);
        long last = written.getLast().end() / SMALL.segmentSize();
        for (long index = last; Files.exists(segment(crashed, index)); index++) {
            Files.delete(segment(crashed, index));
        }

        assertCorrupt(crashed, last, 0);
    }

    @Test
    void aDamagedSegmentHeaderIsCorruptionIfThereAreFrames() {
        journal(n -> "x".repeat(1000), 60);

        for (int at = 0; at < SegmentHeader.SIZE; at++) {
            flip(segment(crashed, 1), at);

            assertCorrupt(crashed, 1, 0);
            flip(segment(crashed, 1), at);
        }
    }

    @Test
    void aDamagedHeaderOfAPreparedSegmentDoesNoHarm() {
        journal(n -> "x".repeat(1000), 60);
        long next = written.getLast().end() / SMALL.segmentSize() + 1;
        write(segment(crashed, next), 0, new byte[SegmentHeader.SIZE]);

        assertThat(replayed(crashed)).isEqualTo(written);
    }

    @Test
    void aSegmentThatLostItsEndIsCorruptionIfThereAreFramesAfterIt() {
        journal(n -> "x".repeat(1000), 60);
        truncate(segment(crashed, 1), 5000);

        assertThatThrownBy(() -> replayed(crashed))
                .isInstanceOf(CorruptionException.class)
                .hasMessageContaining(segment(crashed, 1).toString());
    }

    @Test
    void damageBeforeThePlaceToStartFromDoesNoHarm() {
        writeThree();
        flip(segment(crashed, 0), written.get(0).end() + 3);

        try (Journal journal = FileJournal.open(crashed, SMALL)) {
            assertThat(Shown.by(journal, written.get(1).end())).isEqualTo(written.subList(2, 3));
        }
    }
}
