package dev.leat.cli.crash;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.leat.outbox.Outbox;
import dev.leat.outbox.OutboxTx;
import dev.leat.outbox.Schema;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two worker processes hand the rows of an outbox to a stream, and end between any two steps; others are killed or stand still for
 * longer than their lease, and so does the server, while rows are written. In the end the stream has each row once, in the order of its key.
 */
class OutboxCrashIT {
    private static final boolean THOROUGH = Boolean.getBoolean("leat.thorough");
    private static final int ROWS = THOROUGH ? 20_000 : 1_000;
    private static final int KEYS = 40;
    private static final int WRITERS = 2;
    private static final int ODDS = THOROUGH ? 300 : 120;
    private static final long DEFAULT_SEED = 20261116;

    @TempDir
    Path directory;

    private final long seed = Long.getLong("seed", DEFAULT_SEED);
    private final SplittableRandom random = new SplittableRandom(seed);
    private final Process[] workers = new Process[2];
    private int lives;
    private int serverKills;
    private int stalls;

    @Test
    void theStreamHasEachRowOnceAndInTheOrderOfItsKey() throws Exception {
        System.out.println("OutboxCrashIT: replay with -Dseed=" + seed);
        ServerProcess server = new ServerProcess(directory);
        try (EmbeddedPostgres postgres = EmbeddedPostgres.builder()
                        .setServerConfig("max_connections", "100")
                        .start();
                HikariDataSource database = pool(postgres)) {
            Schema.install(database);
            server.start();
            ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
            List<Future<?>> writing = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                int writer = i;
                SplittableRandom dice = random.split();
                writing.add(writers.submit(() -> write(database, writer, dice)));
            }
            while (writing.stream().anyMatch(each -> !each.isDone()) || rows(database) > 0) {
                act(server, database.getJdbcUrl());
            }
            for (Future<?> each : writing) {
                each.get();
            }
            writers.shutdown();
            check(server);
        } finally {
            for (Process worker : workers) {
                if (worker != null) {
                    worker.destroyForcibly().waitFor();
                }
            }
            server.kill();
        }
        System.out.println("OutboxCrashIT: " + ROWS + " rows, " + lives + " lives of workers, " + stalls + " stalls, "
                + serverKills + " kills of the server");
        assertThat(lives).isGreaterThan(4);
        assertThat(serverKills).isPositive();
    }

    private static HikariDataSource pool(EmbeddedPostgres postgres) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(postgres.getJdbcUrl("postgres", "postgres"));
        config.setMaximumPoolSize(5);
        return new HikariDataSource(config);
    }

    /** Each writer has keys of its own. Some transactions are rolled back, some are long, so that seqs are not in the order of commits. */
    private static Void write(HikariDataSource database, int writer, SplittableRandom dice) throws Exception {
        Map<Integer, Integer> numbers = new HashMap<>();
        try (Outbox outbox =
                Outbox.builder(database).namespace(OutboxWorker.NAMESPACE).build()) {
            int written = 0;
            while (written < ROWS / WRITERS) {
                int size = Math.min(1 + dice.nextInt(20), ROWS / WRITERS - written);
                boolean commit = dice.nextInt(10) > 0;
                try (Connection connection = database.getConnection()) {
                    connection.setAutoCommit(false);
                    Map<Integer, Integer> next = new HashMap<>(numbers);
                    try (OutboxTx tx = outbox.in(connection)) {
                        for (int i = 0; i < size; i++) {
                            int key = writer + WRITERS * dice.nextInt(KEYS / WRITERS);
                            int number = next.merge(key, 1, Integer::sum);
                            tx.emit(OutboxWorker.ROUTE, "k" + key, ("\"k" + key + "/" + number + "\"").getBytes(UTF_8));
                        }
                    }
                    Thread.sleep(dice.nextInt(10)); // so that transactions overlap and commit in another order
                    if (commit) {
                        connection.commit();
                        numbers = next;
                        written += size;
                    } else {
                        connection.rollback();
                    }
                }
            }
        }
        return null;
    }

    private static long rows(HikariDataSource database) throws SQLException {
        try (Connection connection = database.getConnection();
                ResultSet result = connection.createStatement().executeQuery("select count(*) from ob_event")) {
            result.next();
            return result.getLong(1);
        }
    }

    private void act(ServerProcess server, String jdbcUrl) throws Exception {
        int slot = random.nextInt(workers.length);
        for (int i = 0; i < workers.length; i++) {
            if (workers[i] == null || !workers[i].isAlive()) {
                workers[i] = worker(jdbcUrl, server.url(), i);
            }
        }
        Thread.sleep(100 + random.nextInt(400)); // the moment of the next fault is left to chance; any will do
        switch (serverKills == 0 ? 0 : random.nextInt(8)) { // the server is killed in any case
            case 0 -> {
                server.kill();
                serverKills++;
                server.start();
            }
            case 1 -> workers[slot].destroyForcibly().waitFor();
            case 2 -> stall(workers[slot]);
            default -> {}
        }
    }

    /** Longer than its lease, so that others go on with what it has begun; nothing is asserted of who was faster. */
    private void stall(Process worker) throws IOException, InterruptedException {
        stalls++;
        signal(worker, "-STOP");
        TimeUnit.MILLISECONDS.sleep(600);
        signal(worker, "-CONT");
    }

    private static void signal(Process worker, String signal) throws IOException, InterruptedException {
        new ProcessBuilder("kill", signal, Long.toString(worker.pid())).start().waitFor();
    }

    private Process worker(String jdbcUrl, String serverUrl, int slot) throws IOException {
        lives++;
        // Half of them come back under the name they had, as a restarted node does.
        String node = "worker-" + slot + (random.nextBoolean() ? "" : "-" + lives);
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        OutboxWorker.class.getName(),
                        jdbcUrl,
                        serverUrl,
                        node,
                        Long.toString(random.nextLong()),
                        Integer.toString(ODDS))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        directory.resolve("worker-" + slot + ".log").toFile()))
                .start();
    }

    private static void check(ServerProcess server) {
        String text;
        try (Client client = new Client(server)) {
            text = client.readAll(OutboxWorker.STREAM);
        }
        Map<String, Integer> last = new HashMap<>();
        Set<String> seen = new HashSet<>();
        for (String quoted : text.split(",")) {
            String message = quoted.strip().replace("\"", "");
            int slash = message.indexOf('/');
            int number = Integer.parseInt(message.substring(slash + 1));
            assertThat(seen.add(message)).as("once: " + message).isTrue();
            assertThat(last.merge(message.substring(0, slash), 1, Integer::sum))
                    .as("in order: " + message)
                    .isEqualTo(number);
        }
        assertThat(seen).hasSize(ROWS);
    }
}
