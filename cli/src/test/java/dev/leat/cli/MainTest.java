package dev.leat.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.cli.console.Surroundings;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class MainTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void theVersionStartsWithTheName() {
        int status = leat("--version");

        assertThat(status).isZero();
        assertThat(out.toString()).startsWith("leat ");
    }

    @Test
    void helpGoesToStandardOutput() {
        int status = leat("--help");

        assertThat(status).isZero();
        assertThat(out.toString()).startsWith("Usage: leat");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void noCommandIsAUsageErrorOnStandardError() {
        int status = leat();

        assertThat(status).isEqualTo(2);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString()).startsWith("missing command").contains("Usage: leat");
    }

    private int leat(String... args) {
        return Main.commandLine(Surroundings.ofProcess())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }
}
