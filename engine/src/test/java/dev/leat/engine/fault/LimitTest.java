package dev.leat.engine.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.Leat;
import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.stream.AppendResult;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.StreamConfig;
import dev.leat.engine.Settings;
import dev.leat.engine.settings.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Limits that many threads run into at once. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class LimitTest {
    private static final int THREADS = 16;
    private static final byte[] PAYLOAD = new byte[100];

    private static Settings with(Limits limits) {
        return Settings.defaults().withShards(4).withThreads(2).with(limits);
    }

    private static void inParallel(int threads, Work work) throws InterruptedException {
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        List<Thread> started = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int number = i;
            started.add(Thread.ofVirtual().start(() -> {
                try {
                    work.run(number);
                } catch (Throwable e) {
                    failures.add(e);
                }
            }));
        }
        for (Thread thread : started) {
            thread.join();
        }
        assertThat(failures).isEmpty();
    }

    private interface Work {
        void run(int number) throws Exception;
    }

    private static void appendUntilRefused(
            Leat leat, String path, Class<? extends Rejection> refusal, AtomicLong bytes) {
        try {
            while (true) {
                leat.stream(path).append(PAYLOAD);
                bytes.addAndGet(PAYLOAD.length);
            }
        } catch (RejectedException e) {
            assertThat(e.rejection()).isInstanceOf(refusal);
        }
    }

    @Test
    void aStreamIsFilledToItsLimitAndNotBeyond() throws Exception {
        long limit = 50_050;
        try (Leat leat = Leat.inMemory(with(Limits.defaults().withStreamBytes(limit)))) {
            leat.stream("a").create(StreamConfig.bytes());
            AtomicLong answered = new AtomicLong();

            inParallel(THREADS, i -> appendUntilRefused(leat, "a", Rejection.StreamFull.class, answered));

            assertThat(answered).hasValue(50_000);
            assertThat(leat.stream("a").head().tail().position()).isEqualTo(50_000);
            assertThat(leat.stats().bytes()).isEqualTo(50_000);
            leat.stream("a").append(new byte[50]);
        }
    }

    @Test
    void allStreamsTogetherAreFilledToTheirLimitAndNotBeyondAndDeletingGivesRoom() throws Exception {
        long limit = 200_050;
        try (Leat leat = Leat.inMemory(with(Limits.defaults().withTotalBytes(limit)))) {
            inParallel(THREADS, i -> leat.stream("s" + i).create(StreamConfig.bytes()));
            for (int round = 0; round < 3; round++) {
                AtomicLong answered = new AtomicLong();
                long before = leat.stats().bytes();

                inParallel(THREADS, i -> appendUntilRefused(leat, "s" + i, Rejection.StorageFull.class, answered));

                assertThat(before + answered.get()).isEqualTo(200_000);
                assertThat(leat.stats().bytes()).isEqualTo(200_000);
                long freed = leat.stream("s3").head().tail().position();
                leat.stream("s3").delete();
                assertThat(leat.stats().bytes()).isEqualTo(200_000 - freed);
                leat.stream("s3").create(StreamConfig.bytes());
            }
        }
    }

    @Test
    void anAppendThatFitsIsNotRefusedForOneThatDoesNotAndTheTotalIsNeverBeyondTheLimit() throws Exception {
        int limit = 2_000_000;
        int writers = 8;
        try (Leat leat = Leat.inMemory(with(Limits.defaults().withTotalBytes(limit)))) {
            inParallel(THREADS, i -> leat.stream("s" + i).create(StreamConfig.bytes()));
            AtomicBoolean done = new AtomicBoolean();
            Body tooLarge = Body.of(new byte[limit + 1]);

            inParallel(writers + 2, i -> {
                if (i == writers) {
                    while (!done.get()) {
                        assertAllRefused(leat, tooLarge);
                    }
                } else if (i > writers) {
                    Small.until(() -> {
                        assertThat(leat.stats().bytes()).isLessThanOrEqualTo(limit);
                        return done.get();
                    });
                } else {
                    try {
                        for (int n = 0; n < limit / PAYLOAD.length / writers; n++) {
                            leat.stream("s" + (THREADS - 1 - i)).append(PAYLOAD);
                        }
                    } finally {
                        done.set(i == 0 || done.get());
                    }
                }
            });

            assertThat(leat.stats().bytes()).isEqualTo(limit);
        }
    }

    private static void assertAllRefused(Leat leat, Body tooLarge) {
        List<CompletableFuture<AppendResult>> calls = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            calls.add(leat.stream("s" + i % 8).async().append(tooLarge).toCompletableFuture());
        }
        for (CompletableFuture<AppendResult> call : calls) {
            assertThat(call)
                    .failsWithin(1, TimeUnit.MINUTES)
                    .withThrowableThat()
                    .withMessageContaining("exceed");
        }
    }

    @Test
    void anInboxThatIsFullRefusesAndWhatItTookIsCarriedOut() {
        try (Leat leat =
                Leat.inMemory(Settings.defaults().withShards(1).withThreads(1).withInbox(8))) {
            leat.stream("a").create(StreamConfig.bytes());
            int answered = 0;
            int overloaded = 0;
            while (overloaded == 0) {
                List<CompletableFuture<AppendResult>> calls = new ArrayList<>();
                for (int i = 0; i < 10_000; i++) {
                    calls.add(leat.stream("a").async().append(Body.of(PAYLOAD)).toCompletableFuture());
                }
                for (CompletableFuture<AppendResult> call : calls) {
                    try {
                        call.join();
                        answered++;
                    } catch (CompletionException e) {
                        assertThat(e.getCause())
                                .isInstanceOfSatisfying(
                                        RejectedException.class,
                                        refused -> assertThat(refused.rejection())
                                                .isInstanceOf(Rejection.Overloaded.class));
                        overloaded++;
                    }
                }
            }

            assertThat(leat.stream("a").head().tail().position()).isEqualTo((long) answered * PAYLOAD.length);
            assertThat(leat.stats().bytes()).isEqualTo((long) answered * PAYLOAD.length);
        }
    }

    @Test
    void moreInMemoryThanMayBeIsRefusedForAMoment() {
        Settings settings = with(Limits.defaults().withHotBytes(100_000));
        try (Leat leat = Leat.inMemory(settings.with(settings.checkpoint().withBytes(50_000)))) {
            leat.stream("a").create(StreamConfig.bytes());
            long answered = 0;
            boolean refused = false;
            while (!refused || answered < 20_000) {
                try {
                    leat.stream("a").append(PAYLOAD);
                    answered++;
                } catch (RejectedException e) {
                    assertThat(e.rejection()).isInstanceOf(Rejection.Overloaded.class);
                    refused = true;
                }
            }

            assertThat(leat.stream("a").head().tail().position()).isEqualTo(answered * PAYLOAD.length);
        }
    }
}
