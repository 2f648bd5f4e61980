package dev.leat.http.openapi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes docs/http.md from the description that the server gives of itself. */
final class HttpReference {
    private static final Set<String> METHODS = Set.of("get", "put", "post", "delete", "head", "options", "patch");

    /** Described once for all routes. */
    private static final Set<String> EVERYWHERE = Set.of("X-Request-Id", "traceparent");

    private final Node root;
    private final StringBuilder page = new StringBuilder();

    private HttpReference(Node root) {
        this.root = root;
    }

    static String markdown(OpenApi api) {
        return new HttpReference(api.root()).write();
    }

    private String write() {
        line("# HTTP reference");
        line("");
        line("<!-- Made from openapi.yaml by HttpReferenceTest: change that file, not this one. -->");
        line("");
        line("The running server has the same, with every schema, header and example, at `/openapi.yaml`."
                + " [server.md](server.md) and [queues.md](queues.md#by-http) show it in use.");
        line("");
        line(root.get("info").get("description").text().strip());
        line("");
        everyRequest();
        root.get("tags").items().forEach(this::tag);
        values("Problems", "A `type` is one of these behind `urn:leat:problem:`.", "ProblemType");
        values("Errors of subscriptions", "The `code` of their errors.", "SubscriptionErrorCode");
        return page.toString();
    }

    private void everyRequest() {
        line("**Every request** can have");
        line("");
        parameters(shared().filter(HttpReference::isEverywhere).toList());
    }

    private Stream<Node> shared() {
        return root.get("paths").fields().values().stream()
                .flatMap(path -> path.get("parameters").items().stream())
                .collect(Collectors.toMap(
                        parameter -> parameter.get("name").text(),
                        parameter -> parameter,
                        (one, same) -> one,
                        LinkedHashMap::new))
                .values()
                .stream();
    }

    private static boolean isEverywhere(Node parameter) {
        return EVERYWHERE.contains(parameter.get("name").text());
    }

    private void tag(Node tag) {
        String name = tag.get("name").text();
        line("## " + name);
        line("");
        line(tag.get("description").text());
        line("");
        root.get("paths")
                .fields()
                .forEach((template, path) -> path.fields().forEach((method, operation) -> {
                    if (METHODS.contains(method)
                            && operation.get("tags").items().get(0).text().equals(name)) {
                        operation(method.toUpperCase(Locale.ROOT) + " " + template, path, operation);
                    }
                }));
    }

    private void operation(String what, Node path, Node operation) {
        line("### " + what);
        line("");
        line(operation.get("summary").text() + ".");
        line("");
        if (operation.has("description")) {
            line(text(operation, "description"));
            line("");
        }
        List<Node> parameters = new ArrayList<>(path.get("parameters").items());
        if (operation.has("parameters")) {
            parameters.addAll(operation.get("parameters").items());
        }
        parameters(parameters.stream().filter(one -> !isEverywhere(one)).toList());
        if (operation.has("requestBody")) {
            body(operation.get("requestBody"));
        }
        responses(operation.get("responses").fields());
    }

    private void parameters(List<Node> parameters) {
        if (parameters.isEmpty()) {
            return;
        }
        line("| parameter | in | |");
        line("|---|---|---|");
        for (Node parameter : parameters) {
            boolean needed =
                    parameter.has("required") && !parameter.get("in").text().equals("path");
            row(
                    "`" + parameter.get("name").text() + "`",
                    parameter.get("in").text(),
                    (needed ? "Needed. " : "") + about(parameter, parameter.get("schema")));
        }
        line("");
    }

    private void body(Node body) {
        String types = body.get("content").fields().keySet().stream()
                .map(type -> "`" + type + "`")
                .collect(Collectors.joining(", "));
        line("Body, " + types + (text(body, "description").isEmpty() ? "" : ": " + text(body, "description")));
        line("");
        Map<String, Node> content = body.get("content").fields();
        if (content.containsKey("application/json")
                && content.get("application/json").get("schema").has("properties")) {
            fields(content.get("application/json").get("schema"));
        }
    }

    private void fields(Node schema) {
        Set<String> needed = schema.has("required")
                ? schema.get("required").items().stream().map(Node::text).collect(Collectors.toSet())
                : Set.of();
        line("| field | type | |");
        line("|---|---|---|");
        schema.get("properties")
                .fields()
                .forEach((name, field) -> row(
                        "`" + name + "`",
                        type(field),
                        (needed.contains(name) ? "Needed. " : "") + about(field, field)));
        line("");
    }

    private static String about(Node described, Node schema) {
        String about = text(described, "description");
        return schema.has("default") ? about + " Default `" + text(schema, "default") + "`." : about;
    }

    private static String type(Node field) {
        if (field.has("enum")) {
            return field.get("enum").items().stream()
                    .map(one -> "`" + one.text() + "`")
                    .collect(Collectors.joining(", "));
        }
        return field.has("type")
                ? field.get("type").text().replaceAll("[\\[\\]]", "").replace(", ", " or ")
                : "";
    }

    private void responses(Map<String, Node> responses) {
        line("| status | |");
        line("|---|---|");
        List<String> refusals = new ArrayList<>();
        responses.forEach((status, response) -> {
            if (status.compareTo("400") < 0) {
                row(status, text(response, "description"));
            } else {
                refusals.add(status);
            }
        });
        if (!refusals.isEmpty()) {
            row(String.join(", ", refusals), "refused");
        }
        line("");
    }

    private void values(String title, String about, String schema) {
        line("## " + title);
        line("");
        line(about);
        line("");
        line("| | status | |");
        line("|---|---|---|");
        root.get("components").get("schemas").get(schema).get("oneOf").items().forEach(one -> {
            String[] words = one.get("description").text().split("\\. ", 2);
            row("`" + one.get("const").text().replace("urn:leat:problem:", "") + "`", words[0], words[1]);
        });
        line("");
    }

    private static String text(Node node, String key) {
        return node.has(key) ? node.get(key).text().strip() : "";
    }

    private void row(String... cells) {
        line(Stream.of(cells)
                .map(cell -> cell.replaceAll("\\s+", " ").replace("|", "\\|"))
                .collect(Collectors.joining(" | ", "| ", " |")));
    }

    private void line(String text) {
        page.append(text).append('\n');
    }
}
