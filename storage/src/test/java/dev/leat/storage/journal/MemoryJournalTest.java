package dev.leat.storage.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.storage.StorageException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class MemoryJournalTest extends JournalContract {

    @Override
    Journal create() {
        return new MemoryJournal();
    }

    @Test
    void aCommitIsNotToldOnTheStackOfTheAppend() {
        try (Journal journal = create()) {
            Shown.by(journal, 0);
            Thread[] teller = new Thread[1];
            AwaitedCommit told = new AwaitedCommit();

            journal.append(0, ByteBuffer.allocate(1), new Commit() {
                @Override
                public void durable(long end) {
                    teller[0] = Thread.currentThread();
                    told.durable(end);
                }

                @Override
                public void failed(StorageException cause) {
                    told.failed(cause);
                }
            });
            told.await();

            assertThat(teller[0]).isNotSameAs(Thread.currentThread());
        }
    }
}
