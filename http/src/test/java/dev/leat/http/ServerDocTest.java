package dev.leat.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.Leat;
import dev.leat.http.access.Access;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the documents tell people to type works, and answers what they say. */
class ServerDocTest {
    private static final Path DOC = Path.of("../docs/server.md");
    private static final Pattern BLOCK = Pattern.compile("^```(\\w+)\\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern TYPE = Pattern.compile("urn:leat:problem:([a-z-]+)");
    private static final String ADDRESS = "127.0.0.1:4437";
    private static final String MARK = "=== end of block ===";

    /**
     * A block of the document.
     *
     * @param follows whether only an empty line lies between it and the block before
     */
    private record Block(String language, String text, boolean follows) {

        boolean isCommand() {
            return language.equals("sh");
        }

        /** Whether this is what the command before it answers. */
        boolean isAnswer() {
            return follows && !isCommand();
        }
    }

    private static List<Block> blocks(String doc) {
        List<Block> blocks = new ArrayList<>();
        Matcher matcher = BLOCK.matcher(doc);
        int end = 0;
        while (matcher.find()) {
            boolean follows = end > 0 && doc.substring(end, matcher.start()).isBlank();
            blocks.add(new Block(matcher.group(1), matcher.group(2), follows));
            end = matcher.end();
        }
        return blocks;
    }

    @ParameterizedTest
    @ValueSource(strings = {"server.md", "queues.md"})
    void everyCommandWorksAndAnswersWhatIsShown(String name, @TempDir Path directory)
            throws IOException, InterruptedException {
        List<Block> blocks = blocks(Files.readString(DOC.resolveSibling(name)));

        List<String> outputs = run(blocks.stream().filter(Block::isCommand).toList(), directory);

        int command = -1;
        for (Block block : blocks) {
            if (block.isCommand()) {
                command++;
            } else if (block.isAnswer()) {
                assertThat(outputs.get(command)).matches(pattern(block.text()));
            }
        }
    }

    /** Types them into one shell, as a reader would. */
    private static List<String> run(List<Block> commands, Path directory) throws IOException, InterruptedException {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (Leat leat = Leat.inMemory()) {
            ServerSettings settings = ServerSettings.defaults().withPort(0).withEventLoops(1);
            LeatServer server = LeatServer.start(leat.engine(), settings, Access.OPEN, registry);
            try {
                String script = commands.stream()
                        .map(block -> block.text() + "echo '" + MARK + "'\n")
                        .collect(Collectors.joining())
                        .replace(ADDRESS, "127.0.0.1:" + server.port())
                        .replace("curl ", "curl --fail-with-body ");
                String output = bash(lenient(script), directory).replace("127.0.0.1:" + server.port(), ADDRESS);
                assertThat(output).contains(MARK);
                return Stream.of(output.split(MARK)).map(String::strip).toList();
            } finally {
                server.stop(Duration.ZERO);
            }
        }
    }

    /** A problem that is shown on purpose is no failure. */
    private static String lenient(String script) {
        return script.replaceAll("curl --fail-with-body (.*offset=yesterday)", "curl $1");
    }

    private static String bash(String script, Path directory) throws IOException, InterruptedException {
        Path errors = directory.resolve("errors");
        Process bash = new ProcessBuilder("bash", "-euo", "pipefail", "-c", script)
                .directory(directory.toFile())
                .redirectError(errors.toFile())
                .start();
        bash.getOutputStream().close();
        String output = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8).replace("\r", "");
        assertThat(bash.waitFor())
                .as("%s%n%s", output, Files.readString(errors))
                .isZero();
        return output;
    }

    /** An ellipsis stands for anything. */
    private static Pattern pattern(String shown) {
        String regex =
                Stream.of(shown.strip().split("…", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
        return Pattern.compile(regex, Pattern.DOTALL | Pattern.CASE_INSENSITIVE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"server.md", "queues.md"})
    void everyCurlIsInABlockThatIsRun(String name) throws IOException {
        assertThat(blocks(Files.readString(DOC.resolveSibling(name))))
                .filteredOn(block -> !block.isCommand())
                .noneMatch(block -> block.text().contains("curl "));
    }

    @Test
    void everyProblemTypeIsInTheTable() throws IOException {
        String doc = Files.readString(DOC);
        String openApi = Files.readString(Path.of("src/main/resources/dev/leat/http/openapi.yaml"));

        assertThat(TYPE.matcher(openApi).results().map(type -> "`" + type.group(1) + "`"))
                .allMatch(doc::contains);
    }
}
