package dev.leat.storage.journal;

import static dev.leat.storage.journal.Directories.SMALL;
import static dev.leat.storage.journal.Directories.crashed;
import static dev.leat.storage.journal.Directories.flip;
import static dev.leat.storage.journal.Directories.segment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.storage.CorruptionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalCheckTest {
    private static final int FRAMES = 60;

    @TempDir
    Path directory;

    @TempDir
    Path other;

    private List<Shown> written;

    @BeforeEach
    void write() {
        try (Journal journal = FileJournal.open(directory, SMALL)) {
            Shown.by(journal, 0);
            written = IntStream.range(0, FRAMES)
                    .mapToObj(n -> Appended.to(journal, n, new byte[1000]).shown())
                    .toList();
        }
    }

    private static JournalEnd check(Path directory, List<Shown> shown) {
        JournalCheck check = JournalCheck.of(directory);
        return check.read(check.start(), Shown.into(shown));
    }

    private List<Shown> replayed() {
        try (Journal journal = FileJournal.open(directory, SMALL)) {
            return Shown.by(journal, 0);
        }
    }

    /** Damages the frame after the given one. */
    private void damageAfter(Shown frame) {
        long index = frame.end() / SMALL.segmentSize();
        flip(segment(directory, index), frame.end() % SMALL.segmentSize() + Frame.HEADER);
    }

    @Test
    void aSoundJournalEndsCleanly() {
        List<Shown> shown = new ArrayList<>();

        assertThat(check(directory, shown)).isInstanceOf(JournalEnd.Clean.class);
        assertThat(shown).isEqualTo(written);
    }

    @Test
    void anEmptyDirectoryEndsCleanlyAtZero() {
        assertThat(check(other, new ArrayList<>())).isEqualTo(new JournalEnd.Clean(0, false));
    }

    @Test
    void aCheckChangesNothing() throws IOException {
        damageAfter(written.get(20));
        crashed(directory, other);

        check(directory, new ArrayList<>());

        for (String name : Directories.names(other)) {
            assertThat(directory.resolve(name)).hasSameBinaryContentAs(other.resolve(name));
        }
    }

    @Test
    void damageIsReportedWithWhatComesAfterIt() {
        long position = written.get(20).end();
        damageAfter(written.get(20));
        List<Shown> before = new ArrayList<>();
        List<Shown> after = new ArrayList<>();

        JournalEnd end = check(directory, before);
        JournalCheck.of(directory).readAfter(position, Shown.into(after));

        assertThat(end).isInstanceOfSatisfying(JournalEnd.Corrupt.class, corrupt -> {
            assertThat(corrupt.position()).isEqualTo(position);
            assertThat(corrupt.offset()).isEqualTo(position % SMALL.segmentSize());
            assertThat(corrupt.file()).isEqualTo(segment(directory, position / SMALL.segmentSize()));
            assertThat(corrupt.framesAfter()).isEqualTo(FRAMES - 22);
            assertThat(corrupt.lastEnd())
                    .isGreaterThanOrEqualTo(written.getLast().end());
            assertThat(corrupt.unreadable()).isEqualTo(written.get(21).end() - position);
        });
        assertThat(before).isEqualTo(written.subList(0, 21));
        assertThat(after).isEqualTo(written.subList(22, FRAMES));
    }

    @Test
    void aCutAtTheDamageMakesTheJournalReplayable() {
        damageAfter(written.get(20));
        assertThatThrownBy(this::replayed).isInstanceOf(CorruptionException.class);

        JournalCheck.of(directory).cut(written.get(20).end());

        assertThat(replayed()).isEqualTo(written.subList(0, 21));
        assertThat(replayed()).isEqualTo(written.subList(0, 21));
    }

    @Test
    void aCutCanBeMadeAfterEveryFrame() {
        for (int n = FRAMES - 1; n >= 0; n--) {
            JournalCheck.of(directory).cut(written.get(n).end());

            assertThat(replayed()).isEqualTo(written.subList(0, n + 1));
        }
    }

    @Test
    void aCutAtAMissingSegmentMakesTheJournalReplayable() throws IOException {
        Files.delete(segment(directory, 2));
        List<Shown> before = new ArrayList<>();
        JournalEnd end = check(directory, before);

        JournalCheck.of(directory).cut(end.position());

        assertThat(end.position()).isEqualTo(2L * SMALL.segmentSize());
        assertThat(replayed()).isEqualTo(before);
    }

    @Test
    void framesAfterAMissingSegmentAreShown() throws IOException {
        Files.delete(segment(directory, 2));
        List<Shown> after = new ArrayList<>();

        JournalCheck.of(directory).readAfter(2L * SMALL.segmentSize(), Shown.into(after));

        assertThat(after)
                .isEqualTo(written.stream()
                        .filter(f -> f.end() >= 3L * SMALL.segmentSize())
                        .toList());
    }

    /** A checkpoint may have been the last thing before a kill: then nothing starts where it ended. */
    @Test
    void damageBeforeTheStartOfAReadDoesNotMatter() {
        Shown last = written.get(2);
        crashed(directory, other.resolve("killed"));
        Path killed = segment(other.resolve("killed"), 0);
        Directories.unwrite(killed, last.end(), killed.toFile().length());
        flip(killed, written.get(0).end());
        for (String name : Directories.names(other.resolve("killed"))) {
            if (!killed.endsWith(name)) {
                other.resolve("killed").resolve(name).toFile().delete();
            }
        }

        JournalEnd end = JournalCheck.of(other.resolve("killed")).read(last.end(), (shard, frameEnd, body) -> {});

        assertThat(last.end()).isLessThan(SMALL.segmentSize());
        assertThat(end).isEqualTo(new JournalEnd.Clean(last.end(), true));
    }

    @Test
    void aJournalThatEndsBeforeWhatWasDurableIsCorruptAndStaysAsItIs() {
        long reached = written.getLast().end() + 1000;
        crashed(directory, other);

        JournalEnd end = JournalCheck.of(directory).read(0, reached, (shard, frameEnd, body) -> {});

        assertThat(end)
                .isInstanceOfSatisfying(
                        JournalEnd.Corrupt.class,
                        corrupt ->
                                assertThat(corrupt.what()).contains("but the store has applied it up to " + reached));
        try (Journal journal = FileJournal.open(directory, SMALL)) {
            assertThatThrownBy(() -> journal.replay(0, reached, Long.MAX_VALUE, (shard, frameEnd, body) -> {}))
                    .isInstanceOf(CorruptionException.class)
                    .hasMessageContaining("a part of it was lost");
        }
        for (String name : Directories.names(other)) {
            assertThat(directory.resolve(name)).hasSameBinaryContentAs(other.resolve(name));
        }
    }

    @Test
    void aJournalThatIsBegunAnewHasNoFramesAndGoesOnBehindAllPositions() {
        long position =
                JournalCheck.of(directory).restartAfter(written.getLast().end());

        assertThat(position).isGreaterThan(written.getLast().end());
        try (Journal journal = FileJournal.open(directory, SMALL)) {
            assertThat(Shown.by(journal, position)).isEmpty();
            Appended.to(journal, 1, new byte[10]).shown();
        }
        try (Journal journal = FileJournal.open(directory, SMALL)) {
            assertThat(Shown.by(journal, position)).hasSize(1);
        }
    }

    @Test
    void itIsKnownBeforehandWhereACutIsPossible() throws IOException {
        Files.delete(segment(directory, 2));
        JournalCheck check = JournalCheck.of(directory);

        assertThat(check.canCut(written.get(3).end())).isTrue();
        assertThat(check.canCut(2L * SMALL.segmentSize())).isTrue();
        assertThat(check.canCut(written.get(3).end() + 8)).isFalse();
    }

    @Test
    void aCutWhereNoFrameEndsIsRefused() {
        assertThatThrownBy(() -> JournalCheck.of(directory).cut(written.get(3).end() + 8))
                .isInstanceOf(CorruptionException.class);
        assertThat(replayed()).isEqualTo(written);
    }
}
