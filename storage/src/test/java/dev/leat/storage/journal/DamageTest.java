package dev.leat.storage.journal;

import static dev.leat.storage.journal.Directories.SMALL;
import static dev.leat.storage.journal.Directories.crashed;
import static dev.leat.storage.journal.Directories.flip;
import static dev.leat.storage.journal.Directories.segment;
import static dev.leat.storage.journal.Directories.truncate;
import static dev.leat.storage.journal.Directories.unwrite;
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
        long bodyEnd = start + Frame.HEADER + written.get(2).length();

        for (long from = start; from < bodyEnd; from++) {
            Path torn = crashed(crashed, root.resolve("torn" + from));
            unwrite(segment(torn, 0), from, Frame.PAGE);

            assertThat(replayed(torn)).isEqualTo(written.subList(0, 2));
            assertThat(replayed(torn)).isEqualTo(written.subList(0, 2));
        }
    }

    @Test
    void aBodyThatIsZerosFromAnyByteOnIsCutBecauseItMayHaveBeenThatWay() {
        writeThree();
        int body = Math.toIntExact(written.get(1).end()) + Frame.HEADER;
        int end = body + written.get(2).length();

        for (int from = body; from < end; from++) {
            Path torn = crashed(crashed, root.resolve("torn" + from));
            write(segment(torn, 0), from, new byte[end - from]);

            assertThat(replayed(torn)).isEqualTo(written.subList(0, 2));
        }
    }

    @Test
    void zerosFromTheLastFramesOnAreCorruptionAfterACrash() {
        writeThree();
        int first = Math.toIntExact(written.get(0).end());
        int second = Math.toIntExact(written.get(1).end());
        int last = Math.toIntExact(written.get(2).end());

        for (int from = first; from < last; from += Frame.ALIGNMENT) {
            Path zeroed = crashed(crashed, root.resolve("zeroed" + from));
            write(segment(zeroed, 0), from, new byte[Frame.PAGE - from]);

            assertCorrupt(zeroed, 0, from < second ? first : second);
        }
    }

    @Test
    void blocksOfZerosAtTheEndAreCorruptionAfterACrash() {
        journal(n -> "x".repeat(1000), 12);
        int length = Math.toIntExact(segment(crashed, 0).toFile().length());

        for (int block = Frame.PAGE; block < written.getLast().end(); block += Frame.SECTOR) {
            Path zeroed = crashed(crashed, root.resolve("zeroed" + block));
            write(segment(zeroed, 0), block, new byte[length - block]);

            assertThatThrownBy(() -> replayed(zeroed))
                    .isInstanceOf(CorruptionException.class)
                    .hasMessageContaining("zeros where a frame or prepared space was");
        }
    }

    @Test
    void aFileThatEndsInAPageOfFramesIsCorruptionForReplayAndForACheck() {
        writeThree();

        long last = written.get(2).end();
        for (long length = written.get(0).end(); length < Frame.PAGE; length += length < last ? 1 : 499) {
            Path cut = crashed(crashed, root.resolve("cut" + length));
            truncate(segment(cut, 0), length);

            assertThatThrownBy(() -> replayed(cut))
                    .isInstanceOf(CorruptionException.class)
                    .hasMessageContaining("the file ends at byte " + length);
            assertThat(JournalCheck.of(cut).read(0, (shard, at, body) -> {})).isInstanceOf(JournalEnd.Corrupt.class);
        }
    }

    @Test
    void aFileThatEndsBetweenTwoPagesOfFramesIsCorruption() {
        journal(n -> "frame %03d of many".formatted(n), 180);

        int last = Math.toIntExact(written.getLast().end());
        assertThat(last).isBetween(2 * Frame.PAGE, SMALL.segmentSize() - Frame.PAGE);
        for (int length = Frame.PAGE; length <= Frame.pageEnd(last); length += Frame.PAGE) {
            Path cut = crashed(crashed, root.resolve("cut" + length));
            truncate(segment(cut, 0), length);

            assertThatThrownBy(() -> replayed(cut))
                    .isInstanceOf(CorruptionException.class)
                    .hasMessageContaining("the file ends at byte " + length);
        }
    }

    @Test
    void afterACrashTheEndIsProvenByTheSpaceBehindIt() {
        writeThree();

        assertThat(JournalCheck.of(crashed).read(0, (shard, at, body) -> {}))
                .isEqualTo(new JournalEnd.Clean(written.getLast().end(), true));
    }

    @Test
    void aSegmentOfZerosWithoutHeaderIsCorruption() {
        writeThree();
        int length = Math.toIntExact(segment(crashed, 0).toFile().length());
        write(segment(crashed, 0), 0, new byte[length]);

        assertCorrupt(crashed, 0, 0);
    }

    /** Files that were filled with zeros, by a header that says so, tell nothing about what was lost. */
    @Test
    void aFileThatEndsInThePaddingOfTheLastFrameGoesOnAfterIt() {
        writeThree();
        Path file = segment(crashed, 0);
        write(
                file,
                0,
                new JournalSegment.Header(0, SMALL.segmentSize(), 1, JournalSegment.Header.Space.ZEROS)
                        .encode()
                        .array());
        truncate(file, written.get(2).end() - 3);

        assertThat(JournalCheck.of(crashed).read(0, (shard, at, body) -> {}))
                .isEqualTo(new JournalEnd.Clean(written.getLast().end(), false));
        try (Journal journal = FileJournal.open(crashed, SMALL)) {
            assertThat(Shown.by(journal, 0)).isEqualTo(written);
            Appended.to(journal, "more").shown();
        }
        assertThat(replayed(crashed)).hasSize(4);
    }

    @Test
    void aFrameThatAReaderCannotTakeIsCorruptionWithItsPlace() {
        writeThree();

        try (Journal journal = FileJournal.open(crashed, SMALL)) {
            assertThatThrownBy(() -> journal.replay(0, 0, Long.MAX_VALUE, (shard, end, body) -> {
                        if (end == written.get(1).end()) {
                            throw new IndexOutOfBoundsException("7");
                        }
                    }))
                    .isInstanceOf(CorruptionException.class)
                    .hasMessageContainingAll(
                            segment(crashed, 0) + " is damaged at byte "
                                    + written.get(0).end(),
                            "does not fit the store");
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
        long bodyEnd = start + Frame.HEADER + written.get(1).length();

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
        Frame first = Frame.data(0, ByteBuffer.allocate(100), new AwaitedCommit());
        Frame second = Frame.data(0, ByteBuffer.allocate(100), new AwaitedCommit());
        JournalWriter writer = new JournalWriter(
                SMALL.segmentSize(),
                1,
                new JournalSegment(0, file, 0, JournalSegment.Header.Space.FRESH),
                Disk.local().open(file),
                end);
        writer.add(first, end);
        writer.add(second, end);
        writer.sync();
        writer.close();
        unwrite(file, end, end + first.size());

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

        for (int at = 0; at < JournalSegment.Header.SIZE; at++) {
            flip(segment(crashed, 1), at);

            assertCorrupt(crashed, 1, 0);
            flip(segment(crashed, 1), at);
        }
    }

    @Test
    void aDamagedHeaderOfAPreparedSegmentDoesNoHarm() {
        journal(n -> "x".repeat(1000), 60);
        long next = written.getLast().end() / SMALL.segmentSize() + 1;
        write(segment(crashed, next), 0, new byte[JournalSegment.Header.SIZE]);

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
