package dev.leat.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.Leat;
import dev.leat.api.ContentType;
import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Registration;
import dev.leat.api.spi.Reply;
import dev.leat.api.stream.AppendResult;
import dev.leat.api.stream.AsyncStream;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.DeleteStreamResult;
import dev.leat.api.stream.DurableStream;
import dev.leat.api.stream.Follower;
import dev.leat.api.stream.Fork;
import dev.leat.api.stream.Lifetime;
import dev.leat.api.stream.Message;
import dev.leat.api.stream.Messages;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamConfig;
import dev.leat.api.stream.StreamPath;
import dev.leat.engine.settings.CheckpointSettings;
import dev.leat.testkit.Pieces;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

public class EmbeddedEngineTest {

    @Test
    void whatWasAppendedIsReadAfterReopening(@TempDir Path dir) {
        try (Leat leat = Leat.open(dir)) {
            DurableStream orders = leat.stream("orders");
            orders.create(StreamConfig.json());
            orders.append("[{\"id\": 1}, {\"id\":2} ]");
            assertThat(orders.read().list()).extracting(Message::text).containsExactly("{\"id\": 1}", "{\"id\":2}");
        }
        try (Leat leat = Leat.open(dir)) {
            DurableStream orders = leat.stream("orders");
            orders.append(" 3 ");
            assertThat(orders.read().list())
                    .extracting(Message::text)
                    .containsExactly("{\"id\": 1}", "{\"id\":2}", "3");
        }
    }

    /** Whoever kept something of the first must not be told that it is still the same. */
    @Test
    void aStreamInMemoryIsAnotherOneAfterARestart() {
        Set<Long> incarnations = new HashSet<>();
        for (int i = 0; i < 3; i++) {
            try (Leat leat = Leat.inMemory()) {
                leat.stream("log").create(StreamConfig.text());
                incarnations.add(leat.stream("log").head().incarnation());
            }
        }

        assertThat(incarnations).hasSize(3);
    }

    @Test
    void aFollowerSeesWhatComesAndEndsWhenTheStreamIsClosed() throws Exception {
        try (Leat leat = Leat.inMemory()) {
            DurableStream log = leat.stream("log");
            log.create(StreamConfig.text());
            Thread writer = Thread.ofVirtual().start(() -> {
                for (int i = 0; i < 100; i++) {
                    log.append("line " + i + "\n");
                }
                log.close(Body.of("last\n"));
            });
            StringBuilder seen = new StringBuilder();
            try (Follower follower = log.follow(Offset.START)) {
                follower.forEach(message -> seen.append(message.text()));
            }
            writer.join();
            assertThat(seen.toString().lines()).hasSize(101).last().isEqualTo("last");
        }
    }

    @Test
    void aForkReadsItsSourceAndThenItself(@TempDir Path dir) {
        try (Leat leat = Leat.open(dir)) {
            leat.stream("a").create(StreamConfig.text().with(Body.of("hello")));
            DurableStream fork = leat.stream("b");
            fork.create(
                    StreamConfig.forkOf(Fork.of("a").at(Offset.START).plus(3)).with(Body.of("XY")));
            assertThat(fork.read().list()).extracting(Message::text).containsExactly("helXY");
        }
    }

    @Test
    void closingFinishesWhatWasAccepted(@TempDir Path dir) {
        List<CompletableFuture<AppendResult>> sent = new ArrayList<>();
        try (Leat leat = Leat.open(dir)) {
            leat.stream("a").create(StreamConfig.text());
            for (int i = 0; i < 1000; i++) {
                sent.add(leat.stream("a").async().append(Body.of("m" + i)).toCompletableFuture());
            }
        }

        assertThat(sent).allMatch(answer -> answer.isDone() && !answer.isCompletedExceptionally());
        try (Leat leat = Leat.open(dir)) {
            assertThat(Pieces.read(leat.stream("a")).list()).hasSize(1000);
        }
    }

