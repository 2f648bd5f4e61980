package dev.leat.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.cli.console.CommandEnvironment;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

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

    @Test
    void aCommandThatIsAskedForIsTheSameWithoutTheOthers() {
        Map<String, CommandLine> all =
                Main.commandLine(CommandEnvironment.ofProcess()).getSubcommands();

        all.forEach((name, command) -> {
            CommandLine alone = Main.commandLine(CommandEnvironment.ofProcess(), name, "--json");

            assertThat(command.getCommandName()).isEqualTo(name);
            assertThat(alone.getSubcommands().keySet())
                    .isEqualTo(name.equals("completion") ? all.keySet() : Set.of(name));
            assertThat(alone.getSubcommands().get(name).getUsageMessage()).isEqualTo(command.getUsageMessage());
        });
    }

    @Test
    void aCommandThatDoesNotExistIsComparedWithAllThatDo() {
        int status = leat("strema");

        assertThat(status).isEqualTo(2);
        assertThat(err.toString()).contains("strema").contains("leat stream");
    }

    private int leat(String... args) {
        return Main.commandLine(CommandEnvironment.ofProcess(), args)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }
}
