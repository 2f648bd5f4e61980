package dev.leat.client.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.client.ServerInProcess;
import dev.leat.client.transport.Json;
import dev.leat.testkit.Requirement;
import dev.leat.wire.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The script that the suite is pointed at starts the adapter, with a class path that the build has written. */
class AdapterScriptTest {
    private static final Path SCRIPT = Path.of("src/test/sh/adapter").toAbsolutePath();

    private static JsonObject ask(Process process, String command) throws IOException {
        PrintWriter commands = new PrintWriter(process.getOutputStream(), true, StandardCharsets.UTF_8);
        BufferedReader results = process.inputReader(StandardCharsets.UTF_8);
        commands.println(command.replace('\'', '"'));
        String result = results.readLine();
        assertThat(result).as("a line on stdout; stderr says why there is none").isNotNull();
        return Json.object(result.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void theScriptStartsTheAdapter() throws Exception {
        String bash = Requirement.BASH.program("bash").toString();
        String at = "'path':'/v1/stream/script'";

        try (ServerInProcess server = ServerInProcess.start()) {
            Process process = new ProcessBuilder(bash, SCRIPT.toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            try {
                JsonObject init = ask(process, "{'type':'init','serverUrl':'" + server.url() + "'}");
                JsonObject created = ask(process, "{'type':'create'," + at + "}");
                JsonObject shutdown = ask(process, "{'type':'shutdown'}");

                assertThat(init.requiredObject("features").flag("sse", false)).isTrue();
                assertThat(created.requiredWhole("status")).isEqualTo(201);
                assertThat(shutdown.flag("success", false)).isTrue();
                assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
                assertThat(process.exitValue()).isZero();
            } finally {
                process.destroyForcibly();
            }
        }
    }
}
