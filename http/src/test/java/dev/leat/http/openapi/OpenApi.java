package dev.leat.http.openapi;

import dev.leat.http.OpenApiDocument;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The description that the server gives of itself. */
final class OpenApi {
    private static final Set<String> METHODS = Set.of("get", "put", "post", "delete", "head", "options", "patch");

    private final Node root;
    private final List<Operation> operations = new ArrayList<>();

    /** Something that can be asked for. */
    record Operation(String template, String method, Node node) {
        String id() {
            return node.get("operationId").text();
        }

        boolean isAt(String path) {
            boolean reserved = path.startsWith("/v1/stream/__ds/");
            boolean stream = template.equals("/v1/stream/{path}") && !method.equals("options");
            String form = template.replace("{path}", ".+").replaceAll("\\{\\w+}", "[^/]+");
            return !(reserved && stream) && Pattern.matches(form, path);
        }
    }

    private OpenApi(Node root) {
        this.root = root;
        root.get("paths")
                .fields()
                .forEach((template, item) -> item.fields().forEach((method, node) -> {
                    if (METHODS.contains(method)) {
                        operations.add(new Operation(template, method, node));
                    }
                }));
        operations.sort(Comparator.comparingInt((Operation operation) ->
                        operation.template.replaceAll("\\{\\w+}", "").length())
                .reversed());
    }

    static OpenApi load() {
        return new OpenApi(Node.parse(OpenApiDocument.text()));
    }

    Node root() {
        return root;
    }

    Node schema(String name) {
        return root.get("components").get("schemas").get(name);
    }

    List<Operation> operations() {
        return List.copyOf(operations);
    }

    /** Every operation with each of its statuses, such as {@code readStream 200}. */
    Set<String> pairs() {
        Set<String> pairs = new TreeSet<>();
        for (Operation operation : operations) {
            operation
                    .node
                    .get("responses")
                    .fields()
                    .keySet()
                    .forEach(status -> pairs.add(operation.id() + " " + status));
        }
        return pairs;
    }

    Optional<Operation> operation(String method, String path) {
        return operations.stream()
                .filter(operation -> operation.method.equals(method.toLowerCase(Locale.ROOT)) && operation.isAt(path))
                .findFirst();
    }

    /** What is documented for an answer, if anything is. */
    Optional<Node> response(Answer answer) {
        String status = Integer.toString(answer.status());
        Node early = root.get("x-any-request").get("responses");
        Optional<Operation> operation = operation(answer.method(), answer.path());
        if (operation.isPresent() && operation.get().node.get("responses").has(status)) {
            return Optional.of(operation.get().node.get("responses").get(status));
        }
        if (operation.isEmpty() && answer.status() == 404) {
            return Optional.of(root.get("x-other-paths"));
        }
        if (operation.isEmpty() && answer.status() == 405) {
            return operations.stream()
                    .filter(other -> other.isAt(answer.path()))
                    .findFirst()
                    .map(other -> root.get("paths").get(other.template).get("x-other-methods"));
        }
        return early.has(status) ? Optional.of(early.get(status)) : Optional.empty();
    }
}
