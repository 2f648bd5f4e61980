package dev.leat.cli.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.testkit.Output;
import dev.leat.testkit.Requirement;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The official TypeScript client against the packaged server. */
class TypeScriptClientIT {

    @TempDir
    Path temp;

    @TestFactory
    Stream<DynamicTest> client() throws IOException {
        return Requirement.orSkipped(() -> {
            Node node = Node.ready();
            try (ServerProcess server = ServerProcess.onDisk(temp, "client")) {
                return Vitest.run(node, "client.test.js", server.url(), temp).stream()
                        .map(Vitest.Result::asTest);
            }
        });
    }

    /** The program at the other end checks it, and asks for each kill in the middle of its work. */
    @Test
    void whatWasAcknowledgedArrivesOnceAndInOrderThoughTheServerIsKilled() throws IOException {
        Node node = Node.ready();
        try (ServerProcess server = ServerProcess.toBeRestarted(temp, "restarts")) {
            ProcessBuilder builder = node.script("restarts.js").redirectErrorStream(true);
            builder.environment().put("LEAT_URL", server.url());
            Process client = Output.bounded(builder.start());
            try {
                String said = restartWhenAsked(server, client);

                assertThat(client.onExit().join().exitValue()).as(said).isZero();
                assertThat(said).contains("kill\nkill\nkill\n");
            } finally {
                client.destroyForcibly();
            }
        }
    }

    private static String restartWhenAsked(ServerProcess server, Process client) throws IOException {
        StringBuilder said = new StringBuilder();
        try (BufferedReader lines = client.inputReader(UTF_8);
                PrintWriter orders = new PrintWriter(client.getOutputStream(), true, UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                said.append(line).append('\n');
                if (line.equals("kill")) {
                    server.killAndRestart();
                    orders.println("up");
                }
            }
        }
        return said.toString();
    }
}
