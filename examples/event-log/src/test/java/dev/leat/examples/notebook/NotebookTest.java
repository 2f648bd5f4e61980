package dev.leat.examples.notebook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.Leat;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NotebookTest {

    @TempDir
    Path data;

    @Test
    void everythingIsThereAfterARestartAlsoWhatCanBeUndone() throws IOException {
        assertThat(type("add buy milk", "add call Ann", "done 1")).endsWith("  1 [x] buy milk", "  2 [ ] call Ann");

        assertThat(type()).containsExactly(help(), "  1 [x] buy milk", "  2 [ ] call Ann");
        assertThat(type("undo", "undo")).endsWith("  1 [ ] buy milk", "  2 [ ] call Ann", "  1 [ ] buy milk");
        assertThat(type()).containsExactly(help(), "  1 [ ] buy milk");
    }

    @Test
    void whatIsTypedIsKeptWhateverItIs() throws IOException {
        type("add say \"hi\" to C:\\Ann\\ \tüber");

        assertThat(type()).endsWith("  1 [ ] say \"hi\" to C:\\Ann\\  über");
    }

    @Test
    void whatIsAnsweredSurvivesAKill() throws Exception {
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Notebook.class.getName(),
                        data.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader shown = program.inputReader(StandardCharsets.UTF_8)) {
            program.outputWriter(StandardCharsets.UTF_8)
                    .append("add buy milk\n")
                    .flush();
            assertThat(shown.readLine()).isEqualTo(help());
            assertThat(shown.readLine()).isEqualTo("  1 [ ] buy milk");
        } finally {
            program.destroyForcibly();
        }
        assertThat(program.waitFor(60, TimeUnit.SECONDS)).isTrue();

        assertThat(type()).containsExactly(help(), "  1 [ ] buy milk");
    }

    @Test
    void theListAtAnOffsetIsTheListOfThatTime() throws IOException {
        List<String> history = type("add buy milk", "done 1", "undo", "history");
        String afterDone = history.get(history.size() - 2).split(" ")[0];

        assertThat(history.subList(history.size() - 3, history.size()))
                .extracting(line -> line.substring(line.indexOf(' ')).strip())
                .containsExactly("add buy milk", "done 1", "undo");
        assertThat(type("at " + afterDone)).endsWith("  1 [x] buy milk");
    }

    @Test
    void whatMakesNoSenseIsSaidAndNotKept() throws IOException {
        assertThat(type("undo", "done 1", "add", "at noon", "dance"))
                .containsExactly(
                        help(), "there is nothing to undo", "there is no number 1", help(), "no such offset", help());
        assertThat(type("history")).containsExactly(help());
    }

    private static String help() {
        return "add TEXT, done NUMBER, undo, list, history, at OFFSET, quit";
    }

    /** Starts the program, types some lines, and ends it. */
    private List<String> type(String... lines) throws IOException {
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        try (Leat leat = Leat.open(data)) {
            Notebook.open(leat, new PrintStream(shown, true, StandardCharsets.UTF_8))
                    .run(new BufferedReader(new StringReader(String.join("\n", lines))));
        }
        return shown.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
