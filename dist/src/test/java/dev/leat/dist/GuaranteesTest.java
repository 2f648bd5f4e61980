package dev.leat.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every promise that is documented has a test, and the test is still there. */
class GuaranteesTest {
    private static final Path DOCS = Path.of("..", "docs");
    private static final Pattern REFERENCE = Pattern.compile("\\[`(\\w+)\\.(\\w+)`]\\(([^)]+)\\)");

    private final List<String> promises = promises();

    @Test
    void everyPromiseNamesATest() {
        assertThat(promises)
                .hasSizeGreaterThan(30)
                .allSatisfy(line ->
                        assertThat(REFERENCE.matcher(line).results()).as(line).isNotEmpty());
    }

    @Test
    void everyTestThatIsNamedIsThere() {
        assertThat(promises.stream()
                        .flatMap(line -> REFERENCE.matcher(line).results())
                        .filter(reference -> !isThere(reference))
                        .map(MatchResult::group))
                .isEmpty();
    }

    private static boolean isThere(MatchResult reference) {
        Path file = DOCS.resolve(reference.group(3));
        Pattern test = Pattern.compile("(@Test|@Seeds|@ParameterizedTest)[^;{]*void " + reference.group(2) + "\\(");
        try {
            return file.endsWith(reference.group(1) + ".java")
                    && Files.exists(file)
                    && test.matcher(Files.readString(file)).find();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The rows of all tables. */
    private static List<String> promises() {
        try (var lines = Files.lines(DOCS.resolve("guarantees.md"))) {
            return lines.filter(line -> line.startsWith("| "))
                    .filter(line -> !line.startsWith("| promised"))
                    .toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
