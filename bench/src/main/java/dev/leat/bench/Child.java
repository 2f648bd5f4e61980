package dev.leat.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** This program in another process. */
record Child(Process process) {

    static Child start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(List.of(arguments));
        return new Child(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** Waits for a line; false if the process ended without it. */
    boolean says(String line) throws IOException {
        BufferedReader reader = process.inputReader();
        for (String read = reader.readLine(); read != null; read = reader.readLine()) {
            if (read.equals(line)) {
                return true;
            }
        }
        return false;
    }

    List<String> output() throws IOException, InterruptedException {
        List<String> lines = process.inputReader().lines().toList();
        process.waitFor();
        return lines;
    }

    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
