package dev.leat.storage.journal;

import static dev.leat.storage.journal.Directories.SMALL;
import static dev.leat.storage.journal.Directories.crashed;
import static dev.leat.storage.journal.Directories.segment;
import static dev.leat.storage.journal.Directories.truncate;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.storage.OutOfSpaceException;
import dev.leat.storage.StorageException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a journal does on a disk that is full or broken. */
class FailingDiskTest {
    private static final int SHARD = 1;

    @TempDir
    Path directory;

    @TempDir
    Path other;

    private final TestDisk disk = new TestDisk();
    private final List<Shown> durable = new ArrayList<>();
    private Journal journal;

    @BeforeEach
    void open() {
        journal = FileJournal.open(directory, SMALL, disk);
        Shown.by(journal, 0);
    }

    @AfterEach
    void close() {
        disk.failing = false;
        disk.full = false;
        journal.close();
    }

    private void append(int shard) {
        durable.add(Appended.to(journal, shard, new byte[500]).shown());
    }

    private void appendUntilFull(int shard) {
        disk.full = true;
        assertThatThrownBy(() -> {
                    while (true) {
                        append(shard);
                    }
                })
                .isInstanceOf(OutOfSpaceException.class)
                .hasMessageContaining(directory.toString());
    }

    private List<Shown> replayedCopy() {
        try (Journal again = FileJournal.open(crashed(directory, other), SMALL)) {
            return Shown.by(again, 0);
        }
    }

    @Test
    void aFileThatEndsWithinAPageIsFilledBeforeFramesGoThere() {
        append(SHARD);
        Path crashed = crashed(directory, other);
        int end = Math.toIntExact(journal.durable());
        truncate(segment(crashed, 0), end + 300); // as a fill that was interrupted leaves it

        SegmentSupply supply = new SegmentSupply(crashed, SMALL, disk, 2);
        JournalSegment active = supply.start(JournalFiles.list(crashed), 0, end);
        supply.require(active, end + 100);

        assertThat(JournalFiles.length(active.file)).as("with a page behind it").isEqualTo(2 * Frame.PAGE);
    }

    @Test
    void aFailedSyncFailsTheJournalForGood() {
        append(SHARD);
        disk.failing = true;
        assertThatThrownBy(() -> append(SHARD))
                .isInstanceOf(StorageException.class)
                .hasMessageContaining("Input/output error");
        disk.failing = false;

        assertThatThrownBy(() -> append(SHARD)).isInstanceOf(StorageException.class);
        assertThatThrownBy(() -> append(SHARD + 1)).isInstanceOf(StorageException.class);
        assertThat(journal.durable()).isEqualTo(durable.getLast().end());
        assertThat(replayedCopy()).containsAll(durable);
    }

    @Test
    void onAFullDiskFramesGoIntoTheSpaceThatIsPreparedAndThenFindNoRoom() {
        append(SHARD);

        appendUntilFull(SHARD);

        assertThat(durable).hasSizeGreaterThan(1);
        assertThat(journal.room()).isLessThan(SMALL.fillStep());
        assertThat(replayedCopy()).isEqualTo(durable);
    }

    @Test
    void aShardWhoseFrameFoundNoRoomIsHeldWhileOthersGoOn() {
        appendUntilFull(SHARD);
        disk.full = false;

        assertThatThrownBy(() -> append(SHARD)).isInstanceOf(OutOfSpaceException.class);
        append(SHARD + 1);

        assertThat(journal.room()).isEqualTo(Long.MAX_VALUE);
        assertThat(replayedCopy()).isEqualTo(durable);
    }

    @Test
    void recyclingGivesRoomOnAFullDisk() {
        while (journal.durable() < 3L * SMALL.segmentSize()) {
            append(SHARD);
        }
        appendUntilFull(SHARD);

        journal.recycle(journal.durable());
        append(SHARD + 1);

        assertThat(durable.getLast().end()).isEqualTo(journal.durable());
    }

    @Test
    void aJournalOnAFullDiskClosesInOrder() {
        appendUntilFull(SHARD);

        journal.close();

        try (Journal again = FileJournal.open(directory, SMALL)) {
            assertThat(Shown.by(again, 0)).isEqualTo(durable);
        }
    }

    @Test
    void aJournalThatCannotBeStartedSaysWhy() {
        TestDisk full = new TestDisk();
        full.full = true;

        try (Journal unstarted = FileJournal.open(other, SMALL, full)) {
            assertThatThrownBy(() -> Shown.by(unstarted, 0))
                    .isInstanceOf(OutOfSpaceException.class)
                    .hasMessageContaining(other.toString());
        }
    }
}
