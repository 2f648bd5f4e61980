package dev.leat.storage.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.storage.StorageException;
import dev.leat.storage.meter.CommitMeter;
import dev.leat.storage.settings.JournalSettings;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommitMeterTest {
    private final CommitMeter meter = new CommitMeter();

    /** A frame that some calls wait for. */
    private static final class Waiting implements Commit {
        private final CompletableFuture<Long> told = new CompletableFuture<>();
        private final int calls;

        Waiting(int calls) {
            this.calls = calls;
        }

        @Override
        public void durable(long end) {
            told.complete(end);
        }

        @Override
        public void failed(StorageException cause) {
            told.completeExceptionally(cause);
        }

        @Override
        public int calls() {
            return calls;
        }
    }

    @Test
    void aJournalOnDiskMeasuresItsSyncsAndWhatTheyShare(@TempDir Path dir) {
        try (Journal journal = FileJournal.open(dir, JournalSettings.defaults())) {
            commitThree(journal);
        }

        assertThat(meter.figures().syncNanos().count()).isEqualTo(2);
        assertThat(meter.figures().syncNanos().sum()).isPositive();
        assertSizes();
    }

    @Test
    void aJournalInMemoryHasCommitsButNoSyncs() {
        try (Journal journal = new MemoryJournal()) {
            commitThree(journal);
        }

        assertThat(meter.figures().syncNanos().count()).isZero();
    }

    /** Two commits: one of a frame, one of two frames that are handed over together. */
    private void commitThree(Journal journal) {
        journal.measure(meter);
        journal.replay(0, 0, Long.MAX_VALUE, (shard, end, body) -> {});
        Waiting alone = new Waiting(5);
        journal.append(0, ByteBuffer.allocate(100), alone);
        alone.told.join();
        Waiting first = new Waiting(2);
        Waiting second = new Waiting(1);
        journal.append(List.of(
                new Journal.Append(0, ByteBuffer.allocate(100), first),
                new Journal.Append(1, ByteBuffer.allocate(100), second)));
        first.told.join();
        second.told.join();
        assertThat(meter.figures().calls().sum()).isEqualTo(8);
        assertThat(meter.figures().bytes().sum()).isEqualTo(3L * Frame.size(100));
    }

    private void assertSizes() {
        assertThat(meter.figures().calls().count()).isEqualTo(2);
        assertThat(meter.figures().calls().counts()).startsWith(0, 0, 1, 1); // up to 1, 2, 4, 8
        assertThat(meter.figures().bytes().count()).isEqualTo(2);
    }
}
