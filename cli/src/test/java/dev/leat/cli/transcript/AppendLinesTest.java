package dev.leat.cli.transcript;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files with many lines, of which several batches are on their way at once. */
class AppendLinesTest {
    private static final int LINES = 900;
    private static final int TIMES = 10;

    @TempDir
    Path temp;

    private Scene scene;

    @BeforeEach
    void start() throws IOException {
        scene = new Scene(temp);
    }

    @AfterEach
    void stop() {
        scene.close();
    }

    @Test
    void theTailThatIsToldIsTheStreams() throws IOException {
        String text =
                IntStream.range(0, LINES).mapToObj(i -> "line " + i + "\n").collect(Collectors.joining());
        Path file = Files.writeString(temp.resolve("lines.txt"), text);
        said("stream create letters");

        for (int i = 0; i < TIMES; i++) {
            String told = said("stream append letters --lines --file " + file);

            String tail = after(said("stream head letters"), "tail ");
            assertThat(told).isEqualTo("appended " + LINES + " lines; tail " + tail + "\n");
        }
    }

    private static String after(String text, String word) {
        String rest = text.substring(text.indexOf(word) + word.length()).strip();
        return rest.substring(0, rest.indexOf('\n'));
    }

    private String said(String command) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = scene.run("leat " + command, List.of(), out, err);
        assertThat(code).as(err.toString(StandardCharsets.UTF_8)).isZero();
        return out.toString(StandardCharsets.UTF_8);
    }
}
