package dev.leat.cli.transcript;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Holds the command line to conversations that are written down; {@code transcripts/README.md} says how to read them. With
 * {@code -Dcli.write} the answers are written down as they are now, to be reviewed.
 */
@Timeout(120) // a command that waits for what never comes
class TranscriptTest {
    private static final Path DIRECTORY = Path.of("src", "test", "resources", "transcripts");
    private static final boolean WRITE = System.getProperty("cli.write") != null;

    @TempDir
    Path temp;

    static List<Path> transcripts() throws IOException {
        try (Stream<Path> files = Files.list(DIRECTORY)) {
            return files.filter(file -> file.toString().endsWith(".txt"))
                    .map(Path::getFileName)
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("transcripts")
    void theCommandsAnswerAsItIsWrittenDown(Path name) throws IOException {
        Path file = DIRECTORY.resolve(name);
        List<String> expected = Files.readAllLines(file);
        List<String> actual = new ArrayList<>();

        try (Scene scene = new Scene(temp)) {
            for (Step step : Step.parse(expected)) {
                step.notes().stream()
                        .filter(note -> note.startsWith("% "))
                        .forEach(note -> scene.happens(note.substring(2)));
                actual.addAll(played(step, scene).lines());
            }
        }

        if (WRITE) {
            Files.write(file, actual);
        } else {
            assertThat(String.join("\n", actual)).isEqualTo(String.join("\n", expected));
        }
    }

    private static Step played(Step step, Scene scene) {
        return step.command() == null
                ? step
                : new Step(step.notes(), step.command(), step.in(), scene.type(step.command(), step.in()));
    }
}
