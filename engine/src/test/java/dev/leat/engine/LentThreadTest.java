package dev.leat.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.api.Rejection;
import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.Deliveries;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueName;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Outcome;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.api.spi.Reply;
import dev.leat.api.stream.AppendResult;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.DurableStream;
import dev.leat.api.stream.Message;
import dev.leat.api.stream.StreamConfig;
import dev.leat.api.stream.StreamPath;
import dev.leat.engine.figures.State;
import dev.leat.engine.support.Until;
import dev.leat.storage.StorageException;
import dev.leat.storage.journal.Commit;
import dev.leat.storage.journal.FrameReader;
import dev.leat.storage.journal.Journal;
import dev.leat.testkit.Pieces;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Threads of callers that the engine may work on: it does so for calls that come alone, and all else is as ever. */
public class LentThreadTest {
    private static final StreamPath STREAM = StreamPath.of("s");
    private static final QueueName QUEUE = QueueName.of("q");

    /** A call that comes alone comes so for a while before the engine counts on it; a pause of the machine starts that over. */
    private static final int FOR_SURE = 100_000;

    private final AtomicBoolean failing = new AtomicBoolean();
    private final AtomicBoolean throwing = new AtomicBoolean();

    /** What became of a call, and on which thread its caller learnt it. */
    private record Told(Object answer, Thread on) {
        boolean here() {
            return on.equals(Thread.currentThread());
        }
    }

    private static final class Listening<O> implements Reply<O> {
        private final CompletableFuture<Told> told = new CompletableFuture<>();

        @Override
        public void answered(O outcome) {
            told.complete(new Told(outcome, Thread.currentThread()));
        }

        @Override
        public void refused(Rejection rejection) {
            told.complete(new Told(rejection, Thread.currentThread()));
        }

        Told await() throws Exception {
            return told.get(60, TimeUnit.SECONDS);
        }
    }

    private static Command.Append append(String text) {
        return new Command.Append(STREAM, null, Body.of(text), null, null, false);
    }

    private static <O extends Outcome> Told tell(EmbeddedEngine engine, Command<O> command) throws Exception {
        Listening<O> reply = new Listening<>();
        engine.submit(command, reply);
        return reply.await();
    }

    /** One call after the other, until one was carried out on this thread. */
    private static int untilHere(EmbeddedEngine engine) throws Exception {
        for (int i = 1; i < FOR_SURE; i++) {
            if (tell(engine, append("x")).here()) {
                return i;
            }
        }
        throw new AssertionError("never worked on this thread");
    }

    private EmbeddedEngine prompt() {
        Settings settings = Settings.defaults();
        EmbeddedEngine engine = new EmbeddedEngine(settings, 4, null, () -> {
            Storage real = Storage.inMemory(settings);
            return new Storage(new PromptJournal(real.journal()), real.archive(), real.store(), real.segments());
        });
        new DurableStream(engine, STREAM).create(StreamConfig.text());
        return engine;
    }

    /** Runs on a thread of its own, which ends. */
    private static <T> T onLentThread(EmbeddedEngine engine, Callable<T> work) throws Exception {
        try (ExecutorService executor = Executors.newSingleThreadExecutor()) {
            return executor.submit(() -> {
                        engine.lendThread();
                        return work.call();
                    })
                    .get(120, TimeUnit.SECONDS);
        }
    }

    @Test
    void callsThatComeAloneAreCarriedOutOnTheLentThread() throws Exception {
        try (EmbeddedEngine engine = prompt()) {
            int calls = onLentThread(engine, () -> untilHere(engine));

            assertThat(calls).isGreaterThanOrEqualTo(32);
            assertThat(Pieces.read(new DurableStream(engine, STREAM)).list()).hasSize(calls);
        }
    }

    @Test
    void aThreadThatWasNotLentIsLeftAlone() throws Exception {
        try (EmbeddedEngine engine = prompt()) {
            onLentThread(engine, () -> untilHere(engine));

            for (int i = 0; i < 1_000; i++) {
                assertThat(tell(engine, append("x")).here()).isFalse();
            }
        }
    }

