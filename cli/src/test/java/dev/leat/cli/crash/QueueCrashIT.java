package dev.leat.cli.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills a server while messages are enqueued, received and settled, and holds the next one to every answer. */
class QueueCrashIT {
    private static final int PRODUCERS = 3;
    private static final int CONSUMERS = 3;
    private static final int KILLS = 4;
    private static final int THOROUGH_KILLS = 100;
    private static final long DEFAULT_SEED = 20261116;

    @TempDir
    Path directory;

    private final AtomicLong answers = new AtomicLong();

    @Test
    void whatProducersAndConsumersWereToldIsTrueAfterEveryKill() throws Exception {
        long seed = Long.getLong("seed", DEFAULT_SEED);
        int kills = Boolean.getBoolean("leat.thorough") ? THOROUGH_KILLS : KILLS;
        System.out.println("QueueCrashIT: " + kills + " kills, replay with -Dseed=" + seed);
        SplittableRandom random = new SplittableRandom(seed);
        ServerProcess server = new ServerProcess(directory);
        List<QueueUsers> users = List.of(
                new QueueUsers("lasting", Duration.ofHours(12)), new QueueUsers("passing", Duration.ofMillis(40)));
        try {
            for (int life = 0; life <= kills; life++) {
                server.start();
                check(server, users);
                if (life < kills) {
                    live(server, users, random, 50 + random.nextInt(800));
                }
            }
        } finally {
            server.kill();
        }
        System.out.println("QueueCrashIT: " + answers + " answers");
        assertThat(users).allMatch(each -> each.acked() > 0);
    }

    private static void check(ServerProcess server, List<QueueUsers> users) {
        try (QueueClient client = new QueueClient(server)) {
            for (QueueUsers each : users) {
                each.create(client);
                each.check(client);
            }
        }
    }

    /** Everyone goes on until the server is killed, which is after so many answers. */
    private void live(ServerProcess server, List<QueueUsers> users, SplittableRandom random, int count)
            throws Exception {
        long end = answers.get() + count;
        try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> running = new ArrayList<>();
            for (QueueUsers each : users) {
                for (int i = 0; i < PRODUCERS; i++) {
                    running.add(pool.submit(() -> untilItEnds(server, each::produce)));
                }
                for (int i = 0; i < CONSUMERS; i++) {
                    String name = "c" + i;
                    SplittableRandom own = random.split();
                    running.add(pool.submit(() -> untilItEnds(server, client -> each.consume(client, name, own))));
                }
            }
            while (answers.get() < end && running.stream().noneMatch(Future::isDone)) {
                Thread.sleep(1); // until it looks at the answers again; how long does not matter
            }
            server.kill();
            for (Future<?> each : running) {
                each.get();
            }
        }
    }

    private void untilItEnds(ServerProcess server, Consumer<QueueClient> step) {
        try (QueueClient client = new QueueClient(server)) {
            while (true) {
                step.accept(client);
                answers.incrementAndGet();
            }
        } catch (UncheckedIOException killed) {
            // what it was about to hear nobody knows
        }
    }
}
