package dev.leat.storage.layout;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/** A process of its own that opens a data directory, says so, and keeps it until its input ends. */
final class LockHolder {

    private LockHolder() {}

    public static void main(String[] args) throws IOException {
        LayoutSettings settings = new LayoutSettings(null, "test-1", 4096);
        DataDirectory directory =
                DataDirectory.open(Path.of(args[0]), settings, new UUID(1, 2), Instant.EPOCH, Duration.ZERO);
        System.out.println("open");
        System.in.read();
        directory.close();
    }

    static Process start(Path root) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(
                        java,
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LockHolder.class.getName(),
                        root.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        int answer = process.getInputStream().read(); // returns when it is open, or when the process gave up
        if (answer != 'o') {
            throw new IOException("the process did not open " + root);
        }
        return process;
    }
}