    @Test
    void theShardCountIsAPowerOfTwo() {
        for (int count : new int[] {0, -1, 3, 12, 512}) {
            assertThatThrownBy(() -> Settings.defaults().withShards(count))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("power of two from 1 to 256");
        }
        for (int count : new int[] {1, 256}) {
            try (Leat leat = Leat.inMemory(Settings.defaults().withShards(count))) {
                assertThat(leat.stream("a").create(StreamConfig.text()).isNew()).isTrue();
            }
        }
    }

    @Test
    void aBlockingCallOnAThreadOfTheEngineIsRefusedInsteadOfWaitingForItself() {
        try (Leat leat = Leat.inMemory()) {
            DurableStream stream = leat.stream("a");
            CompletableFuture<Throwable> thrown = new CompletableFuture<>();
            leat.engine().listen(event -> {
                try {
                    stream.append("again");
                } catch (IllegalStateException e) {
                    thrown.complete(e);
                }
            });
            stream.create(StreamConfig.text());

            assertThat(thrown.join()).hasMessageContaining("would wait for itself");
        }
    }

    @Test
    void aFollowerIsNotLedToAnotherStreamAtTheSamePath() throws Exception {
        try (Leat leat = Leat.inMemory()) {
            DurableStream stream = leat.stream("a");
            stream.create(StreamConfig.text().with(Body.of("some old text")));
            CompletableFuture<Messages> next = stream.async().follow(Offset.NOW);
            CompletableFuture<DeleteStreamResult> deleted =
                    stream.async().delete().toCompletableFuture();
            stream.create(StreamConfig.text().with(Body.of("a longer text of another stream")));
            deleted.join();

            assertThatThrownBy(next::join).hasCauseInstanceOf(RejectedException.class);
        }
    }

