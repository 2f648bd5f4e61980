package dev.leat.http.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.engine.Settings;
import dev.leat.http.ServerSettings;
import dev.leat.http.raw.RawConnection;
import dev.leat.http.raw.RawRequest;
import dev.leat.http.raw.RawResponse;
import dev.leat.http.raw.RunningServer;
import dev.leat.testkit.Seeds;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.io.TempDir;

/** Many clients, one stream. */
class ConcurrencyTest {
    private static final String STREAM = "/v1/stream/s";
    private static final int CLIENTS = 12;
    private static final int STEPS = 60;

    /**
     * What a client was told.
     *
     * @param began where the clock of the test stood when it asked
     * @param tail the answer's offset, or -1 if it was refused
     */
    private record Told(long began, long ended, String text, int status, long tail) {}

    @TempDir
    Path directory;

    private final AtomicLong clock = new AtomicLong();
    private final Queue<Told> appends = new ConcurrentLinkedQueue<>();
    private final Queue<Told> creates = new ConcurrentLinkedQueue<>();
    private final Queue<byte[]> reads = new ConcurrentLinkedQueue<>();

    @Seeds(6)
    void everyAppendIsThereOnceAtItsOffsetAndNothingComesAfterTheEnd(long seed) throws Exception {
        try (RunningServer server = seed % 2 == 0 ? durable() : RunningServer.inMemory()) {
            server.ask(RawRequest.put(STREAM, "text/plain"));

            run(server, seed, false);

            RawResponse closed = server.ask(RawRequest.of("POST", STREAM).with("Stream-Closed", "true"));
            byte[] all = server.readAll(STREAM);
            assertThat(position(closed)).isEqualTo(all.length);
            long length = 0;
            for (Told told : appends) {
                if (told.status < 300) {
                    length += told.text.length();
                    assertThat(at(all, told)).as("%s", told).isEqualTo(told.text);
                }
            }
            assertThat((long) all.length).as("nothing else is there").isEqualTo(length);
            for (byte[] seen : reads) {
                assertThat(new String(all, 0, seen.length, StandardCharsets.UTF_8))
                        .isEqualTo(new String(seen, StandardCharsets.UTF_8));
            }
            server.awaitQuiet();
        }
    }

    @Seeds(6)
    void whatIsThereBelongsToTheLastLife(long seed) throws Exception {
        try (RunningServer server = seed % 2 == 0 ? durable() : RunningServer.inMemory()) {
            run(server, seed, true);

            server.ask(RawRequest.put(STREAM, "text/plain"));
            byte[] all = server.readAll(STREAM);
            Map<String, Told> known = new HashMap<>();
            appends.stream().filter(told -> told.status < 300).forEach(told -> known.put(told.text, told));
            long at = 0;
            for (String text : new String(all, StandardCharsets.UTF_8).split("(?<=>)")) {
                if (!text.isEmpty()) {
                    at += text.length();
                    assertThat(known.get(text)).as("%s was acknowledged", text).isNotNull();
                    assertThat(known.remove(text).tail).as(text).isEqualTo(at);
                }
            }
            long born = creates.stream()
                    .filter(told -> told.status == 201)
                    .mapToLong(Told::ended)
                    .max()
                    .orElse(0);
            long lost =
                    known.values().stream().filter(told -> told.began > born).count();
            long deleted = creates.stream()
                    .filter(told -> told.status == 204 && told.ended > born)
                    .count();
            assertThat(lost == 0 || deleted > 0)
                    .as("appends to the last life that are not there")
                    .isTrue();
            server.awaitQuiet();
        }
    }

    private RunningServer durable() {
        return RunningServer.on(directory, Settings.defaults(), ServerSettings.defaults());
    }

    private void run(RunningServer server, long seed, boolean lives) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                int client = i;
                SplittableRandom own = random.split();
                clients.add(pool.submit(() -> {
                    act(server, client, own, lives);
                    return null;
                }));
            }
            for (Future<?> client : clients) {
                client.get();
            }
        }
    }

    private void act(RunningServer server, int client, SplittableRandom random, boolean lives) throws Exception {
        try (RawConnection connection = server.connect()) {
            long seq = 0;
            for (int step = 0; step < STEPS; step++) {
                int dice = random.nextInt(20);
                if (dice < 3) {
                    read(connection);
                } else if (lives && dice == 3) {
                    note(creates, "", connection, RawRequest.of("DELETE", STREAM));
                } else if (lives && dice < 6) {
                    note(creates, "", connection, RawRequest.put(STREAM, "text/plain"));
                } else if (dice == 6 && step > STEPS * 3 / 4) {
                    RawRequest close = RawRequest.of("POST", STREAM).with("Stream-Closed", "true");
                    assertThat(connection.ask(close).status()).isIn(204, 404);
                } else {
                    String text = "<" + client + "-" + step + "x".repeat(random.nextInt(200)) + ">";
                    RawRequest append = RawRequest.post(STREAM, "text/plain", text);
                    boolean stamped = !lives && client % 2 == 0;
                    Told told =
                            note(appends, text, connection, stamped ? append.producer("p" + client, 0, seq) : append);
                    seq += stamped && told.status == 200 ? 1 : 0;
                    assertThat(told.status).isIn(stamped ? List.of(200, 409) : List.of(204, 404, 409));
                }
            }
        }
    }

    private void read(RawConnection connection) throws Exception {
        RawResponse answer = connection.ask(RawRequest.get(STREAM));
        assertThat(answer.status()).isIn(200, 404);
        if (answer.status() == 200) {
            reads.add(answer.body());
        }
    }

    private Told note(Queue<Told> into, String text, RawConnection connection, RawRequest request) throws Exception {
        long began = clock.incrementAndGet();
        RawResponse answer = connection.ask(request);
        long tail = answer.status() < 300 && answer.header("Stream-Next-Offset") != null ? position(answer) : -1;
        Told told = new Told(began, clock.incrementAndGet(), text, answer.status(), tail);
        into.add(told);
        return told;
    }

    private static long position(RawResponse answer) {
        return Long.parseLong(answer.offset().substring(17));
    }

    private static String at(byte[] all, Told told) {
        int end = (int) told.tail;
        return new String(all, end - told.text.length(), told.text.length(), StandardCharsets.UTF_8);
    }
}
