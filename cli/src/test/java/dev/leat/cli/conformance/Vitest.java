package dev.leat.cli.conformance;

import dev.leat.testkit.Output;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.DynamicTest;

/** Runs a file of Vitest tests against a server, and tells of each test how it went. */
final class Vitest {

    /** @param failure null if it passed */
    record Result(String title, String failure) {

        DynamicTest asTest() {
            return DynamicTest.dynamicTest(title, () -> {
                if (failure != null) {
                    Assertions.fail(failure);
                }
            });
        }
    }

    private Vitest() {}

    static List<Result> run(Node node, String file, String url, Path temp) throws IOException {
        Path report = temp.resolve("report.json").toAbsolutePath();
        ProcessBuilder builder = node.script(
                "node_modules/vitest/vitest.mjs",
                "run",
                file,
                "--reporter=json",
                "--outputFile=" + report,
                "--no-color");
        builder.environment().put("LEAT_URL", url);
        Output output = Output.of(builder);
        if (!Files.exists(report)) {
            Assertions.fail("Vitest made no report:\n" + output.text());
        }
        return results(new JsonObject(Files.readString(report)), output);
    }

    private static List<Result> results(JsonObject report, Output output) {
        List<Result> results = objects(report.getJsonArray("testResults"))
                .flatMap(each -> objects(each.getJsonArray("assertionResults")))
                .map(Vitest::result)
                .toList();
        if (output.status() != 0 && results.stream().allMatch(result -> result.failure() == null)) {
            Assertions.fail("Vitest failed, though no test did:\n" + report.encodePrettily() + output.text());
        }
        return results;
    }

    private static Result result(JsonObject test) {
        String title = Stream.concat(strings(test.getJsonArray("ancestorTitles")), Stream.of(test.getString("title")))
                .collect(Collectors.joining(" › "));
        String status = test.getString("status");
        if (status.equals("passed")) {
            return new Result(title, null);
        }
        String messages = strings(test.getJsonArray("failureMessages")).collect(Collectors.joining("\n"));
        return new Result(title, messages.isEmpty() ? "it is " + status : messages);
    }

    private static Stream<JsonObject> objects(JsonArray array) {
        return array.stream().map(JsonObject.class::cast);
    }

    private static Stream<String> strings(JsonArray array) {
        return array.stream().map(String.class::cast);
    }
}