    @Test
    void aLargeCallIsNotWorthHoldingUpTheThread() throws Exception {
        try (EmbeddedEngine engine = prompt()) {
            Told large = onLentThread(engine, () -> {
                untilHere(engine);
                return tell(engine, append("x".repeat(100_000)));
            });

            assertThat(large.answer()).isInstanceOf(AppendResult.class);
            assertThat(large.on().getName()).startsWith("leat-shards");
        }
    }

    @Test
    void aReplyMayHandOverTheNextCall() throws Exception {
        try (EmbeddedEngine engine = prompt()) {
            AtomicInteger left = new AtomicInteger(1_000);
            CompletableFuture<Void> done = new CompletableFuture<>();
            onLentThread(engine, () -> {
                untilHere(engine);
                next(engine, left, done);
                return done.get(60, TimeUnit.SECONDS);
            });

            assertThat(left).hasValue(0);
        }
    }

    private static void next(EmbeddedEngine engine, AtomicInteger left, CompletableFuture<Void> done) {
        engine.submit(append("next"), new Reply<>() {
            @Override
            public void answered(AppendResult outcome) {
                if (left.decrementAndGet() == 0) {
                    done.complete(null);
                } else {
                    next(engine, left, done);
                }
            }

            @Override
            public void refused(Rejection rejection) {
                done.completeExceptionally(new AssertionError(rejection));
            }
        });
    }

    @Test
    void aThreadThatIsLentCannotWait() throws Exception {
        try (EmbeddedEngine engine = prompt()) {
            onLentThread(engine, () -> {
                assertThatThrownBy(() -> engine.call(append("x"))).isInstanceOf(IllegalStateException.class);
                return null;
            });
        }
    }

    /** The engine's own thread sleeps, and has to learn that there is something to get up for. */
    @Test
    void whatFallsDueLaterIsDoneByTheEnginesOwnThread() throws Exception {
        try (EmbeddedEngine engine = prompt()) {
            engine.call(new QueueCommand.CreateQueue(
                    QUEUE, QueueConfig.builder(QueueConfig.Mode.WORK).build()));
            ConsumerName consumer = ConsumerName.of("c");
            Listening<Deliveries> receive = new Listening<>();
            Told enqueued = onLentThread(engine, () -> {
                untilHere(engine);
                engine.submit(
                        new QueueCommand.Receive(QUEUE, null, consumer, 1, Duration.ofSeconds(60), null), receive);
                untilHere(engine);
                NewMessage later = NewMessage.of("later").withDelay(Duration.ofMillis(20));
                return tell(engine, QueueCommand.Enqueue.of(QUEUE, later));
            });

            assertThat(enqueued.answer()).isInstanceOf(QueueOutcome.Enqueued.class);
            Told received = receive.await();
            assertThat(received.on().getName()).startsWith("leat-shards");
            assertThat(((Deliveries) received.answer()).deliveries()).hasSize(1);
        }
    }

    @Test
    void aDiskThatFailsUnderALentThreadRefusesTheCall() throws Exception {
        try (EmbeddedEngine engine = prompt()) {
            Told refused = onLentThread(engine, () -> {
                untilHere(engine);
                failing.set(true);
                return tell(engine, append("lost"));
            });

            assertThat(refused.answer()).isInstanceOf(Rejection.Unavailable.class);
            Until.holds("the engine knows", () -> engine.state().phase() == State.Phase.FAILED);
        }
    }

    @Test
    void aBugUnderALentThreadStopsTheEngineAndRefusesTheCall() throws Exception {
        try (EmbeddedEngine engine = prompt()) {
            Told refused = onLentThread(engine, () -> {
                untilHere(engine);
                throwing.set(true);
                return tell(engine, append("lost"));
            });

            assertThat(refused.answer()).isInstanceOf(Rejection.Unavailable.class);
            assertThat(refused.on().getName()).startsWith("leat-shards");
            Until.holds("the engine knows", () -> engine.state().phase() == State.Phase.FAILED);
        }
    }

