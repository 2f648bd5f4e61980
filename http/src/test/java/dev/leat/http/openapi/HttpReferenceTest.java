package dev.leat.http.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** docs/http.md is made from openapi.yaml; -Dhttp.write makes it anew. */
class HttpReferenceTest {
    private static final Path PAGE = Path.of("..", "docs", "http.md");

    private final OpenApi api = OpenApi.load();

    @Test
    void thePageIsWhatTheDescriptionSays() throws IOException {
        String page = HttpReference.markdown(api);

        if (System.getProperty("http.write") != null) {
            Files.writeString(PAGE, page);
        }

        assertThat(Files.readString(PAGE))
                .as("run `mvn -pl http -am -Dtest=HttpReferenceTest -Dhttp.write"
                        + " -Dsurefire.failIfNoSpecifiedTests=false test` to make it anew")
                .isEqualTo(page);
    }

    @Test
    void whatIsSaidBesideAReferenceCounts() {
        Node both =
                Node.parse("{a: {type: string, description: any}, b: {$ref: '#/a', description: some, default: x}}");

        assertThat(both.get("b").get("type").text()).isEqualTo("string");
        assertThat(both.get("b").get("description").text()).isEqualTo("some");
        assertThat(both.get("b").get("default").text()).isEqualTo("x");
        assertThat(both.get("a").get("description").text()).isEqualTo("any");
    }

    @Test
    void everySettingOfAQueueIsInThePageWithItsDefault() throws IOException {
        String page = Files.readString(PAGE);

        api.schema("QueueConfig").get("properties").fields().forEach((name, setting) -> {
            String row = page.lines()
                    .filter(line -> line.startsWith("| `" + name + "` |"))
                    .findFirst()
                    .orElse("");
            assertThat(row).as(name).contains(setting.get("description").text());
            if (setting.has("default")) {
                assertThat(row)
                        .as(name)
                        .contains("Default `" + setting.get("default").text() + "`.");
            }
        });
    }

    @Test
    void everyRouteParameterAndProblemIsInThePage() throws IOException {
        String page = Files.readString(PAGE);

        for (OpenApi.Operation operation : api.operations()) {
            String title = "### " + operation.method().toUpperCase(Locale.ROOT) + " " + operation.template() + "\n";
            assertThat(page).contains(title);
            String section = page.substring(page.indexOf(title)).split("\n##+ ", 2)[0];
            if (operation.node().has("parameters")) {
                operation
                        .node()
                        .get("parameters")
                        .items()
                        .forEach(parameter -> assertThat(section)
                                .contains("| `" + parameter.get("name").text() + "` |"));
            }
            operation
                    .node()
                    .get("responses")
                    .fields()
                    .keySet()
                    .forEach(status -> assertThat(section).contains(status));
        }
        for (String schema : new String[] {"ProblemType", "SubscriptionErrorCode"}) {
            api.schema(schema)
                    .get("oneOf")
                    .items()
                    .forEach(one -> assertThat(page)
                            .contains("| `" + one.get("const").text().replace("urn:leat:problem:", "") + "` |"));
        }
    }
}
