package dev.leat.http.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.wire.ProblemType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The description is well-formed, and knows every problem that the sources know. */
class OpenApiTest {
    private static final Path SOURCES = Path.of("src/main/java");
    private static final String URN = "urn:leat:problem:";

    /** Wherever a problem is made that is no rejection, its type is the first text in the call; and constants for types say what was rejected. */
    private static final Pattern TYPE = Pattern.compile(
            "(?:Problem\\.of\\(\\s*\\d+,|malformed\\(|\\bnumber\\(|unauthorized\\(|_REJECTED =)\\s*\"([a-z]+(?:-[a-z]+)*)\"");

    /** Where the protocol's words on the routes of subscriptions are not ours. */
    private static final Map<String, String> CODES = Map.of(
            "subscription-exists", "SUBSCRIPTION_ALREADY_EXISTS",
            "wake-fenced", "FENCED",
            "wake-claimed", "ALREADY_CLAIMED",
            "nothing-pending", "NO_PENDING_WORK",
            "ack-out-of-range", "INVALID_OFFSET");

    private final OpenApi api = OpenApi.load();

    @Test
    void everyReferenceLeadsSomewhereAndEveryComponentIsReferredTo() {
        Set<String> references = new HashSet<>();

        walk(api.root().value(), (key, value) -> {
            if (key.equals("$ref")) {
                references.add(String.valueOf(value));
            }
        });

        Set<String> components = new HashSet<>();
        api.root()
                .get("components")
                .fields()
                .forEach((kind, all) -> all.fields().keySet().stream()
                        .filter(name -> !kind.equals("securitySchemes"))
                        .forEach(name -> components.add("#/components/" + kind + "/" + name)));
        components.removeAll(Set.of("#/components/schemas/SseControl", "#/components/schemas/WakeMessage")); // in text
        assertThat(references).containsExactlyInAnyOrderElementsOf(components);
    }

    private static void walk(Object value, BiConsumer<String, Object> visitor) {
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, part) -> {
                visitor.accept(String.valueOf(key), part);
                walk(part, visitor);
            });
        } else if (value instanceof List<?> list) {
            list.forEach(part -> walk(part, visitor));
        }
    }

    @Test
    void everyOperationHasANameASummaryAndAnswersThatAreDescribed() {
        Set<String> names = new HashSet<>();

        for (OpenApi.Operation operation : api.operations()) {
            assertThat(names.add(operation.id())).as(operation.id()).isTrue();
            assertThat(operation.node().get("summary").text()).isNotBlank();
            assertThat(operation.node().get("tags").items()).hasSize(1);
            Map<String, Node> responses = operation.node().get("responses").fields();
            assertThat(responses).isNotEmpty();
            responses
                    .values()
                    .forEach(response ->
                            assertThat(response.get("description").text()).isNotBlank());
        }
    }

    @Test
    void everyPartOfAPathIsAParameter() {
        api.root().get("paths").fields().forEach((template, item) -> {
            Set<String> parts = Pattern.compile("\\{(\\w+)}")
                    .matcher(template)
                    .results()
                    .map(part -> part.group(1))
                    .collect(Collectors.toSet());

            assertThat(item.get("parameters").items())
                    .filteredOn(parameter -> parameter.get("in").text().equals("path"))
                    .extracting(parameter -> parameter.get("name").text())
                    .containsExactlyInAnyOrderElementsOf(parts);
        });
    }

    @Test
    void everySecuritySchemeIsThereAndUsed() {
        Set<String> used = new TreeSet<>();
        Stream.concat(
                        Stream.of(api.root()),
                        api.operations().stream().map(OpenApi.Operation::node).filter(node -> node.has("security")))
                .flatMap(node -> node.get("security").items().stream())
                .forEach(scheme -> used.addAll(scheme.fields().keySet()));

        assertThat(api.root().get("components").get("securitySchemes").fields().keySet())
                .containsExactlyInAnyOrderElementsOf(used);
    }

    @Test
    void everyExampleIsWhatItsSchemaSays() {
        api.root().get("components").get("responses").fields().forEach((name, response) -> {
            if (response.has("content")) {
                response.get("content").fields().forEach((media, content) -> {
                    if (content.has("example")) {
                        assertThat(Shape.flaws(content.get("schema"), content.get("example")))
                                .as(name)
                                .isEmpty();
                    }
                });
            }
        });
    }

    @Test
    void everyProblemOfTheSourcesIsDocumentedAndNoOther() throws IOException {
        Set<String> documented = documented("ProblemType");
        Set<String> codes = documented("SubscriptionErrorCode");

        Set<String> types = types();

        assertThat(types.stream().map(URN::concat)).containsAll(documented);
        assertThat(types.stream().map(OpenApiTest::code)).containsAll(codes);
        assertThat(types).allMatch(type -> documented.contains(URN + type) || codes.contains(code(type)));
    }

    private Set<String> documented(String schema) {
        return api.schema(schema).get("oneOf").items().stream()
                .map(one -> one.get("const").text())
                .collect(Collectors.toSet());
    }

    private static String code(String type) {
        return CODES.getOrDefault(type, type.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    private static Set<String> types() throws IOException {
        Set<String> types =
                Stream.of(ProblemType.values()).map(ProblemType::text).collect(Collectors.toCollection(TreeSet::new));
        try (Stream<Path> files = Files.walk(SOURCES)) {
            files.filter(file -> file.toString().endsWith(".java")).forEach(file -> {
                Matcher matcher = TYPE.matcher(read(file));
                while (matcher.find()) {
                    types.add(matcher.group(1));
                }
            });
        }
        return types;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
