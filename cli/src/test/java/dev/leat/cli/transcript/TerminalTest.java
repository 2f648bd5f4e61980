package dev.leat.cli.transcript;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What somebody sees who looks at a terminal, and nobody else. */
class TerminalTest {
    private static final String COLOUR = "\u001b[";
    private static final String CLEAR = "\r\u001b[2K";

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
    void helpHasColoursOnATerminalOnly() {
        assertThat(said("--help").out).doesNotContain(COLOUR);

        scene.watch();

        assertThat(said("--help").out).contains(COLOUR);
        assertThat(said("queue --help").out).contains(COLOUR);
    }

    @Test
    void appendingAFileShowsHowFarItIs() throws IOException {
        Path lines = Files.writeString(temp.resolve("lines.txt"), "one\ntwo\n");
        said("stream create letters");
        String command = "stream append letters --lines --file " + lines;

        assertThat(said(command).err).isEmpty();
        scene.watch();

        assertThat(said(command).err).contains(CLEAR).contains("[").endsWith(CLEAR);
    }

    @Test
    void enqueuingAFileShowsHowFarItIs() throws IOException {
        Path lines = Files.writeString(temp.resolve("lines.txt"), "one\ntwo\n");
        said("queue create mails");
        String command = "queue enqueue mails --lines --file " + lines;

        assertThat(said(command).err).isEmpty();
        scene.watch();

        assertThat(said(command).err).contains(CLEAR).contains("[").endsWith(CLEAR);
    }

    @Test
    void backupRestoreAndDoctorShowHowFarTheyAre() {
        said("stream create letters");
        assertThat(said("backup first").err).isEmpty();
        scene.watch();

        for (String command : List.of(
                "backup second",
                "restore " + temp.resolve("backups/second") + " --to " + temp.resolve("restored"),
                "doctor " + temp.resolve("restored"))) {
            Said said = said(command);

            assertThat(said.code).as(command + said.err).isZero();
            assertThat(said.err).as(command).contains(CLEAR).endsWith(CLEAR);
        }
    }

    private record Said(int code, String out, String err) {}

    private Said said(String command) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = scene.run("leat " + command, List.of(), out, err);
        return new Said(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}
