package dev.leat.http.transcript;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.http.ServerSettings;
import dev.leat.http.exchange.Bounds;
import dev.leat.http.raw.RawConnection;
import dev.leat.http.raw.RawResponse;
import dev.leat.http.raw.RunningServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Holds the server to conversations that are written down; {@code transcripts/README.md} says how to read them. With
 * {@code -Dtranscripts=write} the answers are written down as they are now, to be reviewed.
 */
class TranscriptTest {
    private static final Path DIRECTORY = Path.of("src", "test", "resources", "transcripts");
    private static final boolean WRITE = "write".equals(System.getProperty("transcripts"));

    static List<Path> transcripts() throws IOException {
        try (Stream<Path> files = Files.list(DIRECTORY)) {
            return files.filter(file -> file.toString().endsWith(".http"))
                    .map(Path::getFileName)
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("transcripts")
    void theServerAnswersAsItIsWrittenDown(Path name) throws Exception {
        Path file = DIRECTORY.resolve(name);
        List<String> expected = Files.readAllLines(file);
        List<String> actual = new ArrayList<>();
        Map<String, RawConnection> connections = new HashMap<>();
        Memory memory = new Memory();

        try (RunningServer server = RunningServer.inMemory(settings(expected))) {
            for (Block block : Block.parse(expected)) {
                if (!connections.containsKey(block.connection())) {
                    connections.put(block.connection(), server.connect());
                }
                actual.addAll(
                        play(block, connections.get(block.connection()), memory).lines());
            }
        } finally {
            for (RawConnection connection : connections.values()) {
                connection.close();
            }
        }

        if (WRITE) {
            Files.write(file, actual);
        } else {
            assertThat(String.join("\n", actual)).isEqualTo(String.join("\n", expected));
        }
    }

    private static Block play(Block block, RawConnection connection, Memory memory) throws IOException {
        connection.send(block.request(memory));
        if (!block.expectsAnswer()) {
            return block;
        }
        if (block.expectsClose()) {
            return block.answered(List.of(connection.isClosedByServer() ? Block.CLOSED : "< open"));
        }
        RawResponse answer = connection.next(block.isHead());
        memory.remember(answer);
        return block.answered(Rendering.of(answer));
    }

    /** Lines that begin with an exclamation mark say how the server is to run. */
    private static ServerSettings settings(List<String> lines) {
        Map<String, String> given = new HashMap<>();
        for (String line : lines) {
            if (line.startsWith("! ")) {
                String[] words = line.substring(2).split(" ");
                given.put(words[0], words[1]);
            }
        }
        Bounds bounds = Bounds.defaults();
        return RunningServer.settings(
                        Integer.parseInt(given.getOrDefault("read-bytes", "1000000")),
                        List.of(given.getOrDefault("origins", "*").split(",")))
                .with(RunningServer.live(duration(given, "long-poll"), duration(given, "sse")))
                .with(new Bounds(
                        Integer.parseInt(given.getOrDefault("body-bytes", "100000")),
                        bounds.allBodiesBytes(),
                        bounds.unsentBytes(),
                        bounds.headerBytes(),
                        bounds.connections(),
                        bounds.idle(),
                        bounds.body(),
                        bounds.stalled()));
    }

    private static Duration duration(Map<String, String> given, String name) {
        return Duration.parse("PT" + given.getOrDefault(name, "60S"));
    }
}
