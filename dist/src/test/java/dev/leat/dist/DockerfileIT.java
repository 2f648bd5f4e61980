package dev.leat.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the Dockerfile says about the server is tried with the image of this build: the commands are read from the file. */
class DockerfileIT {
    private static final Pattern QUOTED = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");

    @TempDir
    private Path temp;

    private final List<String> lines = lines();

    @Test
    void theHealthCheckKnowsWhetherTheServerIsReady() throws Exception {
        try (Server server = Server.start(Made.image().launcher(), temp, Map.of())) {
            assertThat(healthy(server.port())).isTrue();

            server.stop();
            assertThat(healthy(server.port())).isFalse();
        }
    }

    @Test
    void withoutAccessConfiguredTheContainerRefusesToStart() throws Exception {
        Process process = container(Map.of());

        assertThat(process.waitFor()).isEqualTo(2);
        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("every machine on the network could use a server on 0.0.0.0");
    }

    @Test
    void theContainerStopsCleanlyByTheSignalOfTheFile() throws Exception {
        Path portFile = temp.resolve("port");
        Process process =
                container(Map.of("LEAT_INSECURE", "true", "LEAT_PORT", "0", "LEAT_PORT_FILE", portFile.toString()));
        while (!Files.exists(portFile) && process.isAlive()) {
            Thread.onSpinWait();
        }

        assertThat(instruction("STOPSIGNAL")).isEqualTo("SIGTERM");
        process.destroy();
        assertThat(process.waitFor()).isZero();
        assertThat(temp.resolve("data")).isNotEmptyDirectory();
    }

    /** The image is what a build of the same modules makes, where the file looks for it. */
    @Test
    void theImageIsWhereTheFileTakesItFrom() throws IOException {
        assertThat(lines)
                .anyMatch(line -> line.startsWith("RUN") && line.contains("mvn ") && line.contains("-pl dist -am"));
        assertThat(lines).contains("RUN mv dist/target/image/* /opt/leat");
        assertThat(Made.image().home().getParent()).endsWith(Path.of("dist", "target", "image"));
    }

    /** Entry point and command with the environment of the file, but data and launcher of this test. */
    private Process container(Map<String, String> environment) throws IOException {
        List<String> command = new ArrayList<>(words(instruction("ENTRYPOINT")));
        command.addAll(words(instruction("CMD")));
        assertThat(command).containsExactly("/opt/leat/bin/leat", "serve");
        ProcessBuilder builder = Program.of(Made.image().launcher(), "serve").builder();
        for (String setting : instruction("ENV").split("\\s+")) {
            builder.environment().put(setting.split("=")[0], setting.split("=")[1]);
        }
        builder.environment().put("LEAT_DATA", temp.resolve("data").toString());
        builder.environment().putAll(environment);
        return builder.start();
    }

    private boolean healthy(int port) throws Exception {
        String check = instruction("HEALTHCHECK");
        ProcessBuilder builder = new ProcessBuilder(words(check.substring(check.indexOf("CMD"))));
        builder.environment().put("LEAT_PORT", String.valueOf(port));
        return builder.start().waitFor() == 0;
    }

    private String instruction(String name) {
        List<String> found =
                lines.stream().filter(line -> line.startsWith(name + " ")).toList();
        assertThat(found).hasSize(1);
        return found.get(0).substring(name.length() + 1);
    }

    private static List<String> words(String json) {
        return QUOTED.matcher(json)
                .results()
                .map(quoted -> quoted.group(1))
                .map(word -> word.replaceAll("\\\\(.)", "$1"))
                .toList();
    }

    /** With continued lines put together. */
    private static List<String> lines() {
        try {
            return Files.readString(Path.of("..", "Dockerfile"))
                    .replaceAll("\\\\\n\\s*", "")
                    .lines()
                    .toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