    @Test
    void manyThreadsLentOrNotLoseNothingAndKeepTheirOrder(@TempDir Path root) throws Exception {
        int threads = 4;
        int calls = 3_000;
        try (EmbeddedEngine engine = EmbeddedEngine.open(root, Settings.defaults());
                ExecutorService executor = Executors.newFixedThreadPool(threads)) {
            new DurableStream(engine, STREAM).create(StreamConfig.text());
            BlockingQueue<Object> turns = new LinkedBlockingQueue<>(List.of(new Object()));
            List<Future<Object>> running = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                int number = t;
                running.add(executor.submit(() -> {
                    if (number % 2 == 0) {
                        engine.lendThread();
                    }
                    alternately(engine, number, calls, turns);
                    return null;
                }));
            }
            for (Future<Object> each : running) {
                each.get(120, TimeUnit.SECONDS);
            }

            List<String> read = Pieces.read(new DurableStream(engine, STREAM)).list().stream()
                    .map(Message::text)
                    .toList();
            for (int t = 0; t < threads; t++) {
                String prefix = t + ":";
                List<String> expected = new ArrayList<>();
                for (int i = 0; i < calls; i++) {
                    expected.add(prefix + i);
                }
                assertThat(read.stream().filter(text -> text.startsWith(prefix)))
                        .containsExactlyElementsOf(expected);
            }
            assertThat(read).hasSize(threads * calls);
        }
    }

    /** For a while in the way of the others, then alone while they wait. */
    private static void alternately(EmbeddedEngine engine, int number, int calls, BlockingQueue<Object> turns)
            throws Exception {
        RandomGenerator random = new SplittableRandom(number);
        int i = 0;
        while (i < calls) {
            Object alone = random.nextBoolean() ? turns.take() : null;
            for (int end = Math.min(calls, i + random.nextInt(100)); i < end; i++) {
                Told told = tell(engine, append(number + ":" + i));
                assertThat(told.answer()).isInstanceOf(AppendResult.class);
            }
            if (alone != null) {
                turns.add(alone);
            }
        }
    }

    @Test
    void closingAnswersEveryone() throws Exception {
        for (int round = 0; round < 20; round++) {
            EmbeddedEngine engine = prompt();
            AtomicBoolean closed = new AtomicBoolean();
            CompletableFuture<Void> warm = new CompletableFuture<>();
            CompletableFuture<Void> ended = CompletableFuture.runAsync(() -> {
                try {
                    onLentThread(engine, () -> {
                        untilHere(engine);
                        warm.complete(null);
                        while (!(tell(engine, append("x")).answer() instanceof Rejection)) {
                            assertThat(closed.get() && engine.state().phase() == State.Phase.RUNNING)
                                    .isFalse();
                        }
                        return null;
                    });
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
            warm.get(60, TimeUnit.SECONDS);
            engine.close();
            closed.set(true);
            ended.get(60, TimeUnit.SECONDS);
        }
    }

    /** Keeps nothing, and says so at once, on the thread that commits; fails or throws while it is told to. */
    private final class PromptJournal implements Journal {
        private final Journal real;
        private final AtomicLong end = new AtomicLong();

        PromptJournal(Journal real) {
            this.real = real;
        }

        @Override
        public void replay(long from, long reached, long upTo, FrameReader reader) {
            real.replay(from, reached, upTo, reader);
        }

        @Override
        public void append(int shard, ByteBuffer body, Commit commit) {
            if (throwing.get()) {
                throw new IllegalStateException("a bug");
            }
            if (failing.get()) {
                commit.failed(new StorageException("the disk fails"));
            } else {
                commit.durable(end.addAndGet(body.remaining()));
            }
        }

        @Override
        public long durable() {
            return end.get();
        }

        @Override
        public void recycle(long before) {}

        @Override
        public long room() {
            return Long.MAX_VALUE;
        }

        @Override
        public long copyTo(Path directory) {
            throw new UnsupportedOperationException("there is nothing to copy");
        }

        @Override
        public void close() {
            real.close();
        }
    }
}
