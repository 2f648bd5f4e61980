package dev.leat.bench.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A main class of this program in a process of its own. */
public record Child(Process process) {

    public static Child start(Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        if (Runtime.version().feature() >= 23) {
            command.add("--sun-misc-unsafe-memory-access=allow"); // as ./leat and the image have it
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        return new Child(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** Waits for a line that begins so, and returns the rest of it; empty if the process ended without it. */
    public Optional<String> restOf(String prefix) throws IOException {
        BufferedReader reader = process.inputReader();
        for (String read = reader.readLine(); read != null; read = reader.readLine()) {
            if (read.startsWith(prefix)) {
                return Optional.of(read.substring(prefix.length()));
            }
        }
        return Optional.empty();
    }

    /** Waits for a line; false if the process ended without it. */
    public boolean says(String line) throws IOException {
        BufferedReader reader = process.inputReader();
        for (String read = reader.readLine(); read != null; read = reader.readLine()) {
            if (read.equals(line)) {
                return true;
            }
        }
        return false;
    }

    public List<String> output() throws IOException, InterruptedException {
        List<String> lines = process.inputReader().lines().toList();
        process.waitFor();
        return lines;
    }

    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
