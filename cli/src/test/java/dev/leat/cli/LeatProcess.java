package dev.leat.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The packaged jar, run in a process of its own. */
final class LeatProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader out;
    private final BufferedReader err;

    private LeatProcess(Process process) {
        this.process = process;
        this.out = process.inputReader(UTF_8);
        this.err = new BufferedReader(new InputStreamReader(process.getErrorStream(), UTF_8));
    }

    static Path jar() {
        return Path.of("target", "leat.jar").toAbsolutePath();
    }

    static LeatProcess start(Path directory, String... args) throws IOException {
        return start(jar(), directory, args);
    }

    static LeatProcess start(Path jar, Path directory, String... args) throws IOException {
        return start(List.of(), jar, directory, List.of("-Xmx256m"), args);
    }

    /** One that may have so many files open. */
    static LeatProcess withFiles(int limit, Path directory, String... args) throws IOException {
        List<String> shell = List.of("sh", "-c", "ulimit -n " + limit + " && exec \"$@\"", "sh");
        return start(shell, jar(), directory, List.of("-Xmx256m"), args);
    }

    /** @param memory options that say how much memory Java takes */
    static LeatProcess withMemory(List<String> memory, Path directory, String... args) throws IOException {
        return start(List.of(), jar(), directory, memory, args);
    }

    /** @param before what runs the command that follows it */
    private static LeatProcess start(List<String> before, Path jar, Path directory, List<String> memory, String... args)
            throws IOException {
        List<String> command = new ArrayList<>(before);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(memory);
        command.addAll(List.of(
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-jar",
                jar.toString()));
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("LEAT_") || name.equals("JAVA_TOOL_OPTIONS"));
        return new LeatProcess(builder.start());
    }

    /** The lines up to one that contains some words, or all if none does. */
    List<String> outUntil(String words) throws IOException {
        return until(out, words);
    }

    List<String> errUntil(String words) throws IOException {
        return until(err, words);
    }

    private static List<String> until(BufferedReader reader, String words) throws IOException {
        List<String> lines = new ArrayList<>();
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            lines.add(line);
            if (line.contains(words)) {
                break;
            }
        }
        return lines;
    }

    /** What is left of standard error when the process ends. */
    String err() {
        return err.lines().collect(Collectors.joining("\n"));
    }

    String out() {
        return out.lines().collect(Collectors.joining("\n"));
    }

    /** @param name such as {@code TERM} */
    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                .start()
                .waitFor();
    }

    /**
     * The bytes of every object on its heap that is still reachable, object by object: what a heap says is in use also has the
     * room that threads took in advance, and what a collector fills its gaps with.
     */
    long heapInUse() throws IOException {
        Process counting = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        String.valueOf(process.pid()),
                        "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        try (BufferedReader lines = counting.inputReader(UTF_8)) {
            // a line is: its number and a colon, how many, their bytes, the class
            long bytes = lines.lines()
                    .map(line -> line.strip().split(" +"))
                    .filter(words -> words.length > 3 && words[0].endsWith(":") && !words[3].contains("Filler"))
                    .mapToLong(words -> Long.parseLong(words[2]))
                    .sum();
            if (bytes == 0) {
                throw new AssertionError("jcmd counted nothing");
            }
            return bytes;
        }
    }

    /** The sum of what a metric says, over its labels. */
    static long metric(int port, String start) throws IOException {
        try (InputStream page =
                URI.create("http://127.0.0.1:" + port + "/metrics").toURL().openStream()) {
            return Math.round(new String(page.readAllBytes(), UTF_8)
                    .lines()
                    .filter(line -> line.startsWith(start))
                    .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                    .sum());
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    int exitCode() throws InterruptedException {
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            throw new AssertionError("the process did not end");
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
