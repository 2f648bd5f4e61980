package dev.leat.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.cli.config.Reference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** docs/configuration.md is made from the table; -Dconfiguration.write makes it anew. */
class ConfigurationDocTest {
    private static final Path PAGE = Path.of("..", "docs", "configuration.md");

    @Test
    void thePageIsWhatTheTableSays() throws IOException {
        String page = Reference.markdown(ServeTable.TABLE);

        if (System.getProperty("configuration.write") != null) {
            Files.writeString(PAGE, page);
        }

        assertThat(Files.readString(PAGE))
                .as("run `mvn -pl cli -am -Dtest=ConfigurationDocTest -Dconfiguration.write"
                        + " -Dsurefire.failIfNoSpecifiedTests=false test` to make it anew")
                .isEqualTo(page);
    }
}
