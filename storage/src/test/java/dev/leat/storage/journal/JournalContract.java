package dev.leat.storage.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.storage.StorageException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every journal promises to those who append. */
abstract class JournalContract {
    private static final int THREADS = 8;
    private static final int FRAMES = 500;

    private Journal journal;

    /** A journal that was not replayed yet and holds nothing. */
    abstract Journal create();

    @BeforeEach
    void createJournal() {
        journal = create();
    }

    @AfterEach
    void closeJournal() {
        journal.close();
    }

    @Test
    void anEmptyJournalShowsNothing() {
        assertThat(Shown.by(journal, 0)).isEmpty();
    }

    @Test
    void framesBecomeDurableInTheOrderOfTheCalls() {
        Shown.by(journal, 0);

        List<Appended> frames = IntStream.range(0, 100)
                .mapToObj(n -> Appended.to(journal, "frame " + n))
                .toList();

        assertThat(frames).extracting(Appended::end).isSorted().doesNotHaveDuplicates();
        assertThat(journal.durable()).isEqualTo(frames.getLast().end());
    }

    @Test
    void aFrameMayBeEmpty() {
        Shown.by(journal, 0);

        assertThat(Appended.to(journal, "").end()).isPositive();
    }

    @Test
    void theBufferOfAFrameKeepsItsPositionAndLimit() {
        Shown.by(journal, 0);
        var body = ByteBuffer.wrap(new byte[10]).position(3).limit(7);

        AwaitedCommit told = new AwaitedCommit();
        journal.append(0, body, told);
        told.await();

        assertThat(body.position()).isEqualTo(3);
        assertThat(body.limit()).isEqualTo(7);
    }

    @Test
    void aFrameIsRefusedBeforeReplayAndAfterClose() {
        assertThatThrownBy(() -> Appended.to(journal, "early")).isInstanceOf(IllegalStateException.class);
        Shown.by(journal, 0);
        journal.close();

        assertThatThrownBy(() -> Appended.to(journal, "late")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aJournalIsReplayedOnce() {
        Shown.by(journal, 0);

        assertThatThrownBy(() -> Shown.by(journal, 0)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void closingMakesDurableWhatWasAppendedAndCanBeRepeated() {
        Shown.by(journal, 0);
        Appended last = Appended.to(journal, "last");

        journal.close();
        journal.close();

        assertThat(last.isDurable()).isTrue();
    }

    @Test
    void aCommitThatThrowsDoesNotStopTheOthers() {
        Shown.by(journal, 0);
        journal.append(0, ByteBuffer.allocate(1), new Commit() {
            @Override
            public void durable(long end) {
                throw new IllegalStateException("thrown on purpose by a test");
            }

            @Override
            public void failed(StorageException cause) {}
        });

        assertThat(Appended.to(journal, "next").end()).isPositive();
    }

    @Test
    void thereIsRoomAsLongAsTheDiskGivesSome() {
        Shown.by(journal, 0);

        assertThat(journal.room()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void everyFrameOfManyThreadsIsToldOnceAndInTheOrderOfItsThread() throws InterruptedException {
        Shown.by(journal, 0);
        CountDownLatch go = new CountDownLatch(1);
        List<List<Appended>> byThread = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int shard = 0; shard < THREADS; shard++) {
            List<Appended> own = new ArrayList<>();
            byThread.add(own);
            threads.add(Thread.startVirtualThread(appending(go, shard, own)));
        }

        go.countDown();
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(byThread)
                .allSatisfy(own -> assertThat(own)
                        .hasSize(FRAMES)
                        .extracting(Appended::end)
                        .isSorted());
        journal.close();
        assertThat(byThread.stream().flatMap(List::stream)).allMatch(frame -> frame.tellings() == 1);
    }

    @Test
    void aFrameThatItsOwnThreadCommitsIsDurableAfterThoseBeforeIt() {
        Shown.by(journal, 0);
        List<Appended> frames = new ArrayList<>();
        for (int n = 0; n < 100; n++) {
            frames.add(Appended.to(journal, 1, new byte[n]));
            frames.add(Appended.committed(journal, 1, new byte[n]));
        }

        assertThat(frames).extracting(Appended::end).isSorted().doesNotHaveDuplicates();
    }

    private Runnable appending(CountDownLatch go, int shard, List<Appended> own) {
        return () -> {
            try {
                go.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            for (int n = 0; n < FRAMES; n++) {
                byte[] body = new byte[n % 50];
                own.add(n % 3 == 0 ? Appended.committed(journal, shard, body) : Appended.to(journal, shard, body));
            }
        };
    }
}
