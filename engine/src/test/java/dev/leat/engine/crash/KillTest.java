package dev.leat.engine.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills a process that writes, at moments that follow from the seed, and checks what the next one finds. */
class KillTest {
    private static final int KILLS = 8;
    private static final int THOROUGH_KILLS = 200;
    private static final int MOST_ANSWERS = 12_000;
    private static final long DEFAULT_SEED = 20261115;

    @TempDir
    Path temporary;

    private final Ledger ledger = new Ledger();

    /** When a life ends. */
    private enum End {
        WHILE_STARTING,
        WHILE_WORKING,
        IN_ORDER
    }

    @Test
    void whatWasAnsweredOrSeenIsThereAfterEveryKill() throws Exception {
        long seed = Long.getLong("seed", DEFAULT_SEED);
        int kills = Boolean.getBoolean("leat.thorough") ? THOROUGH_KILLS : KILLS;
        System.out.println("KillTest: " + kills + " kills, replay with -Dseed=" + seed);
        SplittableRandom random = new SplittableRandom(seed);
        long round = 1;

        for (int killed = 0; killed < kills; round++) {
            End end = end(random, killed);
            live(round, end, random.split());
            killed += end == End.IN_ORDER ? 0 : 1;
        }
        live(round, End.IN_ORDER, random.split());

        System.out.println("KillTest: " + kills + " kills, " + ledger.answers + " answers, " + ledger.retries
                + " retries, " + ledger.probes + " producers compared");
        assertThat(ledger.answers).isPositive();
        assertThat(ledger.retries).as("unanswered appends that were repeated").isPositive();
        assertThat(ledger.probes).as("producers that were asked for").isPositive();
    }

    private static End end(SplittableRandom random, int killed) {
        int dice = random.nextInt(8);
        return killed == 0 || dice > 1 ? End.WHILE_WORKING : dice == 0 ? End.WHILE_STARTING : End.IN_ORDER;
    }

    private void live(long round, End end, SplittableRandom random) throws Exception {
        Path log = temporary.resolve("child.log");
        Process child = start(round, random.nextLong(), log);
        try (BufferedReader out = child.inputReader(StandardCharsets.US_ASCII)) {
            ledger.restarted();
            if (end == End.WHILE_STARTING) {
                out.readLine(); // HELLO; the next thing it does is to open the directory
                LockSupport.parkNanos(random.nextLong(TimeUnit.MILLISECONDS.toNanos(400)));
                return;
            }
            listenToWhatItFound(out);
            try (Writer in = child.outputWriter(StandardCharsets.US_ASCII)) {
                tell(in, ledger.plan(round).lines());
                long answers = ledger.answers + 1 + random.nextInt(1 + random.nextInt(MOST_ANSWERS));
                listenUntil(out, answers);
                if (end == End.IN_ORDER) {
                    tell(in, List.of("stop"));
                    listenToTheEnd(out);
                    assertThat(child.waitFor()).as("the exit code").isZero();
                    return;
                }
                child.toHandle()
                        .destroyForcibly(); // unlike the process it keeps the pipe: what was said is still to be heard
                listenToTheEnd(out);
            }
        } catch (IOException | AssertionError e) {
            throw new AssertionError(
                    "round " + round + ", which was to end " + end + ": " + e.getMessage() + "\n" + tail(log), e);
        } finally {
            child.destroyForcibly().waitFor();
        }
    }

    private Process start(long round, long seed, Path log) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-ea",
                        "-Xmx256m",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=info",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Child.class.getName(),
                        temporary.resolve("data").toString(),
                        String.valueOf(round),
                        String.valueOf(seed))
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    private void listenToWhatItFound(BufferedReader out) throws IOException {
        String line = line(out);
        while (!ledger.said(line)) {
            line = line(out);
        }
    }

    private void listenUntil(BufferedReader out, long answers) throws IOException {
        while (ledger.answers < answers) {
            ledger.said(line(out));
        }
    }

    /** The last line may be cut off: then what it would have said was not said. */
    private void listenToTheEnd(BufferedReader out) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = out.read(); c >= 0; c = out.read()) {
            if (c == '\n') {
                ledger.said(line.toString());
                line.setLength(0);
            } else {
                line.append((char) c);
            }
        }
    }

    private static String line(BufferedReader out) throws IOException {
        String line = out.readLine();
        if (line == null) {
            throw new IOException("the child ended by itself");
        }
        return line;
    }

    private static void tell(Writer in, List<String> lines) throws IOException {
        in.write(String.join("\n", lines) + "\n");
        in.flush();
    }

    private static String tail(Path log) {
        try {
            List<String> lines = Files.readAllLines(log);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 30), lines.size()));
        } catch (IOException e) {
            return "no log: " + e;
        }
    }
}
