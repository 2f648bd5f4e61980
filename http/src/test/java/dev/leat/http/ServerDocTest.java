package dev.leat.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/server.md has every type of problem. Its commands are run with those of all pages. */
class ServerDocTest {
    private static final Pattern TYPE = Pattern.compile("urn:leat:problem:([a-z-]+)");

    @Test
    void everyProblemTypeIsInTheTable() throws IOException {
        String doc = Files.readString(Path.of("../docs/server.md"));
        String openApi = Files.readString(Path.of("src/main/resources/dev/leat/http/openapi.yaml"));

        assertThat(TYPE.matcher(openApi).results().map(type -> "`" + type.group(1) + "`"))
                .allMatch(doc::contains);
    }
}
