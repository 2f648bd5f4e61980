package dev.leat.storage.journal;

import static dev.leat.storage.journal.Directories.SMALL;
import static dev.leat.storage.journal.Directories.crashed;
import static dev.leat.storage.journal.Directories.names;
import static dev.leat.storage.journal.Directories.segment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.storage.CorruptionException;
import dev.leat.storage.LayoutException;
import dev.leat.storage.settings.JournalSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileJournalTest extends JournalContract {
    @TempDir
    Path directory;

    @TempDir
    Path other;

    @Override
    Journal create() {
        return open(directory);
    }

    private static FileJournal open(Path directory) {
        return FileJournal.open(directory, SMALL);
    }

    /** Appends frames until a segment is in use, and waits for them. */
    private static List<Shown> fill(Journal journal, long segment) {
        List<Shown> frames = new ArrayList<>();
        while (journal.durable() < segment * SMALL.segmentSize()) {
            frames.add(Appended.to(journal, frames.size() % 3, new byte[1000 + frames.size()])
                    .shown());
        }
        return frames;
    }

    @Test
    void framesAreThereAgainAfterClose() {
        List<Shown> written;
        try (Journal journal = open(directory)) {
            Shown.by(journal, 0);
            written = fill(journal, 3);
        }

        try (Journal journal = open(directory)) {
            assertThat(Shown.by(journal, 0)).isEqualTo(written);
        }
    }

    @Test
    void framesAreThereAgainAfterACrash() {
        try (Journal journal = open(directory)) {
            Shown.by(journal, 0);
            List<Shown> written = fill(journal, 3);

            try (Journal again = open(crashed(directory, other))) {
                assertThat(Shown.by(again, 0)).isEqualTo(written);
            }
        }
    }

    @Test
    void aGroupThatIsLongerThanTheBufferIsThereAsAWhole() {
        JournalSettings large = JournalSettings.defaults();
        List<Shown> written = new ArrayList<>();
        try (Journal journal = FileJournal.open(directory, large)) {
            Shown.by(journal, 0);
            for (int length : new int[] {100, 5_000_000, 1 << 20, (1 << 20) - 40, 1, 3_000_000, 4096 - 40, 7}) {
                written.add(Appended.committed(journal, 1, random(length)).shown());
            }
            try (Journal again = FileJournal.open(crashed(directory, other), large)) {
                assertThat(Shown.by(again, 0)).isEqualTo(written);
            }
        }

        try (Journal journal = FileJournal.open(directory, large)) {
            assertThat(Shown.by(journal, 0)).isEqualTo(written);
        }
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    @Test
    void replayStartsAfterTheFrameThatEndsAtAPosition() {
        List<Shown> written;
        try (Journal journal = open(directory)) {
            Shown.by(journal, 0);
            written = fill(journal, 3);
        }

        for (int n = 0; n < written.size(); n++) {
            try (Journal journal = open(directory)) {
                assertThat(Shown.by(journal, written.get(n).end())).isEqualTo(written.subList(n + 1, written.size()));
            }
        }
    }

    @Test
    void replayStartsAtTheDurablePosition() {
        long end = 0;
        for (int n = 0; n < 500; n++) {
            try (Journal journal = open(directory)) {
                assertThat(Shown.by(journal, end)).isEmpty();
                end = journal.durable();
                journal.recycle(end);
            }
        }

        assertThat(end).isGreaterThan(SMALL.segmentSize());
    }

    @Test
    void replayFromAPlaceWhereNoFrameEndsIsCorruption() {
        try (Journal journal = open(directory)) {
            Shown.by(journal, 0);
            fill(journal, 1);
        }

        for (long from : new long[] {8, 72, 1000, 40_000, 1_000_000}) {
            assertThatThrownBy(() -> Shown.by(open(directory), from))
                    .isInstanceOf(CorruptionException.class)
                    .hasMessageContaining(
                            segment(directory, from / SMALL.segmentSize()).toString());
        }
    }

    @Test
    void framesThatEndAfterALimitAreGivenUpForGood() {
        List<Shown> written;
        try (Journal journal = open(directory)) {
            Shown.by(journal, 0);
            written = fill(journal, 4);
        }
        List<Shown> kept = new ArrayList<>();
        Shown added;

        try (Journal journal = open(directory)) {
            journal.replay(0, 0, written.get(5).end() + 7, Shown.into(kept));
            added = Appended.to(journal, "after the cut").shown();
        }

        assertThat(kept).isEqualTo(written.subList(0, 6));
        kept.add(added);
        try (Journal journal = open(directory)) {
            assertThat(Shown.by(journal, 0)).isEqualTo(kept);
        }
        try (Journal journal = open(directory)) {
            assertThat(Shown.by(journal, added.end())).isEmpty();
        }
    }

    @Test
    void aFrameAsLongAsFitsIsTakenAndALongerOneIsNot() {
        byte[] longest = new byte[JournalSegment.longestBody(SMALL)];
        List<Shown> written = new ArrayList<>();
        try (Journal journal = open(directory)) {
            Shown.by(journal, 0);
            for (int n = 0; n < 3; n++) {
                written.add(Appended.to(journal, 1, longest).shown());
            }

            assertThatThrownBy(() -> Appended.to(journal, 1, new byte[longest.length + 1]))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(String.valueOf(longest.length));
        }

        try (Journal journal = open(directory)) {
            assertThat(Shown.by(journal, 0)).isEqualTo(written);
        }
    }

    @Test
    void usedUpSegmentsAreTakenAgainAndWhatTheyHeldIsNeverShown() {
        List<Shown> written = new ArrayList<>();
        long from;
        try (Journal journal = open(directory)) {
            Shown.by(journal, 0);
            for (int round = 1; round < 12; round++) {
                journal.recycle(written.isEmpty() ? 0 : written.getLast().end());
                written.addAll(fill(journal, round));
            }
            from = written.get(written.size() - 10).end();
            journal.recycle(from);

            assertThat(names(directory)).hasSizeLessThanOrEqualTo(3 + 1 + SMALL.spareSegments());
            try (Journal again = open(crashed(directory, other))) {
                assertThat(Shown.by(again, from)).isEqualTo(written.subList(written.size() - 9, written.size()));
            }
        }
        try (Journal journal = open(directory)) {
            assertThat(Shown.by(journal, from)).isEqualTo(written.subList(written.size() - 9, written.size()));
        }
    }

    @Test
    void recyclingNeverTakesWhatIsNotDurableYet() {
        try (Journal journal = open(directory)) {
            Shown.by(journal, 0);
            List<Shown> written = fill(journal, 2);

            journal.recycle(Long.MAX_VALUE);
            Shown last = Appended.to(journal, "last").shown();

            try (Journal again = open(crashed(directory, other))) {
                assertThat(Shown.by(again, written.getLast().end())).containsExactly(last);
            }
        }
    }

    @Test
    void aSegmentOfAnotherSizeIsRefused() {
        try (Journal journal = open(directory)) {
            Shown.by(journal, 0);
        }

        assertThatThrownBy(() -> FileJournal.open(directory, new JournalSettings(32 * 1024, 4096, 2)))
                .isInstanceOf(LayoutException.class)
                .hasMessageContaining(segment(directory, 0).toString())
                .hasMessageContaining("expected 32768")
                .hasMessageContaining("found 16384");
    }

    @Test
    void aForeignFileIsRefused() throws IOException {
        Path foreign = Files.writeString(directory.resolve("notes.txt"), "mine");

        assertThatThrownBy(() -> open(directory))
                .isInstanceOf(LayoutException.class)
                .hasMessageContaining(foreign.toString());
    }

    @Test
    void aMissingDirectoryIsNamed() {
        Path missing = directory.resolve("missing");

        assertThatThrownBy(() -> open(missing))
                .isInstanceOf(LayoutException.class)
                .hasMessageContaining(missing.toString());
    }
}
