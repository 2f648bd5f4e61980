package dev.leat.cli.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.testkit.Requirement;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The official conformance suite of Durable Streams, each of its tests a test here. */
@Execution(ExecutionMode.CONCURRENT)
class ConformanceIT {
    private static final int TESTS = 338;

    @TempDir
    Path temp;

    @TestFactory
    Stream<DynamicTest> onDisk() throws IOException {
        return suite(() -> ServerProcess.onDisk(temp, "conformance-on-disk"));
    }

    @TestFactory
    Stream<DynamicTest> inMemory() throws IOException {
        return suite(() -> ServerProcess.inMemory(temp, "conformance-in-memory"));
    }

    private Stream<DynamicTest> suite(ServerProcess.Start start) throws IOException {
        return Requirement.orSkipped(() -> {
            Node node = Node.ready();
            try (ServerProcess server = start.start()) {
                List<Vitest.Result> results = Vitest.run(node, "conformance.test.js", server.url(), temp);
                assertThat(results).hasSize(TESTS);
                return results.stream().map(Vitest.Result::asTest);
            }
        });
    }
}
