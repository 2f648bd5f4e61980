package dev.leat.engine.fault;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A small file system of its own, where the test may mount one; elsewhere the test is skipped and says so. */
public final class Mount implements AutoCloseable {
    private final Path root;

    private Mount(Path root) {
        this.root = root;
    }

    static Mount tmpfs(Path directory, String size) {
        String answer = run("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", directory.toString());
        assumeTrue(answer.isEmpty(), () -> "needs a file system of its own, which only root may mount: " + answer);
        return new Mount(directory);
    }

    Path root() {
        return root;
    }

    void resize(String size) {
        String answer = run("mount", "-o", "remount,size=" + size, root.toString());
        assumeTrue(answer.isEmpty(), () -> "cannot make it larger: " + answer);
    }

    void readOnly() {
        String answer = run("mount", "-o", "remount,ro", root.toString());
        assumeTrue(answer.isEmpty(), () -> "cannot make it read-only: " + answer);
    }

    @Override
    public void close() {
        run("umount", "-l", root.toString());
    }

    /** What the command said, if it failed. */
    private static String run(String... command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? "" : said + " ";
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }
}
