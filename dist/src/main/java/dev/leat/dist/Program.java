package dev.leat.dist;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A program and its arguments. What it says is shown only if it fails. */
final class Program {
    private final List<String> words;

    private Program(List<String> words) {
        this.words = words;
    }

    static Program of(Path program, String... args) {
        return of(program.toString(), args);
    }

    static Program of(String program, String... args) {
        return new Program(List.of(program)).with(args);
    }

    Program with(String... args) {
        List<String> more = new ArrayList<>(words);
        more.addAll(List.of(args));
        return new Program(List.copyOf(more));
    }

    /** @return what it said */
    String run() throws IOException, InterruptedException {
        Process process = builder().start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(this + " ended with " + process.exitValue() + ":\n" + said);
        }
        return said;
    }

    /** Nothing of the caller's Java or Leat settings gets into what is made. */
    ProcessBuilder builder() {
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.environment()
                .keySet()
                .removeIf(name ->
                        name.startsWith("LEAT_") || name.endsWith("JAVA_OPTIONS") || name.equals("JAVA_TOOL_OPTIONS"));
        return builder;
    }

    @Override
    public String toString() {
        return String.join(" ", words);
    }
}
