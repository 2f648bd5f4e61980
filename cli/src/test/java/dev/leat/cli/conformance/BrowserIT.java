package dev.leat.cli.conformance;

import dev.leat.testkit.Chromium;
import dev.leat.testkit.Requirement;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** What a page of another origin can do with the packaged server, in a real browser. */
class BrowserIT {

    @TempDir
    Path temp;

    @TestFactory
    Stream<DynamicTest> page() throws IOException {
        return Requirement.orSkipped(this::results);
    }

    private Stream<DynamicTest> results() throws IOException {
        Path program = Chromium.program();
        try (ServerProcess server = ServerProcess.onDisk(temp, "browser");
                Page page = new Page();
                Chromium browser = Chromium.open(program, page.url(server.url()), temp)) {
            JsonArray results = browser.await(page.results());
            return results.stream().map(JsonObject.class::cast).map(BrowserIT::asTest);
        }
    }

    private static DynamicTest asTest(JsonObject result) {
        return DynamicTest.dynamicTest(result.getString("title"), () -> {
            if (result.getString("failure") != null) {
                Assertions.fail(result.getString("failure"));
            }
        });
    }
}
