package dev.leat.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.cli.console.CommandEnvironment;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompletionCommandTest {
    @TempDir
    Path temp;

    @Test
    void bashCompletesCommandsAndFlags() throws Exception {
        StringWriter out = new StringWriter();
        int code = Main.commandLine(CommandEnvironment.ofProcess())
                .setOut(new PrintWriter(out, true))
                .execute("completion");
        Path script = Files.writeString(temp.resolve("completion"), out.toString());

        assertThat(code).isZero();
        assertThat(completed(script, "leat", "qu")).contains("queue");
        assertThat(completed(script, "leat", "stream", "app")).contains("append");
        assertThat(completed(script, "leat", "stream", "append", "--li")).contains("--lines");
    }

    /** What bash offers for the last word. */
    private static String completed(Path script, String... words) throws Exception {
        String list = "'" + String.join("' '", words) + "'";
        Process bash = new ProcessBuilder(
                        "bash",
                        "-c",
                        "source '" + script + "' && COMP_WORDS=(" + list + ") COMP_CWORD=" + (words.length - 1)
                                + " COMP_LINE=\"" + String.join(" ", words)
                                + "\" && _complete_leat && echo \"${COMPREPLY[@]}\"")
                .redirectErrorStream(true)
                .start();
        String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor()).as(said).isZero();
        return said;
    }
}
