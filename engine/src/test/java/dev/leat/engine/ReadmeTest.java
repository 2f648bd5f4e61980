package dev.leat.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.Leat;
import dev.leat.api.DurableStream;
import dev.leat.api.Follower;
import dev.leat.api.Message;
import dev.leat.api.Offset;
import dev.leat.api.StreamConfig;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first example of README.md, line by line, and that README.md still has these lines. */
class ReadmeTest {

    private static void example(Path data, PrintStream out) throws InterruptedException {
        // tag: example
        try (Leat leat = Leat.open(data)) {
            DurableStream orders = leat.stream("orders");
            orders.create(StreamConfig.json());
            orders.append("{\"id\": 1}");
            orders.append("[{\"id\": 2}, {\"id\": 3}]");
            for (Message order : orders.read()) {
                out.println(order.offset() + " " + order.text());
            }
            try (Follower live = orders.follow(Offset.START)) {
                live.next(Duration.ofSeconds(1))
                        .ifPresent(batch -> out.println(batch.list().size() + " orders"));
            }
        }
        // end: example
    }

    @Test
    void theExamplePrintsItsOrders(@TempDir Path data) throws InterruptedException {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();

        example(data, new PrintStream(printed, true, StandardCharsets.UTF_8));

        assertThat(printed.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "0000000000000000_0000000000000000 {\"id\": 1}",
                        "0000000000000000_0000000000000010 {\"id\": 2}",
                        "0000000000000000_0000000000000020 {\"id\": 3}",
                        "3 orders");
    }

    @Test
    void readmeHasTheLinesOfTheExample() throws IOException {
        Path module = Path.of("").toAbsolutePath();
        String readme = Files.readString(module.resolveSibling("README.md"));
        List<String> source = Files.readAllLines(module.resolve("src/test/java/dev/leat/engine/ReadmeTest.java"));
        List<String> example = source.subList(
                source.indexOf("        // tag: example") + 1, source.indexOf("        // end: example"));

        String expected = String.join("", example)
                .replace("Leat.open(data)", "Leat.open(Path.of(\"data\"))")
                .replaceAll("(?<!System\\.)out\\.println", "System.out.println");

        assertThat(unspaced(readme)).contains(unspaced(expected));
    }

    /** The formatter breaks lines where it likes. */
    private static String unspaced(String text) {
        return text.replaceAll("\\s", "");
    }
}
