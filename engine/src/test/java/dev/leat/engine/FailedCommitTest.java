package dev.leat.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.DurableStream;
import dev.leat.api.stream.Follower;
import dev.leat.api.stream.Message;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.api.stream.StreamConfig;
import dev.leat.api.stream.StreamPath;
import dev.leat.engine.figures.State;
import dev.leat.engine.shard.Placement;
import dev.leat.storage.StorageException;
import dev.leat.storage.journal.Commit;
import dev.leat.storage.journal.FrameReader;
import dev.leat.storage.journal.Journal;
import dev.leat.storage.layout.DataDirectory;
import dev.leat.storage.layout.LayoutSettings;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that fails under an engine: nobody is told yes, what failed has not happened, and it goes on by itself. */
public class FailedCommitTest {
    private final Settings settings = Settings.defaults();
    private final AtomicBoolean failing = new AtomicBoolean();
    private EmbeddedEngine engine;
    private DurableStream stream;

    @BeforeEach
    void open(@TempDir Path root) {
        DataDirectory directory = DataDirectory.open(
                root,
                new LayoutSettings(4, Placement.POLICY, settings.journal().segmentSize()),
                UUID.randomUUID(),
                Instant.EPOCH,
                settings.lockWait());
        engine = new EmbeddedEngine(settings, 4, directory, () -> {
            Storage real = Storage.open(directory, settings);
            return new Storage(new FailingJournal(real.journal()), real.archive(), real.store(), real.segments());
        });
        stream = new DurableStream(engine, StreamPath.of("s"));
        stream.create(StreamConfig.text());
    }

    @AfterEach
    void close() {
        engine.close();
    }

    @RepeatedTest(20) // who is refused and who learns of the failure race with each other
    void aCommandWhoseCommitFailedIsRefusedAndHasNotHappened() {
        stream.append(Body.of("one"), new ProducerStamp("p", 0, 0));
        failing.set(true);

        RejectedException refused = catchThrowableOfType(
                RejectedException.class, () -> stream.append(Body.of("two"), new ProducerStamp("p", 0, 1)));

        assertThat(refused.rejection()).isInstanceOf(Rejection.Unavailable.class);
        failing.set(false);
        awaitRecovery();
        assertThat(stream.read().list()).extracting(Message::text).containsExactly("one");
        assertThat(stream.append(Body.of("two"), new ProducerStamp("p", 0, 1)).duplicate())
                .isFalse();
        assertThat(stream.append(Body.of("one"), new ProducerStamp("p", 0, 0)).duplicate())
                .isTrue();
    }

    @Test
    void followersAreToldAndCanGoOn() throws Exception {
        CompletableFuture<Offset> waiting = new CompletableFuture<>();
        CompletableFuture<Void> following = CompletableFuture.runAsync(() -> {
            try (Follower follower = stream.follow(Offset.NOW)) {
                waiting.complete(follower.offset());
                follower.forEach(message -> {});
            }
        });
        Offset from = waiting.get(10, TimeUnit.SECONDS);
        failing.set(true);
        assertThatThrownBy(() -> stream.append("lost")).isInstanceOf(RejectedException.class);

        assertThatThrownBy(() -> following.get(10, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(RejectedException.class);

        failing.set(false);
        awaitRecovery();
        stream.append("kept");
        assertThat(stream.read(from).list()).extracting(Message::text).containsExactly("kept");
    }

    @Test
    void anEngineThatCannotRecoverCanStillBeClosed() {
        failing.set(true);
        assertThatThrownBy(() -> stream.append("x")).isInstanceOf(RejectedException.class);

        engine.close();

        assertThatThrownBy(() -> stream.read()).isInstanceOf(RejectedException.class);
    }

    @Test
    void aFailureAndItsRecoveryShowInStateAndFigures() {
        stream.append("one");
        failing.set(true);
        assertThatThrownBy(() -> stream.append("two")).isInstanceOf(RejectedException.class);

        assertThat(engine.state().phase()).isEqualTo(State.Phase.RECOVERING);
        assertThat(engine.state().reason()).startsWith("storage failed");
        assertThat(engine.figures().failures()).isEqualTo(1);

        failing.set(false);
        awaitRecovery();
        stream.append("three");

        assertThat(engine.state()).isEqualTo(State.RUNNING);
        assertThat(engine.figures().recoveries()).isEqualTo(1);
        assertThat(engine.figures().streams().appends()).isEqualTo(2);
    }

    @Test
    void anEngineInMemoryThatFailedStaysFailed() {
        Settings small = Settings.defaults();
        try (EmbeddedEngine memory = new EmbeddedEngine(small, 4, null, () -> {
            Storage real = Storage.inMemory(small);
            return new Storage(new FailingJournal(real.journal()), real.archive(), real.store(), real.segments());
        })) {
            failing.set(true);
            assertThatThrownBy(() ->
                            memory.call(new Command.Create(StreamPath.of("s"), null, null, Body.EMPTY, false, null)))
                    .isInstanceOf(RejectedException.class);

            while (memory.state().phase() == State.Phase.RECOVERING) {
                Thread.onSpinWait();
            }

            assertThat(memory.state().phase()).isEqualTo(State.Phase.FAILED);
            assertThat(memory.state().reason()).contains("in memory is lost");
        }
        failing.set(false);
    }

    private void awaitRecovery() {
        while (true) {
            try {
                stream.head();
                return;
            } catch (RejectedException e) {
                assertThat(e.rejection()).isInstanceOf(Rejection.Unavailable.class);
                Thread.onSpinWait();
            }
        }
    }

    /** Fails every frame while the disk does; cannot be replayed while it does. */
    private final class FailingJournal implements Journal {
        private final Journal real;

        FailingJournal(Journal real) {
            this.real = real;
        }

        @Override
        public void replay(long from, long reached, long upTo, FrameReader reader) {
            if (failing.get()) {
                throw new StorageException("the disk fails");
            }
            real.replay(from, reached, upTo, reader);
        }

        @Override
        public void append(int shard, ByteBuffer body, Commit commit) {
            if (failing.get()) {
                commit.failed(new StorageException("the disk fails"));
            } else {
                real.append(shard, body, commit);
            }
        }

        @Override
        public long durable() {
            return real.durable();
        }

        @Override
        public void recycle(long before) {
            real.recycle(before);
        }

        @Override
        public long room() {
            return real.room();
        }

        @Override
        public long copyTo(Path directory) {
            return real.copyTo(directory);
        }

        @Override
        public void close() {
            real.close();
        }
    }
}
