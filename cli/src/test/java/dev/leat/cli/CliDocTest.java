package dev.leat.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.cli.console.CommandEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The part of docs/cli.md below its marker is made from the commands: {@code -Dcli.write} makes it anew. What is above has to name
 * the flags that many commands share.
 */
class CliDocTest {
    private static final Path PAGE = Path.of("..", "docs", "cli.md");
    private static final String MARKER = "<!-- From here on made from the commands: CliDocTest -->\n";

    /** Said once, above. */
    private static final Set<String> SHARED =
            Set.of("--server", "--api-key-file", "--timeout", "--json", "--help", "--version");

    /** Has a page of its own, which is made from its settings. */
    private static final String SERVE = "leat serve";

    @Test
    void everyCommandAndFlagIsThere() throws IOException {
        String page = Files.readString(PAGE);
        String above = page.substring(0, page.indexOf(MARKER) + MARKER.length());
        String whole = above + reference();

        if (System.getProperty("cli.write") != null) {
            Files.writeString(PAGE, whole);
        }

        assertThat(Files.readString(PAGE))
                .as(
                        "run `mvn -pl cli -am -Dtest=CliDocTest -Dcli.write -Dsurefire.failIfNoSpecifiedTests=false test` to make"
                                + " it anew")
                .isEqualTo(whole);
        SHARED.forEach(flag -> assertThat(above).contains("`" + flag));
        assertThat(above).contains("LEAT_SERVER", "LEAT_API_KEY", "NO_COLOR", SERVE);
    }

    private static String reference() {
        StringBuilder page = new StringBuilder();
        Main.commandLine(CommandEnvironment.ofProcess())
                .getSubcommands()
                .values()
                .forEach(command -> {
                    page.append("\n## ")
                            .append(command.getCommandSpec().qualifiedName())
                            .append("\n");
                    write(command, page);
                });
        return page.toString();
    }

    private static void write(CommandLine command, StringBuilder page) {
        CommandSpec spec = command.getCommandSpec();
        page.append("\n").append(description(spec)).append("\n");
        if (!spec.subcommands().isEmpty() && spec.options().size() <= 2) {
            spec.subcommands().values().forEach(below -> below(below, page));
            return;
        }
        arguments(spec, page);
        exits(spec, page);
        spec.subcommands().values().forEach(below -> below(below, page));
    }

    private static void below(CommandLine command, StringBuilder page) {
        page.append("\n### ").append(command.getCommandSpec().qualifiedName()).append("\n");
        write(command, page);
    }

    private static String description(CommandSpec spec) {
        String text = String.join(" ", spec.usageMessage().description());
        return spec.qualifiedName().equals(SERVE)
                ? text + " All of them are in [configuration.md](configuration.md)."
                : text.replaceAll(" {2,}", " ");
    }

    private static void arguments(CommandSpec spec, StringBuilder page) {
        List<String> rows = new ArrayList<>();
        spec.positionalParameters().forEach(one -> rows.add(row(one.paramLabel(), words(one))));
        if (!spec.qualifiedName().equals(SERVE)) {
            spec.options().stream()
                    .filter(option -> !option.hidden() && !SHARED.contains(option.longestName()))
                    .forEach(option -> rows.add(row(names(option), words(option))));
        }
        if (!rows.isEmpty()) {
            page.append("\n| | |\n|---|---|\n").append(String.join("", rows));
        }
    }

    private static String names(OptionSpec option) {
        String value = option.typeInfo().isBoolean() ? "" : "=" + option.paramLabel();
        return String.join(", ", option.names()) + value;
    }

    private static String words(ArgSpec argument) {
        return String.join(" ", argument.description())
                .replace("${DEFAULT-VALUE}", String.valueOf(argument.defaultValue()));
    }

    private static String row(String name, String description) {
        return "| `" + name.replace("|", "\\|") + "` | "
                + description.replace("|", "\\|").strip() + " |\n";
    }

    private static void exits(CommandSpec spec, StringBuilder page) {
        String codes = spec.usageMessage().exitCodeList().entrySet().stream()
                .map(code -> code.getKey() + " " + code.getValue())
                .collect(Collectors.joining(" · "));
        if (!codes.isEmpty()) {
            page.append("\nExit codes: ").append(codes).append(".\n");
        }
    }
}
