package dev.leat.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.cli.console.CommandEnvironment;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** What every command says of itself, in a file each; {@code -Dcli.write} writes it down as it is now. */
class HelpTest {
    private static final Path DIRECTORY = Path.of("src", "test", "resources", "help");
    private static final boolean WRITE = System.getProperty("cli.write") != null;

    static List<String> commands() {
        List<String> commands = new ArrayList<>();
        collect(Main.commandLine(CommandEnvironment.ofProcess()), commands);
        return commands;
    }

    private static void collect(CommandLine command, List<String> into) {
        into.add(command.getCommandSpec().qualifiedName());
        command.getSubcommands().values().forEach(below -> collect(below, into));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void theHelpIsAsItIsWrittenDown(String command) throws IOException {
        Path file = file(command);
        StringWriter out = new StringWriter();
        List<String> words = new ArrayList<>(List.of((command + " --help").split(" ")));
        words.removeFirst();

        int code = Main.commandLine(CommandEnvironment.ofProcess())
                .setOut(new PrintWriter(out, true))
                .execute(words.toArray(String[]::new));

        assertThat(code).isZero();
        if (WRITE) {
            Files.writeString(file, out.toString());
        }
        assertThat(out.toString()).isEqualTo(Files.readString(file));
    }

    @Test
    void noFileIsAboutACommandThatIsNotThere() throws IOException {
        try (Stream<Path> files = Files.list(DIRECTORY)) {
            assertThat(files)
                    .containsExactlyInAnyOrderElementsOf(
                            commands().stream().map(HelpTest::file).toList());
        }
    }

    private static Path file(String command) {
        return DIRECTORY.resolve(command.replace(' ', '-') + ".txt");
    }
}