    @Test
    void aCancelledFollowLetsAnIdleStreamExpire() {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH.plusSeconds(1));
        try (Leat leat = Leat.inMemory(Settings.defaults().with(now::get))) {
            DurableStream stream = leat.stream("a");
            stream.create(StreamConfig.text().with(Lifetime.idle(Duration.ofSeconds(10))));
            CompletableFuture<Messages> next = stream.async().follow(Offset.NOW);
            now.updateAndGet(time -> time.plusSeconds(60));
            assertThat(stream.head().closed()).isFalse();

            next.cancel(false);
            now.updateAndGet(time -> time.plusSeconds(60)); // the follower may have been looked at only a moment ago

            assertThatThrownBy(stream::head).isInstanceOf(RejectedException.class);
        }
    }

    @Test
    void aFollowerLearnsThatItsStreamExpired() {
        try (Leat leat = Leat.inMemory()) {
            DurableStream stream = leat.stream("a");
            stream.create(StreamConfig.text().with(Lifetime.until(Instant.now().plusMillis(300))));

            CompletableFuture<Messages> next = stream.async().follow(Offset.START);

            assertThatThrownBy(next::join).hasCauseInstanceOf(RejectedException.class);
        }
    }

    @Test
    void aLifetimeWithoutEndIsJustLong() {
        try (Leat leat = Leat.inMemory()) {
            leat.stream("a").create(StreamConfig.text().with(Lifetime.idle(Duration.ofSeconds(Long.MAX_VALUE))));
            leat.stream("b").create(StreamConfig.text().with(Lifetime.until(Instant.MAX)));

            assertThat(leat.find("", null, 10).paths()).hasSize(2);
        }
    }

    @Test
    void aClosedEngineRefusesEverything() {
        Leat leat = Leat.inMemory();
        leat.stream("a").create(StreamConfig.text());
        leat.close();
        leat.close();

        assertThatThrownBy(() -> leat.stream("a").append("x")).isInstanceOf(RejectedException.class);
        assertThatThrownBy(() -> leat.stream("a").read()).isInstanceOf(RejectedException.class);
    }

    @Test
    void asyncCallsAnswerAndRefuseAsStages() {
        try (Leat leat = Leat.inMemory()) {
            AsyncStream stream = leat.stream("a").async();
            String found = stream.create(StreamConfig.text())
                    .thenCompose(created -> stream.append(Body.of("x")))
                    .thenCompose(appended -> stream.follow(Offset.START))
                    .thenApply(messages -> messages.list().get(0).text())
                    .toCompletableFuture()
                    .join();

            assertThat(found).isEqualTo("x");
            assertThatThrownBy(() -> leat.stream("b")
                            .async()
                            .head()
                            .toCompletableFuture()
                            .join())
                    .hasCauseInstanceOf(RejectedException.class);
        }
    }

    @Test
    void aFollowerWaitsNoLongerThanItIsTold() throws InterruptedException {
        try (Leat leat = Leat.inMemory()) {
            leat.stream("a").create(StreamConfig.text().with(Body.of("old")));
            try (Follower follower = leat.stream("a").follow(Offset.NOW)) {
                assertThat(follower.next(Duration.ofMillis(1))).isEmpty();
                leat.stream("a").append("new");
                assertThat(follower.next(Duration.ofSeconds(10)).orElseThrow().list())
                        .extracting(Message::text)
                        .containsExactly("new");
                leat.stream("a").delete();
                assertThatThrownBy(() -> follower.next(Duration.ofSeconds(10))).isInstanceOf(RejectedException.class);
            }
        }
    }

    @Test
    void aReadComesFromTheArchiveAndFromMemoryAlike(@TempDir Path dir) {
        try (Leat leat = Leat.open(dir)) {
            leat.stream("a").create(StreamConfig.text());
            StringBuilder written = new StringBuilder();
            for (int i = 0; i < 300; i++) {
                leat.stream("a").append("line " + i + ";");
                written.append("line ").append(i).append(';');
                if (i % 50 == 49) {
                    ((EmbeddedEngine) leat.engine()).checkpoint();
                }
            }
            StringBuilder read = new StringBuilder();
            Messages messages = leat.stream("a").read();
            while (!messages.list().isEmpty()) {
                messages.forEach(message -> read.append(message.text()));
                messages = leat.stream("a").read(messages.next());
            }

            assertThat(read.toString()).isEqualTo(written.toString());
        }
    }

    @Test
    public void everyWatchIsAnsweredWhileItsPathChangesHands() throws Exception {
        try (Leat leat = Leat.inMemory()) {
            DurableStream stream = leat.stream("busy");
            AtomicReference<Boolean> over = new AtomicReference<>(false);
            Thread owner = Thread.startVirtualThread(() -> {
                for (int life = 0; life < 2000; life++) {
                    stream.create(StreamConfig.text());
                    stream.delete();
                }
                over.set(true);
            });

            while (!over.get()) {
                CompletableFuture<Boolean> answer = new CompletableFuture<>();
                leat.engine().watch(StreamPath.of("busy"), () -> {}, new Reply<Registration>() {
                    @Override
                    public void answered(Registration registration) {
                        registration.close();
                        answer.complete(true);
                    }

                    @Override
                    public void refused(Rejection rejection) {
                        answer.complete(false);
                    }
                });
                answer.get(1, TimeUnit.MINUTES);
            }
            owner.join();
        }
    }

    @Test
    void aPauseIsUsedForACheckpoint(@TempDir Path dir) throws Exception {
        Settings settings =
                Settings.defaults().with(CheckpointSettings.defaults().withBytes(16L << 20));
        try (Leat leat = Leat.open(dir, settings)) {
            DurableStream stream = leat.stream("s");
            stream.create(StreamConfig.of(ContentType.BYTES));
            stream.append(Body.of(new byte[2 << 20]));

            Instant patience = Instant.now().plus(Duration.ofMinutes(1));
            while (leat.stats().hotBytes() > 0 && Instant.now().isBefore(patience)) {
                Thread.sleep(10);
            }
            assertThat(leat.stats().hotBytes()).isZero();

            assertThat(stream.read().list()).hasSize(1);
        }
    }
}
