package dev.leat.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Output and exit status of a program. */
public record Output(int status, String text) {

    /** What takes longer hangs. */
    private static final Duration LONGEST = Duration.ofMinutes(5);

    public static Output of(ProcessBuilder builder) throws IOException {
        Process process = bounded(builder.redirectErrorStream(true).start());
        process.getOutputStream().close();
        try (InputStream said = process.getInputStream()) {
            String text = new String(said.readAllBytes(), UTF_8);
            return new Output(process.onExit().join().exitValue(), text);
        }
    }

    /** Kills it when it takes too long, so that no test waits for it forever. */
    public static Process bounded(Process process) {
        CompletableFuture.delayedExecutor(LONGEST.toMillis(), TimeUnit.MILLISECONDS)
                .execute(process::destroyForcibly);
        return process;
    }

    /** The line that says most: the first with the word error in it, else the last. */
    public String gist() {
        List<String> lines = text.lines().filter(line -> !line.isBlank()).toList();
        return lines.stream()
                .filter(line -> line.contains("error"))
                .findFirst()
                .orElse(lines.isEmpty() ? "it said nothing" : lines.getLast());
    }
}
