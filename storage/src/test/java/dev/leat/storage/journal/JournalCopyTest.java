package dev.leat.storage.journal;

import static dev.leat.storage.journal.Directories.SMALL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.storage.LayoutException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalCopyTest {
    private static final int COPIES = 10;

    @TempDir
    Path root;

    private Path directory() throws IOException {
        return Files.createDirectories(root.resolve("journal"));
    }

    private static List<Shown> replayed(Path directory, long from) {
        try (Journal journal = FileJournal.open(directory, SMALL)) {
            return Shown.by(journal, from);
        }
    }

    @Test
    void aCopyHoldsTheFramesUpToTheDurablePosition() throws IOException {
        try (Journal journal = FileJournal.open(directory(), SMALL)) {
            Shown.by(journal, 0);
            List<Shown> written = new ArrayList<>();
            for (int n = 0; n < 100; n++) {
                written.add(Appended.to(journal, n, new byte[n * 10]).shown());
                Path copy = root.resolve("copy" + n);

                assertThat(journal.copyTo(copy)).isEqualTo(written.getLast().end());
                assertThat(replayed(copy, 0)).isEqualTo(written);
            }
        }
    }

    @Test
    void copiesUnderLoadReplayWhateverIsRecycledMeanwhile() throws Exception {
        Queue<Appended> frames = new ConcurrentLinkedQueue<>();
        AtomicBoolean stop = new AtomicBoolean();
        try (Journal journal = FileJournal.open(directory(), SMALL)) {
            Shown.by(journal, 0);
            Thread load = Thread.startVirtualThread(() -> {
                while (!stop.get()) {
                    Appended frame = Appended.to(journal, 0, new byte[frames.size() % 2000]);
                    frame.end();
                    frames.add(frame);
                    journal.recycle(journal.durable() - 2L * SMALL.segmentSize());
                }
            });
            for (int n = 0; n < COPIES; n++) {
                Path copy = root.resolve("copy" + n);
                long end = journal.copyTo(copy);
                long from = JournalCheck.of(copy).start();

                List<Shown> shown = replayed(copy, from);

                List<Shown> expected = frames.stream()
                        .map(Appended::shown)
                        .filter(frame -> frame.end() > from && frame.end() <= end)
                        .toList();
                assertThat(shown).containsAll(expected).isSortedAccordingTo(Comparator.comparingLong(Shown::end));
                assertThat(shown).allMatch(f -> f.end() <= end);
            }
            stop.set(true);
            load.join();
        }
    }

    @Test
    void aCopyIsNotMadeIntoADirectoryThatHoldsSomething() throws IOException {
        try (Journal journal = FileJournal.open(directory(), SMALL)) {
            Shown.by(journal, 0);
            journal.copyTo(root.resolve("copy"));

            assertThatThrownBy(() -> journal.copyTo(root.resolve("copy"))).isInstanceOf(LayoutException.class);
        }
    }
}
