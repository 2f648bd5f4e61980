package dev.leat.cli.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
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

/** Kills a server under load, and asks the next one for everything that the clients were told. */
class CrashIT {
    private static final int WRITERS = 8;
    private static final int KILLS = 4;
    private static final int THOROUGH_KILLS = 60;
    private static final long DEFAULT_SEED = 20261116;

    @TempDir
    Path directory;

    private final AtomicLong answers = new AtomicLong();

    @Test
    void whatClientsWereToldIsThereAfterEveryKill() throws Exception {
        long seed = Long.getLong("seed", DEFAULT_SEED);
        int kills = Boolean.getBoolean("leat.thorough") ? THOROUGH_KILLS : KILLS;
        System.out.println("CrashIT: " + kills + " kills, replay with -Dseed=" + seed);
        SplittableRandom random = new SplittableRandom(seed);
        ServerProcess server = new ServerProcess(directory);
        List<Writer> writers = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            writers.add(new Writer(i, random.split(), answers));
        }
        Reader reader = new Reader();
        try {
            for (int life = 0; life <= kills; life++) {
                server.start();
                check(server, writers, reader);
                if (life < kills) {
                    live(server, writers, reader, 50 + random.nextInt(2000));
                }
            }
        } finally {
            server.kill();
        }
        System.out.println("CrashIT: " + answers + " answers");
        assertThat(answers.get()).isPositive();
    }

    private static void check(ServerProcess server, List<Writer> writers, Reader reader) {
        try (Client client = new Client(server)) {
            HttpResponse<String> shared = client.create("shared", "text/plain", "");
            assertThat(shared.statusCode()).isIn(200, 201);
            String text = client.readAll("shared");
            reader.check(text);
            for (Writer writer : writers) {
                writer.check(client, text);
            }
        }
    }

    /** Everyone writes until the server is killed, which is after so many answers. */
    private void live(ServerProcess server, List<Writer> writers, Reader reader, int count) throws Exception {
        long end = answers.get() + count;
        try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> running = new ArrayList<>();
            for (Writer writer : writers) {
                running.add(pool.submit(() -> untilItEnds(server, writer::write)));
            }
            running.add(pool.submit(() -> untilItEnds(server, reader::read)));
            while (answers.get() < end && running.stream().noneMatch(Future::isDone)) {
                Thread.sleep(1); // until it looks at the answers again; how long does not matter
            }
            server.kill();
            for (Future<?> each : running) {
                each.get();
            }
        }
    }

    private static void untilItEnds(ServerProcess server, Consumer<Client> step) {
        try (Client client = new Client(server)) {
            while (true) {
                step.accept(client);
            }
        } catch (UncheckedIOException killed) {
            // what it was about to hear nobody knows
        }
    }
}
