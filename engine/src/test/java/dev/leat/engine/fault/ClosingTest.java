package dev.leat.engine.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.Leat;
import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Part;
import dev.leat.api.spi.Slice;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.Follower;
import dev.leat.api.stream.Message;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamConfig;
import dev.leat.engine.Settings;
import dev.leat.testkit.Pieces;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of those who are in the middle of something when files go away. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ClosingTest {
    private static final int ROUNDS = 5;

    @TempDir
    Path temporary;

    private interface Ask {
        void run() throws Exception;
    }

    /** Asks until it is refused; anything but a refusal because the engine closes is a failure. */
    private static Thread askUntilClosed(AtomicInteger asked, Queue<Throwable> failures, Ask ask) {
        return Thread.ofPlatform().start(() -> {
            try {
                while (true) {
                    ask.run();
                    asked.incrementAndGet();
                }
            } catch (RejectedException e) {
                if (!(e.rejection() instanceof Rejection.Unavailable)) {
                    failures.add(e);
                }
            } catch (CompletionException e) {
                if (!(e.getCause() instanceof RejectedException)) {
                    failures.add(e);
                }
            } catch (Throwable e) {
                failures.add(e);
            }
        });
    }

    @Test
    void whoeverAsksWhileTheEngineClosesIsAnsweredOrRefused() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
            AtomicInteger asked = new AtomicInteger();
            List<Thread> threads = new ArrayList<>();
            try (Leat leat = Leat.open(temporary.resolve("data" + round), Small.settings())) {
                leat.stream("a").create(StreamConfig.text());
                leat.stream("a").append(List.of("x".repeat(1000).getBytes(StandardCharsets.UTF_8)));
                Small.checkpoint(leat);
                for (int i = 0; i < 3; i++) {
                    threads.add(askUntilClosed(
                            asked, failures, () -> leat.stream("a").append("y")));
                    threads.add(askUntilClosed(
                            asked, failures, () -> leat.stream("a").read()));
                    threads.add(askUntilClosed(
                            asked,
                            failures,
                            () -> leat.stream("a")
                                    .async()
                                    .read(Offset.START)
                                    .toCompletableFuture()
                                    .join()));
                    threads.add(askUntilClosed(
                            asked,
                            failures,
                            () -> leat.stream("a")
                                    .async()
                                    .append(Body.of("z"))
                                    .toCompletableFuture()
                                    .join()));
                    threads.add(askUntilClosed(asked, failures, () -> {
                        try (Follower follower = leat.stream("a").follow(Offset.NOW)) {
                            follower.next(Duration.ofMinutes(1));
                        }
                    }));
                }
                Small.until(() -> asked.get() > 500);
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(failures).isEmpty();
        }
    }

    @Test
    void aSliceStaysReadableWhenItsSegmentIsRewritten() {
        Settings often = Small.settings().with(Small.settings().checkpoint().withBytes(1));
        try (Leat leat = Leat.open(temporary.resolve("data"), often)) {
            leat.stream("kept").create(StreamConfig.text());
            leat.stream("junk").create(StreamConfig.text());
            leat.stream("junk").append("x".repeat(20_000)); // whichever checkpoint each is in, they share a segment
            leat.stream("kept").append(List.of(new byte[] {'a'}, new byte[] {'b'}));
            leat.stream("junk").append("x".repeat(20_000));
            Small.awaitCheckpoint(leat);
            Small.until(() -> isFromFile(leat)); // memory is given up a little later

            try (Slice slice = leat.stream("kept").slice(Offset.START, 100)) {
                leat.stream("more").create(StreamConfig.text());
                leat.stream("more").append("x".repeat(70_000)); // fills the segment
                Small.awaitCheckpoint(leat);
                leat.stream("junk").delete();
                leat.stream("more").delete();
                leat.stream("kept").append("c"); // begins the next one, so that the first can be rewritten
                Small.until(() -> !file(leat).equals(fileOf(slice)));
                leat.stream("kept").append("d");
                Small.awaitCheckpoint(leat); // by the same thread, so the first segment is dropped by now

                assertThat(Pieces.of(slice)).extracting(Message::text).containsExactly("a", "b");
            }
        }
    }

    private static boolean isFromFile(Leat leat) {
        try (Slice now = leat.stream("kept").slice(Offset.START, 2)) {
            return now.parts().getFirst() instanceof Part.FileRange;
        }
    }

    private static FileChannel file(Leat leat) {
        try (Slice now = leat.stream("kept").slice(Offset.START, 2)) {
            return fileOf(now);
        }
    }

    private static FileChannel fileOf(Slice slice) {
        return ((Part.FileRange) slice.parts().getFirst()).file();
    }
}
